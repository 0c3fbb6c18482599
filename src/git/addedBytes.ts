import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { atomicWrite } from '../host/atomicWrite.ts';
import { sha256 } from '../host/hashes.ts';
import { userCache } from '../host/userCache.ts';
import type { CommitId } from '../model/names/ids.ts';
import type { Git } from './createGit.ts';
import type { Environment } from './env.ts';
import type { Objects } from './objects.ts';
import { onlyId } from './onlyId.ts';

/** Remembers recent answers: a window asks every two seconds, and commits do not change. */
const REMEMBERED = 64;

type AddedBytes = (by: readonly CommitId[], since: readonly CommitId[]) => Promise<number | null>;

/**
 * How many bytes some commits added to the repository. One process per new answer; the last one is remembered in the user's cache
 * folder, for the next command.
 */
export function createAddedBytes(git: Git, cwd: string, objects: Objects, env: Environment): AddedBytes {
  const known = new Map<string, number | null>();
  return async (by, since) => {
    const key = [...by, ...since.map((commit) => `^${commit}`)].join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    // A missing commit excludes nothing: everything in the clone would count.
    for (const commit of since) if ((await objects.look(commit)) === null) return null;
    const note = noteOf(env, cwd, since);
    // A `gc` makes fewer bytes of the same commits, and writes packs.
    const asked = `${key} ${changedAt(join(cwd, 'objects/pack'))}`;
    const noted = note === null ? null : readNote(note, asked);
    if (noted !== null) return noted;
    const { code, out } = await git(
      [
        'rev-list',
        '--disk-usage',
        '--objects',
        // A partial clone must not fetch objects only to count them.
        '--missing=allow-promisor',
        ...by.map(onlyId),
        '--not',
        ...since.map(onlyId),
        '--',
      ],
      { cwd, answers: [0, 128] },
    );
    const bytes = code === 0 ? Number(out.toString('utf8').trim()) : null;
    const [oldest] = known.keys();
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(key, bytes);
    if (note !== null && bytes !== null)
      await atomicWrite(note, `${asked} = ${bytes}\n`, { mode: 0o600, flush: false }).catch(() => {});
    return bytes;
  };
}

/** One file for all that began on the same commits, so that they do not grow in number; null without a cache. */
function noteOf(env: Environment, cwd: string, since: readonly CommitId[]): string | null {
  try {
    const folder = userCache(env, 'git');
    return folder === null ? null : join(folder, `added-${sha256([cwd, ...since].join(' ')).slice(0, 16)}`);
  } catch {
    // The cache cannot be made: git is asked.
    return null;
  }
}

function readNote(file: string, asked: string): number | null {
  try {
    const text = readFileSync(file, 'utf8');
    const bytes = text.startsWith(`${asked} = `) ? text.slice(asked.length + 3).trim() : '';
    return /^\d+$/.test(bytes) ? Number(bytes) : null;
  } catch {
    return null;
  }
}

const changedAt = (folder: string): string =>
  String(statSync(folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? '');
