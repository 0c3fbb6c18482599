import { branchNamed } from '../../model/names/places.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { chooseFork } from '../../model/plan/chooseFork.ts';
import type { EffectsRecord } from '../../model/effects/effectsRecord.ts';
import type { RefName, SessionId } from '../../model/names/ids.ts';
import { readEffects } from '../effects/readEffects.ts';
import { nameSession } from '../open/sessionName.ts';
import { findSession } from '../record/findSession.ts';
import { readHistory } from '../record/history.ts';
import { repeatedSince } from '../record/repeatedSince.ts';
import { withWords } from '../record/withWords.ts';
import { lacksBeginning, refuseCut } from '../record/refuseCut.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import { questions } from '../resume/questions.ts';
import { worktreePlace } from '../workingTree/movedWorktree.ts';
import { checkPlace } from '../workingTree/workingTreeOf.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';
import { asInTable, unknownPhase } from '../record/phaseNamed.ts';

/** A fork as a value, checked. Nothing is written yet. */
export interface Forking {
  /** The new session. */
  readonly session: SessionId;
  readonly ref: RefName;
  /** The checkpoint that it begins on: of the session asked for, or of one that it was forked from. */
  readonly point: Checkpoint;
  /** That session as of this checkpoint. */
  readonly past: SessionRecord;
  /** The session asked for, at its tip: the source of notes, request and workflow. */
  readonly now: SessionRecord;
  /** Where its files are on this machine, or null. */
  readonly root: string | null;
  readonly effects: EffectsRecord;
}

/**
 * Plans a fork, or refuses it before anything is written. Reads only: the session asked for may be running.
 *
 * @param to a phase, the seq of a checkpoint, or `opened`
 * @throws `usage/unknown-phase`, `usage/not-possible`, `usage/session-used`, `data/untrusted-tip`, `data/unsafe-tree` and what
 * reading throws
 */
export async function planForking(
  world: World,
  session: SessionId,
  to: string,
  id: string | null,
): Promise<Forking> {
  const { repository, state } = world;
  const found = await findSession(world, session);
  const now = await readSession(repository, session, found.ref, found.tip);
  const history = await readHistory(repository, now);
  const [root, published] = await Promise.all([workingRoot(world, session), state.of(session).published()]);
  const warnings = await questions(world, now, async () => history, published, root);
  const point = choosePoint(now, await withWords(repository, history), to);
  // First: never ask a person to trust what is refused later.
  await repository.refuseUnsafe(point.commit);
  if (warnings.length > 0)
    throw new CairnError('data/untrusted-tip', {
      session,
      branch: branchNamed(found.ref),
      warnings,
    });
  const named = await nameSession(world, {
    id,
    request: now.request,
    prefix: now.workflow.branchPrefix,
    base: point.commit,
  });
  await checkPlace(world, worktreePlace(world, named.session));
  return {
    ...named,
    point,
    past: repeatedSince(
      now.workflow,
      await readSession(repository, point.trailers.session, found.ref, point.commit),
    ).older,
    now,
    root,
    effects: await readEffects(world.repository, now),
  };
}

function choosePoint(now: SessionRecord, history: readonly Checkpoint[], to: string): Checkpoint {
  if (to === 'opened' && lacksBeginning(history)) refuseCut(now, history, to);
  const choice = chooseFork(history, to);
  if (choice.kind === 'from') return choice.checkpoint;
  refuseCut(now, history, to);
  const { closed, numbers } = choice;
  if (!now.status.rows.some(({ phase }) => phase === to))
    throw unknownPhase(now, to, [...asInTable(now.status.rows, closed), ...numbers]);
  throw new CairnError('usage/not-possible', {
    act: 'fork',
    session: now.session,
    refusal: { because: 'not-closed', phase: to, closed: asInTable(now.status.rows, closed) },
  });
}
