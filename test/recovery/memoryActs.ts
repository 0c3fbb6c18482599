import { CairnError } from '../../src/base/cairnError.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { OTHER } from '../support/forks.ts';
import type { AgentTask } from '../../src/session/ports.ts';
import type { MemoryWorld } from '../support/memoryWorld.ts';
import { chain, DEMO, START, type Flow } from '../support/session.ts';
import { goOnWith } from './goOn.ts';

/** What the agent of a phase leaves: texts by their paths in its folder, or `/<path>` from the root of the repository. */
export type Plays = (attempt: {
  readonly phase: string;
  readonly round: number;
  readonly tells: AgentTask['onEvent'];
}) => Readonly<Record<string, string>>;

/** An act whose process dies, and what is said afterwards. */
export interface MemoryAct {
  readonly flow: Flow;
  /** Left out: `result.md`, and what the names `ask` and `retried` say. */
  readonly plays?: Plays;
  /** What there is before. */
  readonly ground: (api: CairnApi, memory: MemoryWorld) => Promise<unknown>;
  readonly act: (api: CairnApi) => Promise<unknown>;
  /** What somebody does who looks how far it came, also where it lived. */
  readonly again: (api: CairnApi) => Promise<unknown>;
}

const never = new AbortController().signal;
const nothing = async (): Promise<void> => {};
const ended = (api: CairnApi): ReturnType<CairnApi['start']> => api.start(START, never);
const purgedOrNot = (purge: boolean) => (api: CairnApi) => api.delete(DEMO, { purge });
const restore = (api: CairnApi): Promise<unknown> => api.restore(DEMO, { to: 'one' }, { dryRun: false });
const undo = (api: CairnApi): Promise<unknown> => api.restore(DEMO, { undo: true }, { dryRun: false });

/** Ended, and then somebody edited what it made. */
const edited: MemoryAct['ground'] = async (api, { repository }) => {
  await ended(api);
  const edit = { kind: 'file', bytes: Buffer.from('edited\n'), mode: '100644' } as const;
  repository.disk.set(`${await api.path(DEMO)}/README.md`, edit);
};

const start = (flow: Flow, inPlace: boolean): MemoryAct => ({
  flow,
  ground: nothing,
  act: (api) => api.start({ ...START, inPlace }, never),
  again: (api) => goOnWith(api, { ...START, inPlace }),
});

/** Said again if the session still waits for it, and gone on with. */
const word = (flow: Flow, act: MemoryAct['act'], end: string): MemoryAct => ({
  flow,
  ground: ended,
  act,
  async again(api) {
    if ((await api.status(DEMO)).state === 'waiting') await act(api);
    const { reason } = await api.resume(DEMO, PLAIN_RESUME, never);
    if (reason !== end) throw new Error(`${reason} instead of ${end}`);
  },
});

/** Said again unless there are so many restores already, once a resume has finished what was cut off. */
const restored = (ground: MemoryAct['ground'], act: MemoryAct['act'], restores: number): MemoryAct => ({
  flow: chain('one', 'two'),
  ground,
  act,
  async again(api) {
    await api.resume(DEMO, { ...PLAIN_RESUME, until: 'one' }, never);
    if ((await api.log(DEMO)).filter(({ kind }) => kind === 'restore').length < restores) await act(api);
  },
});

const deletion = (purge: boolean): MemoryAct => ({
  flow: chain('one', 'two'),
  ground: edited,
  act: purgedOrNot(purge),
  async again(api) {
    try {
      await purgedOrNot(purge)(api);
    } catch (error) {
      if (!CairnError.is(error, 'usage/unknown-session')) throw error;
    }
  },
});

const fork = (api: CairnApi): Promise<unknown> => api.fork(DEMO, 'one', { id: OTHER });
const APPROVAL: Flow = { phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] };

/** Goes on to the question, whether the session began or not. */
const untilItWaits = async (api: CairnApi): Promise<void> => {
  const began = (await api.list()).length > 0;
  const { reason } = await (began ? api.resume(DEMO, PLAIN_RESUME, never) : ended(api));
  if (reason !== 'waiting') throw new Error(`${reason} instead of waiting`);
};

/** Acts that need nothing but the twins. Those with programs of their own are killed for real: `crashMatrix.test.ts` and beside. */
export const MEMORY_ACTS: Readonly<Record<string, MemoryAct>> = {
  'a start in a worktree': start(chain('one', 'two'), false),
  'a start in place': start(chain('one', 'two'), true),
  'a retry': start({ phases: [{ id: 'retried', retries: 1 }] }, false),
  'an approval': word(APPROVAL, (api) => api.approve(DEMO, null, null), 'completed'),
  'a rejection': word(APPROVAL, (api) => api.reject(DEMO, null, null), 'waiting'),
  'an answer': word(chain('ask', 'two'), (api) => api.answer(DEMO, 'Blue.'), 'completed'),
  'a cancellation': word(APPROVAL, (api) => api.cancel(DEMO), 'cancelled'),
  'a restore': restored(edited, restore, 1),
  'an undo': restored((api, memory) => edited(api, memory).then(() => restore(api)), undo, 2),
  'a deletion': deletion(false),
  'a purge': deletion(true),
  'a phase that is held': { flow: APPROVAL, ground: nothing, act: ended, again: untilItWaits },
  'work that is laid over a new worktree': {
    flow: APPROVAL,
    async ground(api, { repository }) {
      await ended(api);
      const root = await api.path(DEMO);
      for (const path of repository.disk.keys())
        if (path === root || path.startsWith(`${root}/`)) repository.disk.delete(path);
    },
    act: (api) => api.resume(DEMO, PLAIN_RESUME, never),
    async again(api) {
      await untilItWaits(api);
      await api.approve(DEMO, null, null);
    },
  },
  'a fork': {
    flow: chain('one', 'two'),
    ground: ended,
    act: fork,
    async again(api) {
      if (!(await api.list()).some(({ session }) => session === OTHER)) await fork(api);
    },
  },
};
