import { resolve } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { limitOfFiles } from '../host/fileLimit.ts';
import { cannotWrite } from '../host/refusedBySystem.ts';

/** A git process that gave no answer. */
export interface Failure {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly binary: string;
  readonly code: number | null;
  readonly stderr: string;
}

/**
 * The one place that knows git's words (it runs with `LC_ALL=C`, so they are English).
 *
 * Order matters: what git says first is often a consequence of what it says last.
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

/** True when a ref could not be moved because it is no longer where the caller thinks it is. */
export function isLostRace(stderr: string): boolean {
  return /but expected [0-9a-f]+|reference already exists|unable to resolve reference|but is a regular|reference is missing but expected/.test(
    stderr,
  );
}

/** The ref that lies below this one, or has the name of a folder that it would be in; null: none does. */
export function refInTheWay(stderr: string, ref: string): string | null {
  const [, after = ''] = stderr.split(`cannot lock ref '${ref}': '`);
  const end = after.indexOf(`' exists; cannot create '`);
  return end === -1 ? null : after.slice(0, end);
}

/** True when a repository has a ref that points nowhere, as after a power loss. */
export function brokenRefs(stderr: string): readonly string[] {
  return [...stderr.matchAll(/ignoring (?:broken|dangling symbolic) ref (\S+)/g)].map(
    (match) => match[1] ?? '',
  );
}

/** True when one object that a listing needs is missing. */
export function isMissingObject(stderr: string): boolean {
  return MISSING_OBJECT.test(stderr);
}

/** True when a user's filter could not turn stored bytes into those for the disk. */
export function isFilterFailure(stderr: string): boolean {
  return /smudge filter .* failed|external filter .* failed/.test(stderr);
}

/** The name of the driver by whose failure git could not store a file; null: that was not it. */
export function failedCleanFilter(stderr: string): string | null {
  return /clean filter '(.*)' failed/.exec(stderr)?.[1] ?? null;
}

/** Folders that `git status` could not look into, relative to the root. */
export function unreadableFolders(stderr: string): readonly string[] {
  return [...stderr.matchAll(/warning: could not open directory '(.*?)\/?': (?!No such)/g)].map(
    (match) => match[1] ?? '',
  );
}

/** Exit codes that are none but the system's word for "no such program" and "not allowed", on Unix and on Windows. */
const NOT_STARTED = new Set([-2, -13, -4058, -4092]);

const MISSING_OBJECT =
  /(?:missing object|bad object|Could not read|unable to read tree|unable to find|unable to stream|bad tree object|Failed to traverse parents of commit|could not get object info|loose object|object file|parse commit|nonexistent object|not a valid object name:?|invalid object)[^0-9a-f\n]*\(?([0-9a-f]{40,64})?/i;

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
    // What `sudo` left in the git directory, or a disk that can only be read.
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

/** The command without config and without what a user named, for logs and reports. */
function commandLine(args: readonly string[]): string {
  const words = ['git'];
  for (let at = 0; at < args.length && words.length < 8; at += 1) {
    if (args[at] === '-c') at += 1;
    else words.push(args[at] ?? '');
  }
  return words.join(' ');
}
