import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import type { GivenWord } from '../../model/agent/givenWord.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { askedAt } from '../record/askedAt.ts';
import { atOnceHere } from '../record/atOnce.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import type { ActResult } from '../results.ts';
import type { World } from '../world.ts';
import { actResult } from './actResult.ts';
import { refuseWentOn } from './refuseWentOn.ts';
import { takenIn } from './takenWord.ts';
import { waitingRow } from './waitingPhase.ts';
import { whoActs } from '../record/who.ts';

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
  act: (named: string | null) => Promise<ActResult>,
  given: GivenWord | null = null,
): Promise<ActResult> {
  try {
    if (given === null) return await act(word.named);
    const record = await readTip(world, session);
    const taken = await takenIn(world, record, given);
    if (taken !== null) return actResult(taken);
    refuseWentOn(record, given);
    return await act(given.phase);
  } catch (error) {
    if (!CairnError.is(error, 'lease/held')) throw error;
    const record = await readTip(world, session);
    const row = (await atOnceHere(world, record)) === 1 ? null : rowMeant(session, record, word);
    if (row === null) throw error;
    const said = given ?? (await givenOf(world, word, row));
    return (await tell(world, session, said)) ?? orHeard(world, session, word, act, said);
  }
}

async function givenOf(world: World, { act, text }: Word, row: StatusRow): Promise<GivenWord> {
  const { phase } = row;
  return {
    id: `${phase}-${world.ids.suffix()}`,
    at: world.clock.now(),
    by: await whoActs(world),
    act,
    phase,
    asked: askedAt(row),
    text,
  };
}

/**
 * The row of the phase that waits for the word; null where it is to wait until nobody drives the session, as one that is blocked is, and
 * while none waits yet.
 *
 * @throws `usage/not-possible` with the phases that wait, `usage/unknown-phase`
 */
function rowMeant(session: SessionId, record: SessionRecord, { act, named }: Word): StatusRow | null {
  const { status } = record;
  if (!status.rows.some((row) => row.status === 'waiting')) return null;
  const isBlocked = status.rows.some((row) => row.phase === named && row.status === 'blocked');
  return act === 'approve' && isBlocked ? null : waitingRow({ session, record }, named, act);
}

/** Null if nobody drives the session any more who could take it up. */
async function tell(world: World, session: SessionId, word: GivenWord): Promise<ActResult | null> {
  const { words } = world.state.of(session);
  for (let isGiven = false; ; await world.clock.sleep(POLL_MS)) {
    // Something may have been said of that phase before.
    isGiven ||= await words.give(word);
    const { held } = await world.leases.peek(session);
    const reply = isGiven ? await words.replyTo(word) : null;
    if (reply !== null) {
      if (reply.refused !== null) throw asError(reply.refused);
      const record = await readTip(world, session);
      return actResult((await takenIn(world, record, word)) ?? record);
    }
    if (held) continue;
    if (isGiven) await words.close(word, null);
    return null;
  }
}

const asError = ({ code, details }: { readonly code: string; readonly details: unknown }): CairnError =>
  new CairnError(code as ErrorCode, details as never);
