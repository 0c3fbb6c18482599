import { CairnError } from '../../src/base/cairnError.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftBehind, untouchables, withApi, type Machine } from '../recovery/crashTestbed.ts';
import { diskOf } from '../support/diskOf.ts';
import { DEMO, workIn } from '../support/session.ts';
import { differences } from './differences.ts';
import { lineAsTold, type Line } from './soakFlow.ts';
import { survivors } from './survivors.ts';

/** What a session must come to, whatever happened to it in between. */
export interface Undisturbed {
  readonly work: Readonly<Record<string, string>>;
  /** Null: it has no working tree. */
  readonly disk: Readonly<Record<string, string>> | null;
  readonly theirs: Readonly<Record<string, string>>;
}

export async function sightOf(machine: Machine): Promise<Undisturbed> {
  return {
    work: without(await workIn(machine.repo, 'refs/heads/cairn/demo'), /^trace\//),
    disk: await diskSight(machine),
    theirs: await untouchables(machine),
  };
}

async function diskSight(machine: Machine): Promise<Undisturbed['disk']> {
  const root = await withApi(machine, (api) => api.path(DEMO)).catch((error: unknown) => {
    if (CairnError.is(error, 'usage/not-possible')) return null;
    throw error;
  });
  return root === null ? null : without(await diskOf(root), /^(trace\/|\.cairn\/)/);
}

/**
 * The oracle: everything that a disturbed session lacks, in words; nothing when nothing is lost.
 *
 * @param line the checkpoints that there must be
 * @param acknowledged commits that somebody was told of
 */
export async function lossesOf(
  machine: Machine,
  expected: Undisturbed,
  line: Line,
  acknowledged: readonly string[],
): Promise<readonly string[]> {
  // Where there is not even a branch, what led to it says more.
  if ((await machine.repo.git('for-each-ref', 'refs/heads/cairn/demo')) === '') return ['there is no branch'];
  const seen = await sightOf(machine);
  const history = (await machine.repo.git('rev-list', '--first-parent', 'cairn/demo')).split('\n');
  return [
    ...differences('tree', expected.work, seen.work),
    ...(expected.disk === null ? [] : differences('disk', expected.disk, seen.disk ?? {})),
    ...differences('user', expected.theirs, seen.theirs),
    ...acknowledged.filter((commit) => !history.includes(commit)).map((commit) => `forgotten: ${commit}`),
    ...(await leftBehind(machine)).filter((path) => path.endsWith('.lock')).map((path) => `lock: ${path}`),
    ...(await lineProblems(machine, line)),
    ...(await lostTraces(machine)),
    ...(await effectProblems(machine, line)),
    ...(await survivors(machine)),
  ];
}

/** The chain of checkpoints, `verify`, and a resume with nothing left to do. */
function lineProblems(machine: Machine, line: Line): Promise<readonly string[]> {
  return withApi(machine, async (api) => {
    const log = await api.log(DEMO);
    // Five attempts in a row that were cut off block a phase: a checkpoint more, and no loss.
    const told = log.filter(({ kind }) => kind !== 'blocked').map(({ kind, phase }) => `${kind} ${phase}`);
    const gaps = log.filter(({ seq }, at) => seq !== at + 1).map(({ seq }) => `gap before seq ${seq}`);
    const again = await api.resume(DEMO, PLAIN_RESUME, new AbortController().signal);
    const isSame = again.reason === 'completed' && again.commit === log.at(-1)?.commit;
    const violations = (await api.verify(DEMO)).flatMap((result) => result.violations);
    return [
      ...(told.join(', ') === lineAsTold(line, told).join(', ') ? [] : [`line: ${told.join(', ')}`]),
      ...gaps,
      ...(isSame ? [] : [`a second resume: ${JSON.stringify(again)}`]),
      ...violations.map((violation) => `verify: ${JSON.stringify(violation)}`),
    ];
  });
}

/** Work that an attempt says it did, and that is in no checkpoint and no rescue; attempts with the number of another. */
async function lostTraces({ repo, agent }: Machine): Promise<readonly string[]> {
  const traces = await linesOf(join(agent.folder, 'traces'));
  const objects = await repo.git('rev-list', '--objects', '--all');
  const lost = traces.filter((trace) => !objects.includes(` trace/${trace.replace(' ', '-')}.txt`));
  const twice = traces.filter((trace, at) => traces.indexOf(trace) !== at);
  return [...lost.map((trace) => `work of ${trace} is nowhere`), ...twice.map((trace) => `two of ${trace}`)];
}

async function effectProblems({ agent }: Machine, line: Line): Promise<readonly string[]> {
  const effects = await linesOf(join(agent.folder, 'effects'));
  const isRecorded = existsSync(join(agent.folder, 'acts'));
  const phases = new Set(
    line.flat().flatMap((entry) => (entry.startsWith('phase ') ? [entry.slice(6)] : [])),
  );
  return [...phases].flatMap((phase) => {
    const times = effects.filter((effect) => effect === phase).length;
    return times === 0 || (isRecorded && times > 1) ? [`the effect of ${phase} happened ${times} times`] : [];
  });
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

const without = (of: Readonly<Record<string, string>>, left: RegExp): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(of).filter(([path]) => !left.test(path)));
