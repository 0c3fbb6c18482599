import type { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RefName, SessionId } from '../../model/names/ids.ts';
import { waitingIn } from '../../model/status/waitingIn.ts';
import { branchRef } from '../../model/names/places.ts';
import type { DamagedRef, Objects } from '../ports.ts';
import { findDamage } from '../record/damage.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import type { SessionSummary, StatusView } from '../results.ts';
import type { World } from '../world.ts';
import { glanceSession } from './glanceSession.ts';

type Needs = Pick<World, 'repository' | 'state' | 'clock'>;

/** A session whose branch names no readable commit, as its last good checkpoint describes it. */
export async function summariseDamaged(
  world: Needs,
  session: SessionId,
  { name }: DamagedRef,
  branch: string,
): Promise<SessionSummary> {
  const damage = await findDamage(world, session, 'content');
  const record = await lastRecord(world.repository, session, name, damage?.lastGood?.commit ?? null);
  const told = { object: damage?.object ?? name, session, lastGood: damage?.lastGood ?? null };
  const said = record?.status ?? nothingSaid(world, session);
  return {
    session,
    title: said.title,
    workflow: said.workflow,
    state: 'damaged',
    checked: null,
    driven: false,
    seq: said.seq,
    next: said.next ?? [],
    waiting: record === null ? [] : waitingIn(record.status.rows),
    updated: said.updated,
    branch,
    remote: name.startsWith('refs/remotes/'),
    problem: { warning: 'damaged', damage: told },
  };
}

type Said = Pick<SessionSummary, 'title' | 'workflow' | 'seq' | 'next' | 'updated'>;

function nothingSaid({ clock }: Pick<World, 'clock'>, session: SessionId): Said {
  return { title: session, workflow: 'unknown', seq: 0, next: [], updated: clock.now() };
}

/** The same in full: the phases as the last good checkpoint has them. */
export async function damagedStatus(
  world: World,
  session: SessionId,
  { details }: CairnError<'data/missing-object'>,
): Promise<StatusView> {
  const ref = details.object.startsWith('refs/') ? (details.object as RefName) : await refOf(world, session);
  const { lastGood } = details;
  const tip = lastGood === null ? null : (lastGood.commit as CommitId);
  const glance = await glanceSession(world, { session, ref, tip }, { warning: 'damaged', damage: details });
  return lastGood?.isTip === true ? glance : { ...glance, state: 'damaged', checked: null };
}

async function refOf({ state }: Pick<World, 'state'>, session: SessionId): Promise<RefName> {
  const about = await state.of(session).about();
  return about === null ? branchRef('cairn/', session) : (`refs/heads/${about.branch}` as RefName);
}

async function lastRecord(
  repository: Objects,
  session: SessionId,
  ref: RefName,
  commit: CommitId | null,
): Promise<SessionRecord | null> {
  return commit === null ? null : readSession(repository, session, ref, commit);
}
