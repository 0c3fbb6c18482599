import { join } from 'node:path';
import type { PhaseId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { printedText } from '../../model/text/oneLine.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { Output } from '../api/output.ts';
import { readTip } from '../record/sessionRecord.ts';
import { slotStates } from '../record/slotStates.ts';
import { decode } from '../record/text.ts';
import type { AttemptOutput } from '../results.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'state' | 'files'>;

/** `agent`: what it said and did, or printed. `errors`: what one that speaks a protocol printed besides. */
export type OutputOf = 'agent' | 'errors';

const FILES: Readonly<Record<OutputOf, string>> = { agent: 'agent.log', errors: 'stderr.log' };

const pathOf = (phase: string, attempt: number, of: OutputOf): RepoPath =>
  `output/${phase}-${attempt}/${FILES[of]}` as RepoPath;

/**
 * The attempts of a phase, up to this one, of which this machine keeps anything; newest first. The number is a record's, which may
 * name any: what is here is looked at, not counted down from there.
 */
export async function attemptsKept(
  { state }: Pick<World, 'state'>,
  session: SessionId,
  phase: string,
  upTo: number,
): Promise<readonly number[]> {
  const kept = (await state.of(session).outputs()).filter(
    (one) => one.phase === phase && one.attempt <= upTo,
  );
  return kept.map(({ attempt }) => attempt).sort((a, b) => b - a);
}

/** The attempts of a phase, up to this one, whose output is on this machine; newest first. */
export async function listOutputs(
  { state, files }: Needs,
  session: SessionId,
  phase: string,
  upTo: number,
): Promise<readonly AttemptOutput[]> {
  const { folder } = state.of(session);
  const found: AttemptOutput[] = [];
  for (const attempt of await attemptsKept({ state }, session, phase, upTo)) {
    const [agent, errors] = await Promise.all([
      files.kind(folder, pathOf(phase, attempt, 'agent')),
      files.kind(folder, pathOf(phase, attempt, 'errors')),
    ]);
    if (agent !== null || errors !== null)
      found.push({ attempt, agent: agent !== null, errors: (errors?.bytes ?? 0) > 0 });
  }
  return found;
}

/** The whole output of one attempt as text that is safe to show (10 MB at most); null if this machine has none. */
export async function readAttempt(
  world: World,
  session: SessionId,
  phase: string,
  attempt: number,
  of: OutputOf,
): ReturnType<Output['attemptOutput']> {
  const { state, files } = world;
  const { folder } = state.of(session);
  const path = pathOf(phase, attempt, of);
  const bytes = await files.read(folder, path);
  if (bytes === null) return null;
  const ended = await endOf(world, session, phase, attempt);
  return { file: join(folder, path), text: printedText(decode(bytes)), ended };
}

/** How it was judged: as published, else as the journal of its slot has it. */
async function endOf(
  world: World,
  session: SessionId,
  phase: string,
  attempt: number,
): Promise<{ readonly outcome: string; readonly reasons: readonly string[] } | null> {
  const { records } = await readTip(world, session);
  const slots = await slotStates(world, session);
  const journals = await Promise.all(slots.map((slot) => slot.state.readJournal()));
  const judged = [
    ...journals.flatMap(({ lines }) => readAttempts(lines).failed).filter((one) => one.phase === phase),
    ...(records.get(phase as PhaseId)?.attempts ?? []),
  ];
  const end = judged.findLast((one) => one.attempt === attempt);
  return end === undefined ? null : { outcome: end.outcome, reasons: end.reasons };
}
