import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionId } from '../model/names/ids.ts';
import type { SessionState, StateStore } from '../session/ports.ts';
import { AppendLog } from './appendLog.ts';
import { onDisk } from './asCairnError.ts';
import { codeOf } from '../host/atomicWrite.ts';
import { TRUST_FOLDER } from './trust.ts';
import { openSessionState } from './sessionState.ts';

const SESSION_ID = /^[a-z0-9][a-z0-9-]{2,62}$/;

/**
 * `<common git dir>/cairn/`, shared by all working trees of a repository. Below it, for each session:
 *
 * ```
 * <session>/about.json          branch, working tree, isolation, setup, HEAD in place
 * <session>/journal.jsonl       the attempt in flight, one line for each event
 * <session>/published           one commit id a line, published or trusted from here
 * <session>/index-<epoch>       the private index of the owner of that epoch (see privateIndexes.ts)
 * <session>/lease.<epoch>.json  who drives it (see leases.ts)
 * <session>/request.<kind>      what a window or terminal asks of whoever drives it
 * <session>/permissions/<id>… what an agent at work asks a person, who shows it, the answer
 * <session>/notes/<id>.json     what people told the session that no record holds yet
 * <session>/trusted/<hex>.json  commands that may be run here, a file for each hash
 * <session>/output/<phase>-<attempt>/
 * ```
 */
export function createStateStore(commonDir: string): StateStore {
  const folder = join(commonDir, 'cairn');
  // Two handles on one session must not interleave their lines: one log for each file.
  const logs = new Map<string, AppendLog>();
  const log = (path: string): AppendLog => {
    const found = logs.get(path) ?? new AppendLog(path);
    logs.set(path, found);
    return found;
  };
  return {
    folder,
    sessions: () =>
      onDisk(folder, () => sessionsIn(folder, (name) => !isLease(name) && name !== TRUST_FOLDER)),
    trusting: () => onDisk(folder, () => sessionsIn(folder, (name) => name === TRUST_FOLDER)),
    of: (session): SessionState => openSessionState(join(folder, session), log),
  };
}

/**
 * Folders that hold such a name. A lease outlives its session, so that epochs only grow, and what was trusted is there
 * before somebody works on it, and as long as it can be brought back.
 */
async function sessionsIn(folder: string, counts: (name: string) => boolean): Promise<readonly SessionId[]> {
  const found: SessionId[] = [];
  for (const entry of await entriesOf(folder)) {
    if (!SESSION_ID.test(entry)) continue;
    const names = await entriesOf(join(folder, entry));
    if (names.some(counts)) found.push(entry as SessionId);
  }
  return found.sort();
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

const isLease = (name: string): boolean => name.startsWith('lease.');
