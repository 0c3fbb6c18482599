import { build, transform, type BuildOptions } from 'esbuild';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commanderAlone } from './commanderAlone.ts';
import { joinParts, type Part } from './joinParts.ts';
import { plainExports } from './plainExports.ts';
import { wholeZod } from './wholeZod.ts';
import { makeO200kTable, TABLE_FILE } from '../src/bundles/tokens/o200k.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** With the names of functions, which a stack in a log shows. esbuild's `keepNames` costs a call for each function that is made. */
const NAMED = { minifyWhitespace: true, minifySyntax: true } as const;
/** Without them: an editor reads and compiles all of it in each window. */
const SMALL = { minify: true } as const;

/** What a person waits for: what is imported on first use are files of its own, `<name>-<hash>.cjs`. */
const SPLIT = {
  extension: { entry: 'src/extension.ts', size: SMALL },
  cairn: { entry: 'src/cli/main.ts', size: NAMED },
} as const;

/** One file each: a run takes hours and must not miss a file that an update took away meanwhile; the others are small, or one thing. */
const WHOLE = {
  run: 'src/runner/main.ts',
  supervisor: 'src/process/supervisor.ts',
  forkServer: 'src/git/forkServer/server.ts',
  tokenizer: 'src/bundles/tokenizer.ts',
  secretRules: 'src/bundles/secretRules.ts',
  shellParser: 'src/bundles/shellParser.ts',
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
  target: 'node22',
  external: ['vscode'],
  alias: {
    // The same code as ES modules, of which only what is used is taken: a sixth less.
    yaml: join(ROOT, 'node_modules/yaml/browser/dist/index.js'),
    debug: join(ROOT, 'src/bundles/silentDebug.ts'),
    'node:crypto': join(ROOT, 'src/bundles/lateCrypto.ts'),
  },
  logLevel: 'warning',
} as const satisfies BuildOptions;

const AS_COMMONJS = {
  format: 'cjs',
  // An extension host does not promise `import()` of files to CommonJS; `require` always works there.
  supported: { 'dynamic-import': false },
} as const;
const IMPORT_META = { 'import.meta.url': 'importMetaUrl' };
const BANNER = "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;";

interface Made {
  readonly outdir: string;
  readonly define: Readonly<Record<string, string>>;
  readonly sourcemap: 'inline' | false;
}

/**
 * Bundles every program of Cairn into a folder, which is emptied first; answers the names of all its programs' files.
 *
 * @param options `also`: other programs beside them, name and source
 */
export async function bundle(
  outdir: string,
  options: { readonly sourcemap?: boolean; readonly also?: Readonly<Record<string, string>> } = {},
): Promise<readonly string[]> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const define = { CAIRN_VERSION: JSON.stringify(version) };
  const sourcemap = options.sourcemap === true ? 'inline' : false;
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const split: string[] = [];
  for (const name of ['extension', 'cairn'] as const)
    split.push(...(await bundleSplit(name, { outdir, define, sourcemap })));
  await build({
    ...COMMON,
    ...AS_COMMONJS,
    ...NAMED,
    outdir,
    sourcemap,
    define: { ...define, ...IMPORT_META },
    banner: { js: BANNER },
    entryPoints: { ...WHOLE, ...options.also },
  });
  await build({
    ...COMMON,
    ...NAMED,
    format: 'cjs',
    outdir,
    define,
    target: 'node12',
    entryPoints: SHIMS,
  });
  writeFileSync(join(outdir, TABLE_FILE), makeO200kTable());
  // `npm install` makes programs of `bin` executable; whoever runs it straight from here should not need that.
  chmodSync(join(outdir, 'cli.cjs'), 0o755);
  return [...split, ...Object.keys({ ...WHOLE, ...SHIMS }).map((name) => `${name}.cjs`)];
}

/** esbuild splits ES modules only, so each of the files that come of it is turned into CommonJS after that. */
async function bundleSplit(
  name: keyof typeof SPLIT,
  { outdir, define, sourcemap }: Made,
): Promise<readonly string[]> {
  const { entry, size } = SPLIT[name];
  const { outputFiles, metafile } = await build({
    ...COMMON,
    ...size,
    alias: { ...COMMON.alias, 'node:fs/promises': join(ROOT, 'src/bundles/lateFiles.ts') },
    outdir,
    define,
    sourcemap,
    format: 'esm',
    splitting: true,
    chunkNames: `${name}-[hash]`,
    plugins: [wholeZod, commanderAlone],
    write: false,
    metafile: true,
    entryPoints: { [name]: entry },
  });
  const parts: Part[] = [];
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      ...AS_COMMONJS,
      ...size,
      // For Node, esbuild lists the exports once more, for an `import` of the file; nothing imports these.
      platform: 'neutral',
      target: COMMON.target,
      sourcemap,
      ...(text.includes('import.meta.url') ? { define: IMPORT_META, banner: BANNER } : {}),
    });
    const made = metafile.outputs[relative(ROOT, path)];
    const needs = made?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
    parts.push({
      name: basename(path),
      code: plainExports(code),
      needs: needs.map((needed) => basename(needed.path)),
    });
  }
  // What a map says of lines holds for files as they are.
  const files = sourcemap === false ? joinParts(name, parts, { later: name === 'cairn' }) : parts;
  for (const file of files) writeFileSync(join(outdir, file.name), file.code);
  return files.map((file) => file.name);
}
