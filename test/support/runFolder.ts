import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder that all files of a run share, for what is made once (`fixtures.ts`), and removes it at the end. */
export function setup(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-run-')));
  mkdirSync(join(folder, 'cache'), { mode: 0o700 });
  // The workers are started after this, with this environment.
  process.env['CAIRN_TEST_RUN'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
