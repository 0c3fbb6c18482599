import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import type { GivenWord } from '../../model/agent/givenWord.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { atOnceHere } from '../record/atOnce.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import type { ActResult } from '../results.ts';
import type { World } from '../world.ts';
import { actResult } from './actResult.ts';
import { waitingRow } from './waitingPhase.ts';
import { whoActs } from './who.ts';

const POLL_MS = 100;

type Word = Pick<GivenWord, 'act' | 'text'> & { readonly named: string | null };

/**
 * Does an act of a person; where phases work side by side and the session is driven, tells whoever drives it, and waits until the word
 * is taken up. Somebody who drives it only for a moment, or dies, leaves it to this one.
 */
export async function orHeard(
  world: World,
  session: SessionId,
  word: Word,
  act: () => Promise<ActResult>,
): Promise<ActResult> {
  try {
    return await act();
  } catch (error) {
    if (!CairnError.is(error, 'lease/held')) throw error;
    const record = await readTip(world, session);
    const phase = (await atOnceHere(world, record)) === 1 ? null : phaseMeant(session, record, word);
    if (phase === null) throw error;
    return (await tell(world, session, { ...word, phase })) ?? orHeard(world, session, word, act);
  }
}

/**
 * The phase that waits for the word; null where it is to wait until nobody drives the session, as one that is blocked is, and
 * while none waits yet.
 *
 * @throws `usage/not-possible` with the phases that wait, `usage/unknown-phase`
 */
function phaseMeant(session: SessionId, record: SessionRecord, { act, named }: Word): PhaseId | null {
  const { status } = record;
  if (!status.rows.some((row) => row.status === 'waiting')) return null;
  const isBlocked = status.rows.some((row) => row.phase === named && row.status === 'blocked');
  return act === 'approve' && isBlocked ? null : waitingRow({ session, record }, named, act).phase;
}

/** Null if nobody drives the session any more who could take it up. */
async function tell(
  world: World,
  session: SessionId,
  { act, text, phase }: Pick<GivenWord, 'act' | 'text' | 'phase'>,
): Promise<ActResult | null> {
  const { words } = world.state.of(session);
  const given: GivenWord = {
    id: `${phase}-${world.ids.suffix()}`,
    at: world.clock.now(),
    by: await whoActs(world),
    act,
    phase,
    text,
  };
  while (!(await words.give(given))) await world.clock.sleep(POLL_MS);
  for (;;) {
    const reply = await words.replyTo(given);
    if (reply?.refused === null) return actResult(await readTip(world, session));
    if (reply !== null) throw asError(reply.refused);
    if (!(await world.leases.peek(session)).held) {
      await words.close(given, null);
      return null;
    }
    await world.clock.sleep(POLL_MS);
  }
}

const asError = ({ code, details }: { readonly code: string; readonly details: unknown }): CairnError =>
  new CairnError(code as ErrorCode, details as never);
