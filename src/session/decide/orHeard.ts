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
  act: (named: string | null) => Promise<ActResult>,
  before: Meant | null = null,
): Promise<ActResult> {
  try {
    if (before !== null) refuseWentOn(await readTip(world, session), { ...word, ...before });
    return await act(before?.phase ?? word.named);
  } catch (error) {
    if (!CairnError.is(error, 'lease/held')) throw error;
    const record = await readTip(world, session);
    const row = (await atOnceHere(world, record)) === 1 ? null : rowMeant(session, record, word);
    if (row === null) throw error;
    const meant = before ?? { phase: row.phase, asked: askedAt(row) };
    return (await tell(world, session, { ...word, ...meant })) ?? orHeard(world, session, word, act, meant);
  }
}

/** What a word is about. */
type Meant = Pick<GivenWord, 'phase' | 'asked'>;

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
async function tell(
  world: World,
  session: SessionId,
  { act, text, phase, asked }: Pick<GivenWord, 'act' | 'text' | 'phase' | 'asked'>,
): Promise<ActResult | null> {
  const { words } = world.state.of(session);
  const given: GivenWord = {
    id: `${phase}-${world.ids.suffix()}`,
    at: world.clock.now(),
    by: await whoActs(world),
    act,
    phase,
    asked,
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
