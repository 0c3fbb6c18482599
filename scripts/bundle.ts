import { build, type BuildOptions, type Plugin } from 'esbuild';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeO200kTable, TABLE_FILE } from '../src/bundles/tokens/o200k.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const PROGRAMS = {
  extension: 'src/extension.ts',
  cairn: 'src/cli/main.ts',
  runner: 'src/runner/main.ts',
  supervisor: 'src/process/supervisor.ts',
  tokenizer: 'src/bundles/tokenizer.ts',
  secretRules: 'src/bundles/secretRules.ts',
  engine: 'src/runner/openWorld.ts',
  acp: 'src/agents/acp/converse.ts',
  index: 'src/index.ts',
};

/** Programs that others import on first use, because they are large: they stay files of their own, beside who asks for them. */
const APART = ['engine', 'acp'] as const;

const apart: Plugin = {
  name: 'apart',
  setup({ onResolve, onEnd }) {
    const asked = new Set<string>();
    onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return null;
      const name = APART.find((program) => resolve(resolveDir, path) === resolve(ROOT, PROGRAMS[program]));
      if (name === undefined) return null;
      asked.add(name);
      return { path: `./${name}.cjs`, external: true };
    });
    onEnd(() => {
      const [idle] = APART.filter((program) => !asked.has(program));
      return idle === undefined
        ? {}
        : { errors: [{ text: `nobody imports ${PROGRAMS[idle]} on first use any more` }] };
    });
  },
};

/** Bundles every program of Cairn into a folder, which is emptied first; answers their names. */
export async function bundle(
  outdir: string,
  options: { readonly sourcemap?: boolean } = {},
): Promise<readonly string[]> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const common: BuildOptions = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outdir,
    outExtension: { '.js': '.cjs' },
    minify: true,
    logLevel: 'warning',
  };
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await build({
    ...common,
    target: 'node22',
    keepNames: true,
    plugins: [apart],
    // An extension host does not promise `import()` of files to CommonJS; `require` always works there.
    supported: { 'dynamic-import': false },
    sourcemap: options.sourcemap === true ? 'linked' : false,
    define: { CAIRN_VERSION: JSON.stringify(version), 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
    // Loaded on first use, from beside the program that asks for them.
    external: ['vscode', './tokenizer.cjs', './secretRules.cjs'],
    entryPoints: PROGRAMS,
  });
  // The shim is written for old Nodes: it must be able to say that they are too old.
  await build({
    ...common,
    target: 'node12',
    external: ['./cairn.cjs'],
    entryPoints: { cli: 'src/cli/cli.cts' },
  });
  writeFileSync(join(outdir, TABLE_FILE), makeO200kTable());
  // `npm install` makes programs of `bin` executable; whoever runs it straight from here should not need that.
  chmodSync(join(outdir, 'cli.cjs'), 0o755);
  return [...Object.keys(PROGRAMS), 'cli'];
}
