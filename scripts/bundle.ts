import { build, transform, type BuildOptions } from 'esbuild';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeO200kTable, TABLE_FILE } from '../src/bundles/tokens/o200k.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What a person waits for: what it imports on first use are files of its own, `<name>-<hash>.cjs`. */
const SPLIT = {
  extension: 'src/extension.ts',
  cairn: 'src/cli/main.ts',
};

/** One file each: a run takes hours and must not miss a file that an update took away meanwhile; the others are small, or one thing. */
const WHOLE = {
  run: 'src/runner/main.ts',
  supervisor: 'src/process/supervisor.ts',
  tokenizer: 'src/bundles/tokenizer.ts',
  secretRules: 'src/bundles/secretRules.ts',
  index: 'src/index.ts',
};

/** They begin the programs above. The command line's is written for old Nodes: it must be able to say that they are too old. */
const SHIMS = {
  cli: 'src/cli/cli.cts',
  runner: 'src/runner/runner.cts',
};

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  outExtension: { '.js': '.cjs' },
  minify: true,
  keepNames: true,
  target: 'node22',
  external: ['vscode'],
  logLevel: 'warning',
} as const satisfies BuildOptions;

const AS_COMMONJS = {
  format: 'cjs',
  // An extension host does not promise `import()` of files to CommonJS; `require` always works there.
  supported: { 'dynamic-import': false },
} as const;
const IMPORT_META = "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;";

/** Bundles every program of Cairn into a folder, which is emptied first; answers the names of all files. */
export async function bundle(
  outdir: string,
  { sourcemap = false }: { readonly sourcemap?: boolean } = {},
): Promise<readonly string[]> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const define = { CAIRN_VERSION: JSON.stringify(version) };
  const whole = { ...define, 'import.meta.url': 'importMetaUrl' };
  const maps = sourcemap ? 'inline' : false;
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const split = await Promise.all(
    Object.entries(SPLIT).map(([name, entry]) =>
      bundleSplit(name, entry, { outdir, define, sourcemap: maps }),
    ),
  );
  await build({
    ...COMMON,
    ...AS_COMMONJS,
    outdir,
    define: whole,
    banner: { js: IMPORT_META },
    sourcemap: maps,
    entryPoints: WHOLE,
  });
  await build({
    ...COMMON,
    format: 'cjs',
    outdir,
    define,
    target: 'node12',
    external: ['./cairn.cjs', './run.cjs'],
    entryPoints: SHIMS,
  });
  writeFileSync(join(outdir, TABLE_FILE), makeO200kTable());
  // `npm install` makes programs of `bin` executable; whoever runs it straight from here should not need that.
  chmodSync(join(outdir, 'cli.cjs'), 0o755);
  return [...split.flat(), ...Object.keys({ ...WHOLE, ...SHIMS }).map((name) => `${name}.cjs`)];
}

/** esbuild splits ES modules only, so each of the files that come of it is turned into CommonJS after that. */
async function bundleSplit(
  name: string,
  entry: string,
  options: Pick<BuildOptions, 'define' | 'sourcemap'> & { readonly outdir: string },
): Promise<readonly string[]> {
  const { outputFiles } = await build({
    ...COMMON,
    ...options,
    format: 'esm',
    splitting: true,
    chunkNames: `${name}-[hash]`,
    write: false,
    entryPoints: { [name]: entry },
  });
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      ...AS_COMMONJS,
      platform: COMMON.platform,
      target: COMMON.target,
      minify: true,
      sourcemap: options.sourcemap ?? false,
      define: { 'import.meta.url': 'importMetaUrl' },
      banner: IMPORT_META,
    });
    writeFileSync(path, code);
  }
  return outputFiles.map(({ path }) => basename(path));
}
