import { join } from 'node:path';
import { readdir } from '../host/disk.ts';
import { ifMissing } from '../host/systemError.ts';
import { slotIn } from '../model/names/treeName.ts';
import type { SessionId } from '../model/names/ids.ts';
import type { SessionState, StateStore } from '../session/ports.ts';
import { baselinesIn } from './baselines.ts';
import { AppendLog } from './appendLog.ts';
import { onDisk } from './asCairnError.ts';
import { lastWordIn } from './lastWord.ts';
import { openSlotState } from './slotState.ts';
import { openSessionState } from './sessionState.ts';
import { TRUST_FOLDER } from './trust.ts';

const SESSION_ID = /^[a-z0-9][a-z0-9-]{2,62}$/;

/**
 * `<common git dir>/cairn/`, shared by all working trees of a repository. Below it, for each session:
 *
 * ```
 * <session>/about.json          branch, working tree, isolation, setup, HEAD in place
 * <session>/journal.jsonl       the attempt in flight, one line for each event
 * <session>/slots/2/…          the first three of a further slot
 * <session>/published           one commit id per line, published or trusted here
 * <session>/index-<epoch>       the private index of the owner of that epoch (see privateIndexes.ts)
 * <session>/lease.<epoch>.json  who drives it (see leases.ts)
 * <session>/request.<kind>      what a window or terminal asks of whoever drives it
 * <session>/permissions/<id>…   what an agent asks a person, who shows it, and the answer
 * <session>/rejected/<phase>.json   what nobody was there to allow, and what a person said of it since
 * <session>/beforehand.json     phases that a person approved before there was anything to look at
 * <session>/baseline.json       what its checks said before anything was changed
 * <session>/notes/<id>.json     what people told the session and no record holds yet
 * <session>/words/<phase>…      what people say of phases that wait while others work
 * <session>/trusted/<hex>.json  commands that may run here, a file per hash
 * <session>/output/<phase>-<attempt>/
 * .baselines/<hex>.json         what checks said of a tree that nobody had touched
 * .last-word.json               which session was spoken to last on a command line
 * ```
 */
export function createStateStore(commonDir: string): StateStore {
  const folder = join(commonDir, 'cairn');
  // One log per file: two handles on one session must not interleave their lines.
  const logs = new Map<string, AppendLog>();
  // What this process has found out of a session it does not read again from where an agent can write, and a look
  // asks for a state a hundred times: to name some twenty paths each time is most of what that costs.
  const opened = new Map<SessionId, SessionState>();
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
    ...lastWordIn(folder),
    baselines: baselinesIn(join(folder, '.baselines')),
    of(name): SessionState {
      const { session, slot } = slotIn(name);
      const state = opened.get(session) ?? openSessionState(join(folder, session), log);
      opened.set(session, state);
      return slot === 1 ? state : openSlotState(state, slot, log);
    },
  };
}

/**
 * The folders with a name that `counts`. A lease outlives its session, so that epochs only grow. Trust exists before anybody
 * works on a session, and for as long as a deleted session can be brought back.
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

const entriesOf = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch(ifMissing<readonly string[]>([], 'ENOTDIR'));

const isLease = (name: string): boolean => name.startsWith('lease.');
