/** Bundles every program of Cairn into dist/: one file each, the tokenizer and the secret rules in files of their own. */
import { build, type BuildOptions } from 'esbuild';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  minify: true,
  keepNames: true,
  sourcemap: process.argv.includes('--sourcemap') ? 'linked' : false,
  define: { CAIRN_VERSION: JSON.stringify(version), 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
  // Loaded on first use, from beside the program that asks for them.
  external: ['vscode', './tokenizer.cjs', './secretRules.cjs'],
  logLevel: 'warning',
};
const programs = {
  extension: 'src/extension.ts',
  cairn: 'src/cli/main.ts',
  runner: 'src/runner/main.ts',
  supervisor: 'src/process/supervisor.ts',
  tokenizer: 'src/bundles/tokenizer.ts',
  secretRules: 'src/bundles/secretRules.ts',
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const entryPoints = Object.fromEntries(Object.entries(programs).filter(([, file]) => existsSync(file)));
await build({ ...common, entryPoints });
// The shim is written for old Nodes: it must be able to say that they are too old.
if (existsSync('src/cli/cli.cts'))
  await build({
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    target: 'node12',
    minify: true,
    entryPoints: { cli: 'src/cli/cli.cts' },
  });
for (const name of Object.keys(entryPoints))
  console.log(`${name}.cjs  ${Math.round(statSync(`dist/${name}.cjs`).size / 1024)} KB`);
