import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';

/**
 * Bundles Cairn, as it ships, into a temp folder for the tests of this file; called at the top of the file.
 * Answers a function that gives the path of `cli.cjs`. A bundle starts five times as fast as the sources.
 */
export function builtCairn(): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-test-dist-'));
    await bundle(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => join(folder, 'cli.cjs');
}
