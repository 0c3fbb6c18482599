import { CairnError } from '../../../src/base/cairnError.ts';
import type { AgentOutcome } from '../../../src/model/agent/agentOutcome.ts';
import { RUN_ALL, RUN_FIRST } from '../../../src/model/graph/conditionAnswers.ts';
import { ACCEPT, ANOTHER_ROUND } from '../../../src/model/graph/loopAnswers.ts';
import type { CommitId, RefName } from '../../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import type { CairnApi } from '../../../src/session/api.ts';
import { createApi } from '../../../src/session/createApi.ts';
import type { AgentTask } from '../../../src/session/ports.ts';
import type { StatusView } from '../../../src/session/results.ts';
import { busyClock, turns } from '../../support/busyClock.ts';
import { memoryWorld, type MemoryWorld } from '../../support/memoryWorld.ts';
import { scriptedAgents } from '../../support/scriptedAgents.ts';
import { scriptedProcesses } from '../../support/scriptedProcesses.ts';
import { DEMO, flowText, START } from '../../support/session.ts';
import type { Fate, Graph, Step } from './anyGraph.ts';
import { numbers, slowWorld } from './drawn.ts';

/** An attempt of an agent. */
export interface Attempt {
  readonly phase: string;
  readonly round: number;
  /** The checkpoint that its working tree stood on. */
  readonly on: CommitId;
  /** The phases at work by then, without it. */
  readonly beside: readonly string[];
  /** It was told that its work does not merge. */
  readonly resolves: boolean;
  /** What it found of each phase's own file. */
  readonly found: ReadonlyMap<string, string>;
  /** Null as long as it works. */
  end: Step | 'holds' | 'cut' | null;
}

export interface Played {
  readonly memory: MemoryWorld;
  readonly api: CairnApi;
  readonly parallel: number;
  readonly attempts: readonly Attempt[];
  /** `<phase>/<round>` of what a person sent back. */
  readonly rejected: readonly string[];
  /** How often it was stopped at work. */
  readonly stops: number;
  readonly status: StatusView;
}

const MOST_RUNS = 40;
const MOST_ROUNDS = 4;
const MOST_STOPS = 2;
const BRANCH = 'refs/heads/cairn/demo' as RefName;
const BLUE = 'Blue.';
const bothOf = (phase: string): string => `Keep both of ${phase}.`;

/** The phase that a phase is an item of, or itself. */
export const letterOf = (phase: string): string => phase.split('-')[0] ?? '';
export const goodText = (phase: string, round: number): string => `good ${phase} ${round}\n`;
export const ownFile = (phase: string): string => `src/${phase}.txt`;

/** What is not finished although it does not fail whenever it is tried, and needs nothing that does. */
export function leftOver({ fates }: Graph, parallel: number, { phases }: StatusView): readonly string[] {
  const left = phases.filter(({ status }) => status !== 'done' && status !== 'skipped');
  const held = new Set<string>(
    left
      .filter(({ id, status }) => status !== 'pending' && fates.get(letterOf(id))?.never === true)
      .map(({ id }) => id),
  );
  // Where phases run one by one, it holds up all others.
  if (parallel === 1 && held.size > 0) return [];
  // One that is skipped, as its list is empty, is over once all that it needs is.
  const isHeldUp = (id: string): boolean =>
    held.has(id) || phases.some((one) => one.id === id && one.status !== 'done' && one.needs.some(isHeldUp));
  return left.filter(({ id }) => !isHeldUp(id)).map(({ id, status }) => `${id} is ${status}`);
}

/**
 * Plays a graph through the engine, over the twins: agents end in an order that the seed draws, and people say at once, later, or when
 * nothing works any more what is to be said.
 */
/** Its work cannot be accepted on what was published since: any other answer begins an attempt that finds both. */
const isNoMoreAsItIs = (error: CairnError): boolean =>
  CairnError.is(error, 'usage/not-possible') && error.details.refusal.because === 'gate';

