import { dirname, join } from 'node:path';
import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import type { Output } from '../api/output.ts';
import { attemptsKept } from './attemptOutput.ts';
import { sessionStatus } from './sessionStatus.ts';
import type { World } from '../world.ts';
import { unknownPhase } from '../record/phaseNamed.ts';
import { readTip } from '../record/sessionRecord.ts';

const MOST_LINES = 2000;

/** What the newest attempt of a phase printed on this machine: its agent, then each check under a line of its own. */
export async function readOutput(
  world: World,
  session: SessionId,
  phase: string,
): ReturnType<Output['output']> {
  const { phases } = await sessionStatus(world, session);
  const view = phases.find((candidate) => candidate.id === phase);
  if (view === undefined) throw unknownPhase(await readTip(world, session), phase);
  if (view.output === null) return null;
  const state = world.state.of(session);
  const cut: { file: string; bytes: number }[] = [];
  const endOf = async (file: string): Promise<readonly string[]> => {
    const tail = await state.tail(file, MOST_LINES);
    if (tail.cut) cut.push({ file, bytes: tail.bytes });
    return tail.lines;
  };
  const parts = [(await endOf(view.output)).join('\n')];
  for (const [index, { name, outcome }] of view.checks.entries()) {
    const file = `check-${index + 1}.log`;
    // Checks of an attempt that another machine made have left nothing here.
    if ((await world.files.kind(dirname(view.output), file as RepoPath)) === null) continue;
    const lines = await endOf(join(dirname(view.output), file));
    parts.push([`── ${name}: ${outcome} ──`, ...lines].join('\n'));
  }
  return { file: view.output, text: parts.filter((part) => part !== '').join('\n\n'), cut };
}

/**
 * Where a check's output lies on this machine, the newest attempt that ran it first; null where none did. `n` is the
 * check's place among the phase's checks, from 1.
 */
export async function findCheckOutput(
  world: World,
  session: SessionId,
  phase: string,
  n: number,
): Promise<string | null> {
  const { phases } = await sessionStatus(world, session);
  const view = phases.find((candidate) => candidate.id === phase);
  const { folder } = world.state.of(session);
  for (const attempt of await attemptsKept(world, session, phase, view?.attempt ?? 0)) {
    // While a new attempt runs, the checks that are shown are still those of the attempt before it.
    const file = `output/${phase}-${attempt}/check-${n}.log`;
    if ((await world.files.kind(folder, file as RepoPath)) !== null) return join(folder, file);
  }
  return null;
}
