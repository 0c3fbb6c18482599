import { resolve } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { limitOfFiles } from '../host/fileLimit.ts';
import { cannotWrite } from '../host/refusedBySystem.ts';

/** A failed git process. */
export interface Failure {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly binary: string;
  readonly code: number | null;
  readonly stderr: string;
}

/**
 * The only place that parses git's messages, which are English because of `LC_MESSAGES=C`.
 *
 * Order matters: the first message is often a consequence of the last.
 */
export function failureOf(failure: Failure): CairnError {
  const { stderr } = failure;
  if (failure.code !== null && NOT_STARTED.has(failure.code) && stderr === '')
    return new CairnError('git/not-found', { tried: failure.binary });
  for (const { pattern, make } of KNOWN) {
    const match = pattern.exec(stderr);
    if (match) return make(failure, match);
  }
  return new CairnError('git/failed', {
    command: commandLine(failure.args),
    exitCode: failure.code,
    stderr: stderr.trim().slice(-4000),
  });
}

/** True if a ref could not be moved because it is no longer where the caller expects it. */
export function isLostRace(stderr: string): boolean {
  return /but expected [0-9a-f]+|reference already exists|unable to resolve reference|but is a regular|reference is missing but expected/.test(
    stderr,
  );
}

/** The ref below this one, or with the name of a folder that this one needs; null if there is none. */
export function refInTheWay(stderr: string, ref: string): string | null {
  const [, after = ''] = stderr.split(`cannot lock ref '${ref}': '`);
  const end = after.indexOf(`' exists; cannot create '`);
  return end === -1 ? null : after.slice(0, end);
}

/** Refs that point nowhere, as after a power loss. */
export function brokenRefs(stderr: string): readonly string[] {
  return [...stderr.matchAll(/ignoring (?:broken|dangling symbolic) ref (\S+)/g)].map(
    (match) => match[1] ?? '',
  );
}

/** True if an object that a listing needs is missing. */
export function isMissingObject(stderr: string): boolean {
  return MISSING_OBJECT.test(stderr);
}

/** True if a person's filter could not turn stored bytes into those for the disk. */
export function isFilterFailure(stderr: string): boolean {
  return /smudge filter .* failed|external filter .* failed/.test(stderr);
}

/** The filter driver whose failure kept git from storing a file; null for another reason. */
export function failedCleanFilter(stderr: string): string | null {
  return /clean filter '(.*)' failed/.exec(stderr)?.[1] ?? null;
}

/** What ties a worktree to its repository and has no content; null if git did not die of that. */
export function unreadableTie(stderr: string): string | null {
  return /fatal: failed to read (.*worktrees\/[^/\n]+\/commondir)/.exec(stderr)?.[1] ?? null;
}

/** Folders that `git status` could not read, relative to the root. */
export function unreadableFolders(stderr: string): readonly string[] {
  return [...stderr.matchAll(/warning: could not open directory '(.*?)\/?': (?!No such)/g)].map(
    (match) => match[1] ?? '',
  );
}

/** Not exit codes: the system's errors for "no such program" and "not allowed", on Unix and Windows. */
const NOT_STARTED = new Set([-2, -13, -4058, -4092]);

const MISSING_OBJECT =
  /(?:missing object|bad object|Could not read|unable to read (?:tree|blob object)|unable to read(?= [0-9a-f]{40})|unable to find|unable to stream|bad tree object|Failed to traverse parents of commit|could not get object info|loose object|object file|parse commit|nonexistent object|not a valid object name:?|invalid object)[^0-9a-f\n]*\(?([0-9a-f]{40,64})?/i;

const KNOWN: readonly {
  readonly pattern: RegExp;
  readonly make: (failure: Failure, match: RegExpExecArray) => CairnError;
}[] = [
  {
    pattern: /spawn \S*.* ENOENT/,
    make: (failure) => new CairnError('git/not-found', { tried: failure.binary }),
  },
  {
    pattern: /\bspawn \S*.* E[MN]FILE|Too many open files/,
    make: () => new CairnError('machine/open-files', { limit: limitOfFiles() }),
  },
  {
    pattern:
      /detected dubious ownership in repository at '(.+?)'|unsafe repository \('(.+?)' is owned by someone else\)/,
    make: (failure, match) => {
      const folder = match[1] ?? match[2] ?? failure.cwd;
      const remedy =
        /git config --global --add safe\.directory .+/.exec(failure.stderr)?.[0] ??
        `git config --global --add safe.directory '${folder}'`;
      return new CairnError('git/dubious-ownership', { folder, remedy });
    },
  },
  {
    pattern: /not a git repository/i,
    make: (failure) => new CairnError('git/not-a-repository', { folder: failure.cwd }),
  },
  {
    pattern: /must be run in a work tree/,
    make: (failure) => new CairnError('git/bare', { folder: failure.cwd }),
  },
  {
    // Left in the git directory by `sudo`, or a read-only disk.
    pattern:
      /'([^'\n]+)': (?:Permission denied|(Read-only file system))|insufficient permission for adding an object to repository database (\S+)/,
    make: (failure, match) =>
      cannotWrite(
        resolve(failure.cwd, match[1] ?? match[3] ?? ''),
        match[2] === undefined ? 'EACCES' : 'EROFS',
        new Error(failure.stderr),
      ),
  },
  {
    pattern: /No space left on device|Disk quota exceeded|not enough space on the disk/,
    make: (failure) => new CairnError('git/disk-full', { command: commandLine(failure.args) }),
  },
  {
    pattern: /Unable to create '(.+?\.lock)': File exists/,
    make: (failure, match) => new CairnError('git/locked', { lock: resolve(failure.cwd, match[1] ?? '') }),
  },
  {
    pattern: MISSING_OBJECT,
    make: (_failure, match) =>
      new CairnError('data/missing-object', { object: match[1] ?? 'unknown', lastGood: null }),
  },
];

/** The command for logs and reports, without config and without names that a person chose. */
function commandLine(args: readonly string[]): string {
  const words = ['git'];
  for (let at = 0; at < args.length && words.length < 8; at += 1) {
    if (args[at] === '-c') at += 1;
    else words.push(args[at] ?? '');
  }
  return words.join(' ');
}
