import { build } from 'esbuild';
import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The supervisor as it ships, one file: it starts in a quarter of the time, and the tests start it thousands of times. */
export const builtSupervisor = fileURLToPath(
  new URL('../../node_modules/.cache/cairn/supervisor.cjs', import.meta.url),
);

/** Before all tests of a run. In one step: a run beside this one must not start half a file, which ends with 0. */
export async function setup(): Promise<void> {
  const fresh = `${builtSupervisor}.${randomUUID()}`;
  await build({
    entryPoints: [fileURLToPath(new URL('../../src/process/supervisor.ts', import.meta.url))],
    outfile: fresh,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    logLevel: 'warning',
  });
  await rename(fresh, builtSupervisor);
}