export async function playSession(graph: Graph, parallel: number, seed: number): Promise<Played> {
  const draw = numbers(seed);
  const attempts: Attempt[] = [];
  const ended = new Map<string, number>();
  const rejected: string[] = [];
  let stops = 0;
  const fateOf = (phase: string): Fate => graph.fates.get(letterOf(phase)) as Fate;
  const stepOf = (phase: string, round: number): Step | 'holds' => {
    const { never: fails, before } = fateOf(phase);
    const nth = ended.get(`${phase}/${round}`) ?? 0;
    ended.set(`${phase}/${round}`, nth + 1);
    return fails ? 'nothing' : (before[nth] ?? 'holds');
  };

  async function work(task: AgentTask): Promise<AgentOutcome> {
    const { cwd, env, prompt, signal } = task;
    const phase = env['CAIRN_PHASE'] ?? '';
    const round = Number(env['CAIRN_ROUND']);
    // It was stopped before it began.
    if (signal.aborted) return { kind: 'cancelled' };
    const { disk, heads } = memory.repository;
    const textAt = (path: string): string => {
      const node = disk.get(path);
      return node?.kind === 'file' ? Buffer.from(node.bytes).toString() : '';
    };
    const write = (path: string, text: string): unknown =>
      disk.set(path, { kind: 'file', bytes: Buffer.from(text), mode: '100644' });
    const attempt: Attempt = {
      phase,
      round,
      on: heads.get(cwd)?.commit as CommitId,
      beside: attempts.filter(({ end }) => end === null).map((one) => one.phase),
      resolves: prompt.includes(`the work of ${phase} does not merge`) || prompt.includes(bothOf(phase)),
      found: new Map(
        [...disk.keys()]
          .filter((path) => path.startsWith(`${cwd}/src/`))
          .map((path) => [path.slice(cwd.length + 5, -4), textAt(path)]),
      ),
      end: null,
    };
    attempts.push(attempt);
    const own = `${cwd}/${ownFile(phase)}`;
    const artifact = `${env['CAIRN_PHASE_DIR']}/${letterOf(phase)}.json`;
    disk.delete(artifact);
    write(own, `half ${phase} ${round}\n`);
    signal.addEventListener('abort', () => (attempt.end ??= 'cut'));
    await turns(draw(3) === 0 ? draw(4) : draw(250));
    if (signal.aborted) return { kind: 'cancelled' };
    const step = stepOf(phase, round);
    attempt.end = step;
    if (step === 'crashed') return { kind: 'crashed', reason: 'it fell', exitCode: 1 };
    if (step === 'asks') return { kind: 'needs-input', question: 'Which colour?' };
    if (step === 'nothing') return { kind: 'completed' };
    const { values, okFrom, items, shares } = fateOf(phase);
    const tasks = ['1', '2', '3']
      .slice(0, (items + round - 1) % 4)
      .map((id) => ({ id, needs: id === '3' ? ['1'] : [] }));
    const isChecked = graph.flow.phases.some(
      ({ id, checks }) => id === letterOf(phase) && checks !== undefined,
    );
    if (step === 'holds' || isChecked)
      write(artifact, JSON.stringify({ value: values[Math.min(round, 3) - 1], ok: round >= okFrom, tasks }));
    if (step === 'red') return { kind: 'completed' };
    write(own, goodText(phase, round));
    if (shares) write(`${cwd}/src/shared.txt`, `${phase} ${round}\n`);
    write(`${env['CAIRN_PHASE_DIR']}/HANDOFF.md`, `## Decisions\n- ${phase} in round ${round}\n`);
    return { kind: 'completed' };
  }

  const memory: MemoryWorld = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText({ ...graph.flow, parallel }) },
    { clock: busyClock(), agents: scriptedAgents({ player: work }) },
  );
  const processes = scriptedProcesses({
    async '*'({ cwd, env }) {
      await turns(draw(30));
      const node = memory.repository.disk.get(`${cwd}/${ownFile(env['CAIRN_PHASE'] ?? '')}`);
      const isGood = node?.kind === 'file' && Buffer.from(node.bytes).toString().startsWith('good');
      return { exitCode: isGood ? 0 : 1 };
    },
  });
  const api = createApi(slowWorld({ ...memory.of('driver'), processes }, draw));
  const person = createApi({ ...memory.of('person'), processes });

  /** What there is to say to a phase that waits; null: nothing that anybody would. */
  const wordFor = (
    view: StatusView,
    { phase, kind, about, options }: StatusView['questions'][number],
  ): (() => Promise<unknown>) | null => {
    const row = view.phases.find(({ id }) => id === phase);
    const key = `${phase}/${row?.round}`;
    const answer = (text: string) => () => person.answer(DEMO, text, phase);
    if (kind === 'approval' && fateOf(phase).rejected && !rejected.includes(key))
      return async () => {
        await person.reject(DEMO, phase, 'Once more.');
        rejected.push(key);
      };
    if (kind === 'approval') return () => person.approve(DEMO, phase, null);
    if (about === 'conflict') return answer(bothOf(phase));
    if (about === 'loop' && options.includes(ACCEPT)) {
      const isMore = fateOf(phase).rejected && (row?.round ?? 0) < MOST_ROUNDS;
      return answer(isMore ? ANOTHER_ROUND : ACCEPT);
    }
    if (about === 'loop') return fateOf(phase).never ? null : answer(BLUE);
    const first = options.find((option) => option.startsWith(RUN_FIRST));
    if (about === 'condition' && first !== undefined) return answer(fateOf(phase).rejected ? first : RUN_ALL);
    return about === undefined ? answer(BLUE) : null;
  };

  /** Says what can be said, to some of those that wait; true if it was anything. */
  const speak = async (isMeant: () => boolean): Promise<boolean> => {
    let said = false;
    if ((await person.list()).length === 0) return false;
    const view = await person.status(DEMO);
    for (const asked of view.questions) {
      const word = wordFor(view, asked);
      if (word === null || !isMeant()) continue;
      try {
        await word();
        said = true;
      } catch (error) {
        // It is in another round by now, or somebody drives a session in which one phase is at work.
        if (!CairnError.is(error, 'usage/not-possible') && !CairnError.is(error, 'lease/held')) throw error;
        if (!isNoMoreAsItIs(error)) continue;
        await person.answer(DEMO, bothOf(asked.phase), asked.phase);
        said = true;
      }
    }
    return said;
  };

  const run = async (act: (signal: AbortSignal) => Promise<{ readonly reason: string }>): Promise<string> => {
    const over = new AbortController();
    const speaking = (async () => {
      for (let seen: unknown = null; !over.signal.aborted;) {
        await turns(20 + draw(200));
        const now = memory.repository.store.get(BRANCH);
        // What nobody heard of the first time is said some time.
        if (now === seen && draw(4) > 0) continue;
        seen = now;
        await speak(() => !over.signal.aborted && draw(2) === 0);
      }
    })();
    const stop = new AbortController();
    const stopping = (async () => {
      if (stops >= MOST_STOPS || draw(4) > 0) return;
      await turns(draw(600));
      if (over.signal.aborted) return;
      stops += 1;
      stop.abort();
    })();
    try {
      return (await act(stop.signal)).reason;
    } finally {
      over.abort();
      await Promise.all([speaking, stopping]);
    }
  };

  let reason = await run((signal) => api.start(START, signal));
  for (let runs = 0; reason !== 'completed'; runs += 1) {
    if (runs > MOST_RUNS) throw new Error('it never ends');
    const said = await speak(() => true);
    const isOver = !said && runs > 0 && reason !== 'interrupted';
    if (isOver && leftOver(graph, parallel, await person.status(DEMO)).length === 0) break;
    reason = await run((signal) => api.resume(DEMO, PLAIN_RESUME, signal));
  }
  return { memory, api: person, parallel, attempts, rejected, stops, status: await person.status(DEMO) };
}
