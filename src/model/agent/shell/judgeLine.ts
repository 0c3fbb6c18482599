import { err, ok, type Result } from '../../../base/result.ts';
import { shellWords } from '../../../base/shellWords.ts';
import type { AlwaysAllowed } from '../permissionRules.ts';
import type { Command } from '../../workflow/workflow.ts';
import { hasGitOptions, isGit } from './git.ts';
import { isLiteral, trimmed, type CommandLine, type Part, type Refusal, type ShellReader } from './line.ts';
import { ownCall, type OwnCall } from './own.ts';
import { coveredBy, type Pattern } from './pattern.ts';
import {
  isStraight,
  MOST_PLACES,
  placesBeyond,
  placesOf,
  searchesBelow,
  seenFrom,
  wayOf,
  type Places,
} from './places.ts';
import { READING, readsOnly } from './readers.ts';

/** What a line is judged by. */
export interface LineRules {
  /** Root of the working tree, absolute. */
  readonly root: string;
  readonly allow: readonly Pattern[];
  readonly always: AlwaysAllowed;
  /** Those of the phase that is at work. */
  readonly checks: readonly Command[];
}

/** A line that is allowed where all of this holds, which only the machine knows. */
export interface Allowed {
  /** All of them really lie in the working tree, from its root or absolute. */
  readonly paths: readonly string[];
  /** What git runs by its configuration is what it was. */
  readonly git: boolean;
}

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash']);
const STARTED = /^(?:\/bin\/|\/usr\/bin\/|\/usr\/local\/bin\/|\/opt\/homebrew\/bin\/)?(?:bash|sh)$/;
/** A line that starts a shell that starts a shell is nobody's. */
const DEEPEST = 2;
const MOST_PATHS = 200;

interface Judging {
  readonly line: CommandLine;
  readonly rules: LineRules;
  readonly shell: ShellReader;
  readonly checks: ReadonlySet<string>;
  readonly paths: Set<string>;
  git: boolean;
}

/** Judges a command line by its parts: each of them has to be allowed. */
export function judgeLine(line: CommandLine, rules: LineRules, shell: ShellReader): Result<Allowed, Refusal> {
  if (line.shell !== null && !SHELLS.has(line.shell)) return err('shell');
  const checks = new Set(
    rules.checks.map((run) => (typeof run === 'string' ? trimmed(run) : shellWords(run))),
  );
  const places = placesOf(line, { root: rules.root, checks }, shell);
  if (places === null) return err('folder');
  const judging: Judging = { line, rules, shell, checks, paths: new Set(), git: false };
  const refused = judgeText(line.text, places, judging, 0);
  if (refused !== null) return err(refused);
  return judging.paths.size > MOST_PATHS
    ? err('too-long')
    : ok({ paths: [...judging.paths], git: judging.git });
}

/** Null: it is allowed. */
function judgeText(text: string, from: Places, judging: Judging, depth: number): Refusal | null {
  look(from, '.', judging);
  // Word for word what the workflow says, whatever that is.
  if (isCheck(trimmed(text), from, judging)) return null;
  const parts = judging.shell.readLine(text);
  if (!parts.ok) return parts.error;
  let places: Places | null = from;
  for (const part of parts.value) {
    if (part.writes) return 'redirect';
    if (part.words[0] === 'cd') {
      places = judging.line.cdPath !== '' ? null : gone(part, places, judging);
      if (places === null) return 'folder';
    } else {
      const refused = judgePart(part, places, judging, depth);
      if (refused !== null) return refused;
    }
  }
  return null;
}

/** Where the rest of the line may run; null if nobody can tell. */
function gone({ words, reads }: Part, from: Places, judging: Judging): Places | null {
  const way = reads.length > 0 ? null : wayOf(words);
  const places = way === null ? null : placesBeyond(from, way, judging.rules.root);
  if (places !== null) look(places, '.', judging);
  return places !== null && places.size > MOST_PLACES ? null : places;
}

