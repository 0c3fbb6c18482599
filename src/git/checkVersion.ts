import { readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import { searchPath } from '../host/searchPath.ts';
import { userCache } from '../host/userCache.ts';
import type { Git } from './createGit.ts';
import type { GitProgram } from './gitCall.ts';

/** The first version with `merge-tree --write-tree` and `cat-file --batch-command`. */
const NEEDED = [2, 38] as const;
/** A small program that starts the git of the day looks the same when that one changes. */
const BELIEVED_MS = 24 * 3600 * 1000;

/**
 * Throws `git/not-found` and `git/too-old`. A git that was new enough is remembered for a day in the user's cache folder, by what
 * its file looks like, so that most openings need no process.
 */
export async function checkVersion(program: GitProgram, git: Git, cwd: string): Promise<void> {
  const note = noteOf(program);
  if (note !== null && isNoted(note)) return;
  const { out } = await git(['version'], { cwd });
  refuseOld(out.toString('utf8').trim());
  // Without a note the next opening asks again.
  if (note !== null) await atomicWrite(note.file, note.text, { mode: 0o600, flush: false }).catch(() => {});
}

function refuseOld(said: string): void {
  const { version, isEnough, needed } = judgeVersion(said);
  if (!isEnough) throw new CairnError('git/too-old', { found: version ?? said, needed });
}

/** What `git version` said, beside what is needed. */
export function judgeVersion(said: string): {
  readonly version: string | null;
  readonly isEnough: boolean;
  readonly needed: string;
} {
  const found = /(\d+)\.(\d+)(?:\.\S+)?/.exec(said);
  const [major, minor] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  const isEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return { version: found?.[0] ?? null, isEnough, needed: NEEDED.join('.') };
}

/** A file of the cache, and what is in it if this very program was new enough. */
interface Note {
  readonly file: string;
  readonly text: string;
}

/** Null without a cache, and for a program that is not where we look for it. */
function noteOf({ binary, env }: GitProgram): Note | null {
  if (!isAbsolute(binary) && basename(binary) !== binary) return null;
  try {
    const places = isAbsolute(binary) ? [binary] : searchPath(env).map((folder) => join(folder, binary));
    for (const place of places) {
      const found = statSync(place, { bigint: true, throwIfNoEntry: false });
      if (found?.isFile() !== true || (found.mode & 0o111n) === 0n) continue;
      const folder = userCache(env, 'git');
      const text = `${NEEDED.join('.')} ${found.size} ${found.mtimeNs} ${found.ino} ${place}\n`;
      return folder === null ? null : { file: join(folder, nameOf(place)), text };
    }
  } catch {
    // The cache cannot be made: git is asked.
  }
  return null;
}

/** Where two places have one name, only the one that was looked at last is remembered: what is in the file says which. */
const nameOf = (place: string): string => `version-${place.replaceAll(/[^A-Za-z0-9.]+/g, '-').slice(-80)}`;

function isNoted({ file, text }: Note): boolean {
  try {
    return Math.abs(Date.now() - statSync(file).mtimeMs) < BELIEVED_MS && readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
}
