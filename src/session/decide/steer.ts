import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/ids.ts';
import { refuseInsidePhase } from '../drive/withDrive.ts';
import { findSession } from '../record/findSession.ts';
import { readSession } from '../record/sessionRecord.ts';
import type { ActResult } from '../results.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';
import { whoActs } from './who.ts';

/** Tells the running session something: the prompt of its next attempt holds it, and the record of that phase. */
export async function steer(world: World, session: SessionId, text: string): Promise<ActResult> {
  refuseInsidePhase(world, 'steer');
  const { ref, tip } = await findSession(world, session);
  const { status, commit } = await readSession(world.repository, session, ref, tip);
  const over = status.state === 'done' || status.state === 'cancelled';
  const refuse = (why: string, hint: string): CairnError =>
    new CairnError('usage/not-possible', { act: 'steer', session, why, hint });
  if (over)
    throw refuse(
      `the session is ${status.state}, no prompt follows`,
      `Go back to one of its phases first: cairn restore ${session} <phase>`,
    );
  if (!(await world.state.of(session).exists()))
    throw refuse(
      'it has never been worked on here',
      `Resume it and say it there: cairn resume ${session} -m "…"`,
    );
  await addNote(world, session, text);
  return { session, seq: status.seq, commit, state: status.state };
}

/** A note for the next prompt, on disk when this resolves. */
export async function addNote(world: World, session: SessionId, text: string): Promise<void> {
  await refuseSecrets(world.secrets, '-m', text);
  const at = world.clock.now();
  await world.state.of(session).notes.add({
    id: `${at.replace(/\D/g, '')}-${world.ids.suffix()}`,
    at,
    by: await whoActs(world),
    text,
  });
}
