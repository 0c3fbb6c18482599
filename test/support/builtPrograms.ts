import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/cairn', import.meta.url));

/** The supervisor as it ships, one file: it starts in a quarter of the time, and the tests start it thousands of times. */
export const builtSupervisor = join(FOLDER, 'supervisor.cjs');

/** The program that starts gits, as it ships. */
export const builtForkServer = join(FOLDER, 'forkServer.cjs');

/**
 * The tokenizer as it ships. From source it makes its table anew, which leaves a worker 100 MB larger, and each program that the
 * worker starts dearer by as much.
 */
export const builtTokenizer = join(FOLDER, 'tokenizer.cjs');

/** The parser of command lines as it ships. */
export const builtShellParser = join(FOLDER, 'shellParser.cjs');

/** Before all tests of a run. */
export async function setup(): Promise<void> {
  // Not in the workers, which import the names above.
  const { bundleInto } = await import('./bundleInto.ts');
  await bundleInto(FOLDER, {
    supervisor: 'src/process/supervisor.ts',
    forkServer: 'src/git/forkServer/server.ts',
    tokenizer: 'src/bundles/tokenizer.ts',
    shellParser: 'src/bundles/shellParser.ts',
  });
}
