import { build } from 'esbuild';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles a program of the tests, and what Cairn starts beside it, into a folder; answers its path. */
export async function bundleProgram(folder: string, entry: string): Promise<string> {
  await build({
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    outdir: folder,
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
  return join(folder, 'program.cjs');
}