function judgePart({ words, reads }: Part, places: Places, judging: Judging, depth: number): Refusal | null {
  if (!reads.every(isStraight)) return 'outside';
  for (const path of reads) look(places, path, judging);
  const text = shellText(words);
  if (text !== null) return judgeStarted(text, places, judging, depth);
  const { allow, always } = judging.rules;
  const [covered] = allow
    .map((pattern) => coveredBy(words, pattern, judging.rules.root))
    .filter((paths) => paths !== null)
    .toSorted((a, b) => a.length - b.length);
  if (covered !== undefined) return judgeCovered(words, covered, places, judging);
  if (words.every(isPlain) && isCheck(words.join(' '), places, judging)) return null;
  const own = always === 'nothing' ? null : ownCall(words);
  if (own !== null && (always === 'all' || own.runs === null)) return judgeOwn(own, places, judging, depth);
  return always === 'all' ? judgeReading(words, places, judging) : 'program';
}

/** A check is one only where the workflow runs it: in the root. */
function isCheck(text: string, places: Places, judging: Judging): boolean {
  if (judging.rules.always !== 'all' || !isAtRoot(places) || !judging.checks.has(text)) return false;
  judging.git ||= /\bgit\b/.test(text);
  return true;
}

/** By a pattern. Git is not, also where another program starts it, with a folder or config of the line's own. */
function judgeCovered(
  words: Part['words'],
  paths: readonly string[],
  places: Places,
  judging: Judging,
): Refusal | null {
  if (!paths.every(isStraight)) return 'outside';
  for (const path of paths) look(places, path, judging);
  const called = words.findIndex(isGit);
  if (called === -1) return null;
  if (hasGitOptions(words.slice(called + 1))) return 'option';
  return judgeRepository(places, judging);
}

/** Anywhere else than in the root a folder may be a repository of its own, whose config runs what it says. */
function judgeRepository(places: Places, judging: Judging): Refusal | null {
  if (!isAtRoot(places)) return 'folder';
  if (searchesBelow(judging.line.path, judging.rules.root)) return 'search-path';
  judging.git = true;
  return null;
}

const isAtRoot = (places: Places): boolean => [...places].every((place) => place === '');

function judgeOwn({ probe, runs }: OwnCall, places: Places, judging: Judging, depth: number): Refusal | null {
  if (depth >= DEEPEST) return 'construct';
  const refused = probe === null ? null : judgeText(probe, places, judging, depth + 1);
  if (refused !== null || runs === null) return refused;
  return judgePart({ words: runs, reads: [], writes: false }, places, judging, depth + 1);
}

function judgeStarted(text: string, places: Places, judging: Judging, depth: number): Refusal | null {
  if (searchesBelow(judging.line.path, judging.rules.root)) return 'search-path';
  return depth < DEEPEST ? judgeText(text, places, judging, depth + 1) : 'construct';
}

/** A word that means the same in a shell's quotes and without. */
const isPlain = (word: string): boolean => /^[\w@%+:,./-]+$/.test(word);

/** What `bash -c TEXT` runs. A login shell reads what the person has written for it. */
const shellText = ([program, option, text, ...more]: readonly string[]): string | null =>
  STARTED.test(program ?? '') &&
  (option === '-c' || option === '-lc') &&
  text !== undefined &&
  more.length === 0
    ? text
    : null;

function judgeReading(words: Part['words'], places: Places, judging: Judging): Refusal | null {
  const does = readsOnly(words);
  if (does === null) return READING.includes(words[0]) ? 'option' : 'program';
  if (!words.every(isLiteral)) return 'word';
  if (searchesBelow(judging.line.path, judging.rules.root)) return 'search-path';
  if (!does.paths.every(isStraight)) return 'outside';
  for (const path of does.paths) look(places, path, judging);
  return does.git ? judgeRepository(places, judging) : null;
}

function look(places: Places, path: string, { paths, rules }: Judging): void {
  for (const place of places) paths.add(seenFrom(place, path, rules.root) || '.');
}
