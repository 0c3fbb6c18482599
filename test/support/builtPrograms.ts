import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeO200kTable, TABLE_FILE } from '../../src/bundles/tokens/o200k.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/cairn', import.meta.url));

/** The supervisor as it ships, one file: it starts in a quarter of the time, and the tests start it thousands of times. */
export const builtSupervisor = join(FOLDER, 'supervisor.cjs');

/**
 * The tokenizer as it ships. From source it makes its table anew, which leaves a worker 100 MB larger, and each program that the
 * worker starts dearer by as much.
 */
export const builtTokenizer = join(FOLDER, 'tokenizer.cjs');

/** Before all tests of a run. */
export async function setup(): Promise<void> {
  // Not in the workers, which import the names above.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: { supervisor: 'src/process/supervisor.ts', tokenizer: 'src/bundles/tokenizer.ts' },
    outdir: FOLDER,
    outExtension: { '.js': '.cjs' },
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    logLevel: 'warning',
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
  });
  await mkdir(FOLDER, { recursive: true });
  await put(join(FOLDER, TABLE_FILE), makeO200kTable());
  for (const { path, contents } of outputFiles) await put(path, contents);
}

/** In one step: a run beside this one must not start half a file, which ends with 0. */
async function put(path: string, contents: Uint8Array): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, contents);
  await rename(fresh, path);
}
