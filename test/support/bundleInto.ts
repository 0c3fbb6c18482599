import { build } from 'esbuild';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeO200kTable, TABLE_FILE } from '../../src/bundles/tokens/o200k.ts';

/**
 * Bundles programs for the tests into a folder, each a file `<name>.cjs`, with the tokenizer's table beside them.
 *
 * @param entryPoints sources by name, from the root of the project
 */
export async function bundleInto(
  folder: string,
  entryPoints: Readonly<Record<string, string>>,
): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    outdir: folder,
    write: false,
    outExtension: { '.js': '.cjs' },
    logLevel: 'error',
    define: { CAIRN_VERSION: '"0.0.0"', 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
    external: ['./tokenizer.cjs', './secretRules.cjs', './shellParser.cjs'],
    entryPoints,
  });
  await mkdir(folder, { recursive: true });
  await put(join(folder, TABLE_FILE), makeO200kTable());
  for (const { path, contents } of outputFiles) await put(path, contents);
}

/** In one step, and only what changed: a run or a file beside this one starts the same program, and half a file ends with 0. */
async function put(path: string, contents: Uint8Array): Promise<void> {
  const there = await readFile(path).catch(() => null);
  if (there?.equals(contents)) return;
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, contents);
  await rename(fresh, path);
}
