import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { OTHER } from '../support/forks.ts';
import { DEMO, START, type Flow } from '../support/session.ts';
import { goOnWith } from './goOn.ts';
import type { MemoryAct, Plays } from './memoryActs.ts';

/**
 * Acts of sessions with rounds, conditions and items. What an agent leaves depends on phase and round alone, never on the attempt: an
 * attempt that was cut off is done again, and must come to the same.
 */

const never = new AbortController().signal;
const OK = { file: 'review/verdict.json', at: '/ok', is: true };
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** `build` and `review` go round. */
const looped = (loop: object = {}): Flow => ({
  schema: 2,
  phases: [
    { id: 'build', artifacts: ['result.md', '/src/app.txt'] },
    { id: 'review', artifacts: ['verdict.json'], loop: { to: 'build', until: OK, max: 2, ...loop } },
  ],
});

/** The verdict is ok from that round on; null: there is none before it, and a file that no later round has. */
const reviewed =
  (from: number, before: 'red' | null = 'red'): Plays =>
  ({ phase, round }) => {
    if (phase === 'build')
      return { 'result.md': `round ${round}\n`, '/src/app.txt': `${round}\n`, 'HANDOFF.md': handoff(round) };
    const ok = round >= from;
    if (!ok && before === null) return { '/junk.txt': 'junk\n' };
    return { 'verdict.json': json({ ok, round }) };
  };
const handoff = (round: number): string => `## Decisions\n- round ${round} is built\n`;

/** A list that becomes phases, and a phase that is skipped. */
const listed = (forEach: object = {}, verify: object = {}): Flow => ({
  schema: 2,
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'docs', needs: ['plan'], when: { file: 'plan/tasks.json', at: '/docs', is: true } },
    { id: 'build', needs: ['plan'], forEach: { file: 'plan/tasks.json', at: '/tasks', max: 2, ...forEach } },
    { id: 'verify', needs: ['build', 'docs'], artifacts: ['verdict.json'], ...verify },
  ],
});
const planned: Plays = ({ phase, round }) => {
  const second = round === 1 ? { id: 'page', needs: ['api'] } : { id: 'docs' };
  if (phase === 'plan') return { 'tasks.json': json({ docs: false, tasks: [{ id: 'api' }, second] }) };
  return phase === 'verify' ? { 'verdict.json': json({ ok: round === 2 }) } : RESULT;
};
const RESULT = { 'result.md': 'done\n' };
const ANEW = { loop: { to: 'plan', until: { ...OK, file: 'verify/verdict.json' }, max: 2 } };

const start = (flow: Flow, plays: Plays, inPlace = false): MemoryAct => ({
  flow,
  plays,
  ground: async () => {},
  act: (api) => api.start({ ...START, inPlace }, never),
  again: (api) => goOnWith(api, { ...START, inPlace }),
});

const ended = (api: CairnApi): Promise<unknown> => api.start(START, never);
const resumed = (api: CairnApi): ReturnType<CairnApi['resume']> => api.resume(DEMO, PLAIN_RESUME, never);
const must = async (api: CairnApi, end: string): Promise<void> => {
  const { reason } = await resumed(api);
  if (reason !== end) throw new Error(`${reason} instead of ${end}`);
};

/** A start that ends in a question, which is asked once. */
const asking = (flow: Flow, plays: Plays): MemoryAct => ({
  flow,
  plays,
  ground: async () => {},
  act: ended,
  async again(api) {
    if ((await api.list()).length === 0) await ended(api);
    else await must(api, 'waiting');
    await must(api, 'waiting');
  },
});

/** An answer, said again as long as the session waits for that, and what comes after it. */
const answer = (flow: Flow, plays: Plays, said: string, end: string): MemoryAct => ({
  flow,
  plays,
  ground: ended,
  act: (api) => api.answer(DEMO, said),
  async again(api) {
    const { state, seq } = await api.status(DEMO);
    const [asked] = (await api.log(DEMO)).filter(({ kind }) => kind === 'waiting');
    if (state === 'waiting' && seq === asked?.seq) await api.answer(DEMO, said);
    await must(api, end);
  },
});

/** Done, taken back to a checkpoint, and gone on with to the same end. */
const back = (flow: Flow, plays: Plays, to: string, act: MemoryAct['act'], restores: number): MemoryAct => ({
  flow,
  plays,
  async ground(api) {
    await ended(api);
    if (restores > 1) await api.restore(DEMO, { to }, { dryRun: false });
  },
  act,
  async again(api) {
    // It finishes what was cut off, and runs nothing.
    await api.resume(DEMO, { ...PLAIN_RESUME, until: flow.phases[0]?.id ?? '' }, never);
    if ((await api.log(DEMO)).filter(({ kind }) => kind === 'restore').length < restores) await act(api);
    await must(api, 'completed');
  },
});
const restore =
  (to: string): MemoryAct['act'] =>
  (api) =>
    api.restore(DEMO, { to }, { dryRun: false });
const undo: MemoryAct['act'] = (api) => api.restore(DEMO, { undo: true }, { dryRun: false });

