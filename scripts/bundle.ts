import { build, type BuildOptions, type Plugin } from 'esbuild';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

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
};

/** Modules that are imported on first use only and are large: programs of their own, beside the one that asks for them. */
const APART: Readonly<Record<string, string>> = {
  'runner/openWorld.ts': './engine.cjs',
  'acp/converse.ts': './acp.cjs',
};

const apart: Plugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return null;
      const asked = resolve(resolveDir, path).split(sep).join('/');
      const name = Object.keys(APART).find((file) => asked.endsWith(file));
      return name === undefined ? null : { path: APART[name] as string, external: true };
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
  const programs = Object.entries(PROGRAMS).filter(([, file]) => existsSync(join(ROOT, file)));
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
    entryPoints: Object.fromEntries(programs),
  });
  // The shim is written for old Nodes: it must be able to say that they are too old.
  await build({
    ...common,
    target: 'node12',
    external: ['./cairn.cjs'],
    entryPoints: { cli: 'src/cli/cli.cts' },
  });
  // `npm install` makes programs of `bin` executable; whoever runs it straight from here should not need that.
  chmodSync(join(outdir, 'cli.cjs'), 0o755);
  return [...programs.map(([name]) => name), 'cli'];
}
