import { err, ok, type Result } from '../../base/result.ts';
import type { RepoPath } from './ids.ts';
import { isReservedName } from './reservedName.ts';

/**
 * Checks a path from the root of the repository that a person or an agent wrote; the error says what is wrong with it.
 *
 * Not for names from git: on Linux those may contain anything but NUL, including backslashes.
 */
export function checkRepoPath(text: string): Result<RepoPath, string> {
  const why = whyOutside(text);
  return why === null ? ok(text as RepoPath) : err(why);
}

/**
 * Why a workflow must not promise a file of this path, or null. Stricter than {@link checkRepoPath}: the file must be possible
 * on every clone, and the path must not contain `.cairn` or a name that the engine uses.
 */
export function whyNotPromised(path: string): string | null {
  const outside = whyOutside(path);
  if (outside !== null) return outside;
  const odd = /[<>:"|?*]/.exec(path);
  if (odd) {
    return odd[0] === '*' || odd[0] === '?'
      ? 'patterns are not supported; name each file'
      : `Windows has no ${odd[0]} in file names`;
  }
  for (const part of path.split('/')) {
    const same = comparable(part);
    if (/[. ]$/.test(part)) return `"${part}" ends in a dot or a space, which Windows drops`;
    if (isReservedName(part)) return `Windows reserves the name "${part}"`;
    if (same === '.cairn' || /^cairn~\d$/.test(same)) return 'it reaches into .cairn';
    if (OUR_NAMES.has(same)) return `"${part}" is a name that Cairn uses itself`;
  }
  return null;
}

/** In lower case: on macOS and Windows `packet.MD` is the engine's file. */
const OUR_NAMES: ReadonlySet<string> = new Set(['status.md', 'packet.md', 'phase.json', 'handoff.md']);

/** Faults of a whole path, in the order of messages. */
const NEVER: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^\s*$/, 'it is empty'],
  [/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u, 'it has control characters'],
  [/\\/, 'it has a backslash; write "/" on every system'],
  [/^[a-z]:/i, 'it starts with a drive'],
  [/^\/\//, 'it is a network path'],
  [/^\//, 'it is absolute'],
  [/\/$/, 'it names a folder, not a file'],
  [/\/\//, 'it has two slashes in a row'],
];

function whyOutside(path: string): string | null {
  const whole = NEVER.find(([pattern]) => pattern.test(path));
  if (whole) return whole[1];
  for (const part of path.split('/')) {
    if (part === '.') return 'it has a "." in it';
    // Windows drops dots and spaces at the end of a name: `.. ` is `..`.
    if (/^\.\.[. ]*$/.test(part)) return 'it leaves its folder ("..")';
    if (isGitFolder(part)) return 'it reaches into .git';
  }
  return null;
}

/** True for every spelling of `.git` that some file system accepts: case, `git~1`, dropped dots, ignored characters. */
function isGitFolder(part: string): boolean {
  const same = comparable(part)
    .replace(/(::?\$.*)$/, '')
    .replace(/[. ]+$/, '');
  return same === '.git' || /^git~\d$/.test(same);
}

/** A name as the most lenient file system compares it. */
function comparable(part: string): string {
  return part
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .toLowerCase();
}
