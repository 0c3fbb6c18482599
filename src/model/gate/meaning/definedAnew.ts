import type { CheckRecord } from '../../checkpoint/phaseRecord.ts';
import { baseName } from './baseName.ts';
import { jsonPart, scriptNamed, scriptsIn, tomlPart } from './partsOf.ts';
import { scriptsOf, startedBy } from './readCommand.ts';
import { simpleCommands } from './simpleCommands.ts';
import { isFileOf, partOf } from './toolFiles.ts';

/** A file before the session and now; null: it is not there, or nobody can read it. */
export interface TwoTexts {
  readonly was: string | null;
  readonly is: string | null;
}

/** What a session has changed. */
export interface ChangedFiles {
  readonly paths: readonly string[];
  /** Of the files that are compared by a part ({@link isRead}), whether they were changed or not. */
  readonly texts: ReadonlyMap<string, TwoTexts>;
}

/** Files of which only a part says what a command does. */
export const isRead = (path: string): boolean =>
  ['package.json', 'composer.json', 'pyproject.toml', 'Cargo.toml'].includes(baseName(path));

/** How far scripts that call scripts are followed. */
const DEEPEST = 3;

/**
 * The files by which a session has changed what a command runs: scripts that it calls, what they call, and what says to the programs in
 * them what they do. What a test or the code says is no part of that.
 */
export function definedAnew(run: CheckRecord['run'], files: ChangedFiles): readonly string[] {
  const commands = simpleCommands(run);
  const search: Search = {
    files,
    found: new Set(),
    seen: new Set(),
    changed: new Set(files.paths),
    scripts: new Map(),
    anywhere: commands.some(([first]) => first === 'cd' || first === 'pushd'),
  };
  for (const words of commands) look(words, search, 0);
  return [...search.found].toSorted();
}

type Scripts = ReturnType<typeof scriptsIn>;

interface Search {
  readonly files: ChangedFiles;
  readonly found: Set<string>;
  /** What was looked at: a script may call itself, or another a thousand times. */
  readonly seen: Set<string>;
  readonly changed: ReadonlySet<string>;
  /** By the file that has them, before and now. */
  readonly scripts: Map<string, readonly [was: Scripts, is: Scripts]>;
  /** The command goes somewhere else first. */
  readonly anywhere: boolean;
}

function look(words: readonly string[], search: Search, depth: number): void {
  if (!isNew(search, `command ${words.join(' ')}`)) return;
  const { changed, found } = search;
  const { tools, paths, lines } = startedBy(words);
  for (const path of paths) if (changed.has(path)) found.add(path);
  for (const tool of tools) if (isNew(search, `tool ${tool}`)) byTool(tool, search);
  if (depth >= DEEPEST) return;
  for (const line of lines) for (const inner of simpleCommands(line)) look(inner, search, depth + 1);
  followScripts(words, search, depth);
}

function followScripts(words: readonly string[], search: Search, depth: number): void {
  const called = scriptsOf(words);
  if (called === null) return;
  const anywhere = called.anywhere || search.anywhere;
  for (const [path, texts] of search.files.texts) {
    const isMeant = anywhere ? baseName(path) === called.file : path === called.file;
    if (isMeant) byScripts(called.names, { path, texts }, search, depth);
  }
}

function isNew({ seen }: Search, what: string): boolean {
  if (seen.has(what)) return false;
  seen.add(what);
  return true;
}

function byTool(tool: string, { files: { paths, texts }, found }: Search): void {
  for (const path of paths) if (isFileOf(tool, path)) found.add(path);
  const part = partOf(tool);
  if (part === null) return;
  const read = (text: string | null): string | null =>
    part.key === undefined ? tomlPart(text, part.sections ?? /^/) : jsonPart(text, part.key);
  for (const path of paths) {
    const both = baseName(path) === part.file ? texts.get(path) : undefined;
    if (both !== undefined && differs(read(both.was), read(both.is))) found.add(path);
  }
}

/** What stands before and behind a script by its name is run with it. */
function byScripts(
  names: readonly string[],
  { path, texts: { was, is } }: { readonly path: string; readonly texts: TwoTexts },
  search: Search,
  depth: number,
): void {
  const [before, after] = search.scripts.get(path) ?? [scriptsIn(was), scriptsIn(is)];
  search.scripts.set(path, [before, after]);
  for (const name of names.flatMap((one) => [`pre${one}`, one, `post${one}`])) {
    if (!isNew(search, `script ${path} ${name}`)) continue;
    const now = scriptNamed(after, name);
    if (search.changed.has(path) && differs(scriptNamed(before, name), now)) search.found.add(path);
    for (const words of simpleCommands(now ?? '')) look(words, search, depth + 1);
  }
}

/** What nobody can read may say anything, and what was not there and is not has not changed. */
const differs = (was: string | null, is: string | null): boolean => was === null || is === null || was !== is;
