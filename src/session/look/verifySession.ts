import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { writtenSchema } from '../../model/checkpoint/checkpointMessage.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { branchRef } from '../../model/names/places.ts';
import {
  verifyCheckpoints,
  verifyFork,
  type VerifiedCheckpoint,
} from '../../model/checkpoint/verifyRules.ts';
import { recordProblemWords } from '../../model/parsing/recordProblemWords.ts';
import { SCHEMA } from '../../model/parsing/schema.ts';
import { findSession, type FoundSession } from '../record/findSession.ts';
import { findDamage } from '../record/damage.ts';
import { checkBrought } from '../record/wholeness.ts';
import type { CommitEntry, Objects } from '../ports.ts';
import { readEntries, toCheckpoints } from '../record/history.ts';
import type { VerifyResult, Violation } from '../verifyResult.ts';
import { verifyRefs, verifyTree } from './verifyObjects.ts';
import type { World } from '../world.ts';
import { verifyHere } from './verifyHere.ts';
import { isRenamed } from '../record/traceOf.ts';
import type { SessionSummary } from '../results.ts';
import { listSessions } from './listSessions.ts';
import { readForVerify } from './readForVerify.ts';
import { announcedIn, verifyHeld } from './verifyWork.ts';

/** Checks the numbered rules over a whole session. Reads only; names and repairs nothing. */
export async function verifySession(world: World, session: SessionId): Promise<VerifyResult> {
  const damage = await findDamage(world, session, 'content');
  if (damage === null) return verifyWhole(world, session);
  const { ref, object, lastGood } = damage;
  const what = { warning: 'damaged', damage: { object, session, lastGood } } as const;
  return {
    session,
    violations: [{ rule: 'R16', where: ref, what }, ...(await verifyRefs(world.repository, session))],
  };
}

/** Of a tip that is no checkpoint, or one that only a newer Cairn can read. */
async function verifyTip(
  { repository }: World,
  { ref, tip }: FoundSession,
  entry: CommitEntry | undefined,
): Promise<readonly Violation[]> {
  const schema = writtenSchema(entry?.message ?? '');
  const newer =
    schema === null || schema <= SCHEMA
      ? ''
      : ` that can be read: ${recordProblemWords({ kind: 'newer-schema', found: schema })}`;
  const what = `${tip.slice(0, 10)} is no checkpoint of this session${newer}`;
  return [{ rule: 'R1', where: ref, what }, ...(await verifyTree(repository, ref, tip))];
}

async function verifyWhole(world: World, session: SessionId): Promise<VerifyResult> {
  const found = await findSession(world, session);
  const entries = await readEntries(world.repository, found.tip);
  const checkpoints = toCheckpoints(session, entries);
  const violations: Violation[] = [];
  if (checkpoints[0]?.commit !== found.tip) violations.push(...(await verifyTip(world, found, entries[0])));
  // In a shallow clone git knows no parent of the oldest commit; otherwise the chain begins with seq 1.
  const complete = checkpoints.at(-1)?.parent !== null;
  const announced = complete ? announcedIn(checkpoints) : null;
  const verified: VerifiedCheckpoint[] = [];
  for (const checkpoint of checkpoints) {
    try {
      violations.push(...(await verifyTree(world.repository, nameOf(checkpoint), checkpoint.commit)));
      violations.push(...(await verifyHeld(world.repository, nameOf(checkpoint), checkpoint)));
      verified.push(
        await readForVerify(world, session, checkpoint, { isTip: checkpoint === checkpoints[0], announced }),
      );
      const { parent, commit } = checkpoint;
      // Against the one before it: all of a long session would be looked at again for each.
      await checkBrought(world.repository, parent ?? commit, commit, 'size');
    } catch (error) {
      if (CairnError.is(error, 'data/missing-object'))
        violations.push(lostIn(checkpoint, error.details.object));
      // Of a tree that cannot be read R18 has told.
      else if (!CairnError.is(error, 'data/unsafe-tree')) throw error;
    }
  }
  violations.push(...(await cutBelow(world.repository, entries.at(-1))));
  violations.push(
    ...verifyCheckpoints(verified, complete),
    ...verifyOnto(checkpoints, entries),
    ...(await verifyRefs(world.repository, session)),
    ...(await verifyHere(world, found, verified[0]?.status ?? null)),
  );
  return { session, violations };
}

function verifyOnto(
  checkpoints: readonly Checkpoint[],
  entries: readonly CommitEntry[],
): readonly Violation[] {
  const first = checkpoints.at(-1);
  const onto = entries.find(({ commit }) => commit === first?.parent);
  return first === undefined ? [] : verifyFork(first, onto?.message ?? null);
}

const nameOf = ({ commit, trailers }: Checkpoint): string =>
  `checkpoint ${trailers.seq} (${commit.slice(0, 10)})`;

const lostIn = (checkpoint: Checkpoint, object: string): Violation => ({
  rule: 'R16',
  where: nameOf(checkpoint),
  what: `git object ${object} of it is missing or cut short`,
});

/** Reports a history that ends at a commit whose parent is lost; in a shallow clone it has none. */
async function cutBelow(repository: Objects, oldest: CommitEntry | undefined): Promise<readonly Violation[]> {
  const lost = oldest?.parents[0];
  if (lost === undefined) return [];
  try {
    await repository.commitEntry(lost);
    return [];
  } catch (error) {
    if (!CairnError.is(error, 'data/missing-object')) throw error;
    return [
      {
        rule: 'R16',
        where: `below ${oldest?.commit.slice(0, 10)}`,
        what: `commit ${lost} is missing or cut short, and with it every checkpoint that is older`,
      },
    ];
  }
}

/** Checks every session that is listed: one that cannot be read is no reason to say nothing of the others. */
export async function verifyAll(world: World): Promise<readonly VerifyResult[]> {
  return Promise.all((await listSessions(world)).map((summary) => verifyListed(world, summary)));
}

async function verifyListed(world: World, { session, branch }: SessionSummary): Promise<VerifyResult> {
  try {
    return await verifySession(world, session);
  } catch (error) {
    if (error instanceof CairnError && error.code.startsWith('data/')) return unreadableAs(session, branch);
    const trace = CairnError.is(error, 'usage/unknown-session') ? (error.details.trace ?? null) : null;
    if (!isRenamed(trace)) throw error;
    const where = branchRef(trace.branch.slice(0, -session.length), session);
    return { session, violations: [{ rule: 'R16', where, what: { warning: 'renamed', session, trace } }] };
  }
}

function unreadableAs(session: SessionId, branch: string): VerifyResult {
  const what = { warning: 'unreadable', file: branch, line: null } as const;
  return { session, violations: [{ rule: 'R16', where: branch, what }] };
}
