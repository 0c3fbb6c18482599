import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import * as zlib from 'node:zlib';
import type { Environment } from './searchPath.ts';
import { userCache } from './userCache.ts';

interface Program {
  /** Its first file; those that it requires by `./` lie beside it. */
  readonly entry: string;
  /** Runs of one name need much the same of it. */
  readonly name: string;
  readonly version: string;
}

/**
 * Loads a program as `require` does, with the code that V8 made of it in an earlier run, from the user's cache folder.
 *
 * Node's own cache has only what is compiled while a file is loaded. Nearly every function is compiled when it is first called, and
 * with that one again at each start. To be called in a program of its own only, never in the editor's.
 */
export function startProgram(program: Program, env: Environment): void {
  const kept = keptFile(program, env);
  if (kept === null) createRequire(program.entry)(program.entry);
  else loadWith(kept, program.entry);
}

/** Null where nothing is kept. */
function keptFile({ name, version }: Program, env: Environment): string | null {
  // Whoever set these has decided, and Node does as they say.
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE']) return null;
  // Node 22.1 has no checksum.
  if (process.versions['electron'] !== undefined || !('crc32' in zlib)) return null;
  try {
    const folder = userCache(env, version);
    return folder && join(folder, `${name}-${process.version}-${process.arch}`);
  } catch {
    // Without it the start only takes longer.
    return null;
  }
}

/** The code of a file, and a checksum of the bytes that it was made of. */
interface Code {
  readonly of: number;
  readonly code: Buffer;
}
interface Loaded {
  exports: unknown;
}
type Evaluate = (
  exports: unknown,
  require: (id: string) => unknown,
  module: Loaded,
  filename: string,
  dirname: string,
) => void;

const [HEAD, TAIL] = ['(function (exports, require, module, __filename, __dirname) { ', '\n})'];

function loadWith(keptIn: string, entry: string): void {
  const keeper = createKeeper(keptIn, dirname(entry));
  const required = createRequire(entry);
  const loaded = new Map<string, Loaded>();
  const load = (name: string): unknown => {
    const there = loaded.get(name);
    if (there !== undefined) return there.exports;
    const file = join(dirname(entry), name);
    const evaluate = keeper.compile(name).runInThisContext() as Evaluate;
    const module: Loaded = { exports: {} };
    loaded.set(name, module);
    const require = (id: string): unknown => (id.startsWith('./') ? load(id.slice(2)) : required(id));
    evaluate.call(module.exports, module.exports, require, module, file, dirname(file));
    return module.exports;
  };
  load(basename(entry));
}

/** V8 throws away what has not run for a while: what a long run has compiled by then is kept, and only more files after that. */
const EARLY_MS = 3000;

function createKeeper(keptIn: string, folder: string): { compile(name: string): Script } {
  const kept = readKept(keptIn);
  const scripts = new Map<string, { readonly of: number; readonly script: Script }>();
  const fresh = new Set<string>();
  let isEarly = true;
  const keep = (): void => {
    // A command line that is wrong is not typed again.
    if (fresh.size === 0 || process.exitCode === 2) return;
    for (const [name, { of, script }] of scripts)
      if (isEarly || fresh.has(name)) kept.set(name, { of, code: script.createCachedData() });
    fresh.clear();
    // Another build of this version has other files.
    for (const name of kept.keys()) if (!existsSync(join(folder, name))) kept.delete(name);
    writeKept(keptIn, kept);
  };
  const early = setTimeout(() => {
    keep();
    isEarly = false;
  }, EARLY_MS);
  early.unref();
  process.once('exit', keep);
  return {
    compile(name) {
      const file = join(folder, name);
      const bytes = readFileSync(file);
      const of = zlib.crc32(bytes);
      const before = kept.get(name);
      const cachedData = before?.of === of ? before.code : undefined;
      const script = new Script(`${HEAD}${bytes.toString('utf8')}${TAIL}`, {
        filename: file,
        columnOffset: -HEAD.length,
        ...(cachedData && { cachedData }),
      });
      if (cachedData === undefined || script.cachedDataRejected === true) fresh.add(name);
      scripts.set(name, { of, script });
      return script;
    },
  };
}

/** A line that says where each part of the rest is, and its checksum. */
interface Part {
  readonly of: number;
  readonly from: number;
  readonly to: number;
  readonly sum: number;
}

/** Without what is damaged, which not every V8 notices by itself. */
function readKept(file: string): Map<string, Code> {
  try {
    const bytes = readFileSync(file);
    const start = bytes.indexOf(0x0a) + 1;
    const parts = JSON.parse(bytes.toString('utf8', 0, start)) as Readonly<Record<string, Part>>;
    const codes = Object.entries(parts).map(([name, { of, from, to, sum }]) => {
      const code = bytes.subarray(start + from, start + to);
      return zlib.crc32(code) === sum ? ([[name, { of, code }]] as const) : [];
    });
    return new Map(codes.flat());
  } catch {
    return new Map();
  }
}

function writeKept(file: string, kept: ReadonlyMap<string, Code>): void {
  const parts: Record<string, Part> = {};
  let from = 0;
  for (const [name, { of, code }] of kept) {
    parts[name] = { of, from, to: from + code.length, sum: zlib.crc32(code) };
    from += code.length;
  }
  const codes = [...kept.values()].map(({ code }) => code);
  const written = `${file}.${process.pid}`;
  try {
    writeFileSync(written, Buffer.concat([Buffer.from(`${JSON.stringify(parts)}\n`), ...codes]), {
      mode: 0o600,
    });
    renameSync(written, file);
  } catch {
    discard(written);
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Nothing can be changed there.
  }
}