const forked = (flow: Flow, plays: Plays, to: string): MemoryAct => ({
  flow,
  plays,
  ground: ended,
  act: (api) => api.fork(DEMO, to, { id: OTHER }),
  async again(api) {
    if (!(await api.list()).some(({ session }) => session === OTHER)) await api.fork(DEMO, to, { id: OTHER });
    const { reason } = await api.resume(OTHER, PLAIN_RESUME, never);
    if (reason !== 'completed') throw new Error(`the fork is ${reason}`);
  },
});

const STOPPED: Flow = {
  schema: 2,
  phases: [
    {
      id: 'review',
      artifacts: ['verdict.json'],
      stop: { when: { file: 'review/verdict.json', at: '/ok', is: false } },
    },
    { id: 'build' },
    { id: 'docs' },
  ],
};
const UNREADABLE: Plays = ({ phase }) =>
  phase === 'plan' ? { 'tasks.json': '{"docs": true, "docs": false}\n' } : RESULT;
const ASKED: Flow = {
  schema: 2,
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'docs', when: { file: 'plan/tasks.json', at: '/docs', is: true } },
    { id: 'build', needs: ['plan', 'docs'] },
  ],
};
const LIMITED: Flow = { schema: 2, limits: { tokens: 50 }, phases: [{ id: 'build' }, { id: 'docs' }] };
const spending: Plays = ({ tells, phase }) => {
  const totalTokens = phase === 'build' ? 60 : 1;
  tells({ type: 'usage', usage: { totalTokens, inputTokens: null, outputTokens: null, costUsd: null } });
  return RESULT;
};

const SIDE_BY_SIDE: Flow = {
  schema: 2,
  parallel: 2,
  phases: [{ id: 'base' }, { id: 'left', needs: ['base'] }, { id: 'right', needs: ['base'] }],
};

export const GRAPH_ACTS: Readonly<Record<string, MemoryAct>> = {
  'a loop that sends work back': start(looped(), reviewed(2)),
  'a loop that sends work back in place': start(looped(), reviewed(2), true),
  'a loop whose gate does not hold': start(looped(), reviewed(2, null)),
  'a loop whose gate does not hold, in place': start(looped(), reviewed(2, null), true),
  'a phase that is skipped, and a list that becomes phases': start(listed(), planned),
  'a list that is read anew in the next round': start(listed({}, ANEW), planned),
  'a session that a phase stops': start(STOPPED, reviewed(9)),
  'a condition that nobody can decide': asking(ASKED, UNREADABLE),
  'too many items': asking(listed({ max: 1 }), planned),
  'a limit that is reached': asking(LIMITED, spending),
  'rounds that are used up': asking(looped({ max: 1 }), reviewed(9, null)),
  'another round': answer(looped({ max: 1 }), reviewed(2), 'another round', 'completed'),
  'another round after a gate that did not hold': answer(
    looped({ max: 1 }),
    reviewed(2, null),
    'another round',
    'completed',
  ),
  'work that is accepted as it is': answer(looped({ max: 1 }), reviewed(9), 'accept as it is', 'completed'),
  'a session that is stopped where its rounds are used up': answer(
    looped({ max: 1 }),
    reviewed(9, null),
    'stop',
    'cancelled',
  ),
  'a phase that a person skips': answer(ASKED, UNREADABLE, 'skip it', 'completed'),
  'the first of too many items': answer(listed({ max: 1 }), planned, 'run the first 1', 'completed'),
  'a limit that is raised': answer(LIMITED, spending, 'go on without', 'completed'),
  'a session that is stopped at its limit': answer(LIMITED, spending, 'stop', 'cancelled'),
  'a restore into a round': back(looped(), reviewed(2), '3', restore('3'), 1),
  'a restore to before a list was read': back(listed(), planned, 'plan', restore('plan'), 1),
  'an undo of one to before a list was read': back(listed(), planned, 'plan', undo, 2),
  'an undo of one that set open work of two phases aside': {
    flow: SIDE_BY_SIDE,
    plays: ({ phase }) =>
      phase === 'base' ? RESULT : { 'QUESTION.md': 'Which?\n', [`/${phase}.txt`]: 'half\n' },
    async ground(api, { repository: { disk } }) {
      await api.start(START, never);
      const bytes = Buffer.from('edited\n');
      // Both wait: what a person adds is open, too.
      const theirs = [...disk.keys()].filter((path) => /\.worktrees\/.*(left|right)\.txt$/.test(path));
      if (theirs.length !== 2) throw new Error(`${theirs.length} worktrees with work`);
      for (const path of theirs) disk.set(path, { kind: 'file', bytes, mode: '100644' });
      await restore('base')(api);
    },
    act: undo,
    async again(api) {
      // It finishes what was cut off, and runs nothing.
      await api.resume(DEMO, { ...PLAIN_RESUME, until: 'base' }, never);
      if ((await api.log(DEMO)).filter(({ kind }) => kind === 'restore').length < 2) await undo(api);
    },
  },
  'a fork of a round': forked(looped(), reviewed(2, null), '3'),
  'a fork of a session with items': forked(listed(), planned, '4'),
};
