import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleInto } from './bundleInto.ts';
import { oncePerRun } from './fixtures.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/cairn', import.meta.url));

/**
 * Bundles a program of the tests, and what Cairn starts beside it, once in a run; answers its path.
 *
 * It starts in a third of the time that its sources take, and the same place each time: what Node made of it is found again.
 */
export async function bundleProgram(entry: string): Promise<string> {
  const folder = join(CACHE, basename(entry, '.ts'));
  await oncePerRun(`bundled-${basename(folder)}`, () =>
    bundleInto(folder, {
      program: entry,
      supervisor: 'src/process/supervisor.ts',
      forkServer: 'src/git/forkServer/server.ts',
      tokenizer: 'src/bundles/tokenizer.ts',
      secretRules: 'src/bundles/secretRules.ts',
      shellParser: 'src/bundles/shellParser.ts',
    }),
  );
  return join(folder, 'program.cjs');
}
