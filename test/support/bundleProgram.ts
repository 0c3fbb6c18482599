import { build } from 'esbuild';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oncePerRun } from './fixtures.ts';
import { makeO200kTable, TABLE_FILE } from '../../src/bundles/tokens/o200k.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Bundles a program of the tests, and what Cairn starts beside it, once in a run; answers its path.
 *
 * It starts in a third of the time that its sources take, and the same place each time: what Node made of it is found again.
 */
export async function bundleProgram(entry: string): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache/cairn', basename(entry, '.ts'));
  await oncePerRun(`bundled-${basename(folder)}`, () => bundleInto(folder, entry));
  return join(folder, 'program.cjs');
}

async function bundleInto(folder: string, entry: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
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
    external: ['./tokenizer.cjs', './secretRules.cjs'],
    entryPoints: {
      program: entry,
      supervisor: 'src/process/supervisor.ts',
      tokenizer: 'src/bundles/tokenizer.ts',
      secretRules: 'src/bundles/secretRules.ts',
    },
  });
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of outputFiles) await put(path, contents);
  await put(join(folder, TABLE_FILE), makeO200kTable());
}

/** In one step, and only what changed: test files beside this one start the same program. */
async function put(path: string, contents: Uint8Array): Promise<void> {
  const there = await readFile(path).catch(() => null);
  if (there?.equals(contents)) return;
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, contents);
  await rename(fresh, path);
}
