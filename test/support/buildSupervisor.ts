import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

/** The supervisor as it ships, one file: it starts in a quarter of the time, and the tests start it thousands of times. */
export const builtSupervisor = fileURLToPath(
  new URL('../../node_modules/.cache/cairn/supervisor.mjs', import.meta.url),
);

/** Before all tests of a run. */
export async function setup(): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('../../src/process/supervisor.ts', import.meta.url))],
    outfile: builtSupervisor,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'warning',
  });
}
