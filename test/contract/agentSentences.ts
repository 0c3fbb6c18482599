import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dispositionOf } from '../../src/model/agent/agentOutcome.ts';
import type { Agent, AgentTask } from '../../src/session/ports.ts';
import { atWork, leadersAlive, readIn, type Worked } from './agentAtWork.ts';
import type { AgentKind, Parts } from './agentParts.ts';
import { besideNapper } from '../support/lateness.ts';

/** What holds of every kind of agent that has such a part. Neutral to who runs it: vitest here, or a window of VS Code. */
export interface Sentence {
  readonly part: keyof Parts;
  readonly holds: (at: Place) => Promise<void>;
}

/** Where a sentence is tried. */
interface Place extends Omit<AgentKind, 'parts' | 'name'> {
  readonly make: (words: string) => Promise<Agent>;
  /** An empty folder of its own. */
  readonly folder: () => Promise<string>;
}

const work = async (
  { make, folder }: Pick<Place, 'make' | 'folder'>,
  over: Partial<AgentTask> = {},
): Promise<Worked> => atWork(await make(''), over.cwd ?? (await folder()), over);

export const SENTENCES: Readonly<Record<string, Sentence>> = {
  'says who it is, and runs nothing to say so': {
    part: 'willing',
    async holds({ make, kind }) {
      const agent = await make('');
      assert.deepEqual([agent.kind, agent.name.length > 0, agent.chosenBecause], [kind, true, null]);
      assert(['string', 'object'].includes(typeof (await agent.version())));
    },
  },
  'takes the prompt, tells what it says, and ends with an outcome of the list': {
    part: 'willing',
    async holds(at) {
      const { outcome, events, groups } = await work(at);
      assert.equal(outcome.kind, at.outcome);
      assert(['retry', 'ask', 'stop'].includes(dispositionOf(outcome)));
      assert.deepEqual(
        events.filter(({ type }) => type === 'text'),
        // The manual agent only asks: its prompt is Cairn's, and nobody says it while working.
        at.kind === 'manual' ? [] : [{ type: 'text', text: 'do it well' }],
      );
      if (at.processes) assert.deepEqual([groups.length, leadersAlive(groups)], [1, []]);
    },
  },
  'is written down before it has its prompt': {
    part: 'marking',
    async holds(at) {
      let early: string | null = 'not asked';
      const cwd = await at.folder();
      const { file } = await work(at, {
        cwd,
        async onStarted() {
          await sleep(300);
          early = await readIn(cwd, 'got');
        },
      });
      assert.deepEqual([early, await file('got')], [null, '']);
    },
  },
  'does not go on where it could not be written down': {
    part: 'marking',
    async holds(at) {
      const cwd = await at.folder();
      const run = work(at, { cwd, onStarted: () => Promise.reject(new Error('the disk is full')) });
      await assert.rejects(run, /the disk is full/);
      assert.equal(await readIn(cwd, 'got'), null);
    },
  },
  'tells of its words, plan, tools and tokens, in the order in which they came': {
    part: 'telling',
    async holds(at) {
      const { outcome, events, cwd, file } = await work(at);
      assert.deepEqual([outcome, await file('made.txt')], [{ kind: 'completed', finalText: 'last' }, 'made']);
      const acts = events.map((event) =>
        event.type === 'tool' ? `${event.type} ${event.status}` : event.type,
      );
      const ofItself = ['mode', 'model', 'session-hint', 'usage', 'turns'];
      const told = acts.filter((act) => !ofItself.includes(act));
      const [plan, last] = at.kind === 'language-model' ? [[], []] : [['plan'], ['text']];
      assert.deepEqual(told, ['text', ...plan, 'tool started', 'tool ended', ...last]);
      const calls = events.flatMap((event) => (event.type === 'tool' ? [event] : []));
      assert.deepEqual(
        new Set(calls.map(({ id, path, kind: act }) => `${id} ${act} ${resolve(cwd, path ?? '')}`)),
        new Set([`${calls[0]?.id} edit ${join(cwd, 'made.txt')}`]),
      );
      const used = events.findLast((event) => event.type === 'usage');
      assert((used?.usage.inputTokens ?? 0) > 0);
    },
  },
  'asks once before it acts, and heeds the answer: allow': asksOnce('allow', 'asked'),
  'asks once before it acts, and heeds the answer: allow-always': asksOnce('allow-always', 'asked'),
  'asks once before it acts, and heeds the answer: deny': asksOnce('deny', null),
  'cancelled before it began does nothing': {
    part: 'willing',
    async holds(at) {
      const { outcome, events, groups } = await work(at, { signal: AbortSignal.abort() });
      assert.deepEqual(
        { outcome, events, groups },
        { outcome: { kind: 'cancelled' }, events: [], groups: [] },
      );
    },
  },
  'endless ends within a second of being cancelled, and nothing of it lives on': endsWhenCancelled('endless'),
  'deaf ends within a second of being cancelled, and nothing of it lives on': endsWhenCancelled('deaf'),
  'waiting for leave is cancelled all the same': {
    part: 'asking',
    async holds(at) {
      const stop = new AbortController();
      const { outcome, file } = await work(at, {
        signal: stop.signal,
        permit: () => (stop.abort(), new Promise(() => {})),
      });
      assert.deepEqual([outcome, await file('asked.txt')], [{ kind: 'cancelled' }, null]);
    },
  },
  'is ended when its time is over, and says so': {
    part: 'late',
    async holds(at) {
      const { outcome, groups } = await work(at, { timeoutMs: 500 });
      assert.equal(outcome.kind, 'timed-out');
      assert.equal(outcome.kind === 'timed-out' && typeof outcome.afterMs, 'number');
      if (at.processes) assert.deepEqual(leadersAlive(groups), []);
    },
  },
  'dies: its last words are the reason, and its exit code where it has one': {
    part: 'crashing',
    async holds(at) {
      const { outcome } = await work(at);
      const model = at.kind === 'language-model';
      assert(outcome.kind === 'crashed');
      assert.equal(outcome.exitCode, model ? null : 7);
      assert.match(outcome.reason, model ? /no key$/ : /\b7\b.*: no key$/);
    },
  },
  'asks what it must know, and ends with that': {
    part: 'wondering',
    async holds(at) {
      assert.deepEqual((await work(at)).outcome, { kind: 'needs-input', question: 'Which one?' });
    },
  },
  'cannot be started: what is missing is named': {
    part: 'missing',
    async holds(at) {
      const { outcome, groups } = await work(at);
      const reason = 'no-such-agent could not be started: there is no program ./no-such-agent (ENOENT)';
      assert.deepEqual(
        [outcome, groups],
        [{ kind: 'crashed', exitCode: null, reason, notStarted: true }, []],
      );
    },
  },
  'refuses, and says why': {
    part: 'refusing',
    async holds(at) {
      assert.deepEqual((await work(at)).outcome, { kind: 'refused', reason: 'No.' });
    },
  },
  'is not logged in': endsAs('unknown', 'unauthenticated'),
  'is sent away for now': endsAs('sentAway', 'rate-limited'),
  'ends with a refusal of its provider: that is no success, whatever it wrote before': endsWith(
    'Error: 429 Too Many Requests',
    'rate-limited',
  ),
  'ends with its provider asking who it is: that is no success': endsWith(
    'API Error: 401 no',
    'unauthenticated',
  ),
  'ends with another error: that is no success': endsWith('**Error:** no such model', 'crashed'),
  'ends with a summary that names an error: that is one': endsWith(
    'added a test for 401, which says Error: 401',
    'completed',
  ),
  'has ended when it says so: nothing comes after its outcome': {
    part: 'willing',
    async holds(at) {
      const stop = new AbortController();
      const { outcome, events, groups } = await work(at, { signal: stop.signal });
      const then = JSON.stringify([outcome, events, groups]);
      stop.abort();
      await sleep(300);
      assert.equal(JSON.stringify([outcome, events, groups]), then);
    },
  },
  'does its next attempt as if there had been none': {
    part: 'willing',
    async holds({ make, folder }) {
      const agent = await make('');
      const [first, second] = [await atWork(agent, await folder()), await atWork(agent, await folder())];
      assert.deepEqual([second.outcome, second.events], [first.outcome, first.events]);
    },
  },
};

function asksOnce(answer: 'allow' | 'allow-always' | 'deny', written: string | null): Sentence {
  return {
    part: 'asking',
    async holds(at) {
      const asked: unknown[] = [];
      const cwd = await at.folder();
      const { outcome, file } = await work(at, {
        cwd,
        async permit({ kind: act, paths, title }) {
          const places = paths.map((path) => resolve(cwd, path));
          asked.push({ act, places, told: title.includes('asked.txt') });
          return answer;
        },
      });
      assert.deepEqual(asked, [{ act: 'edit', places: [join(cwd, 'asked.txt')], told: true }]);
      assert.deepEqual([outcome.kind, await file('asked.txt')], ['completed', written]);
    },
  };
}

function endsWhenCancelled(part: 'endless' | 'deaf'): Sentence {
  return {
    part,
    async holds(at) {
      const stop = new AbortController();
      let aborted = 0;
      const cancel = (): void => {
        aborted = performance.now();
        stop.abort();
      };
      const working = work(at, {
        signal: stop.signal,
        // A twin says nothing while it works.
        onStarted: async () => void (at.processes ? null : setTimeout(cancel, 50)),
        // At work, and not only started.
        onEvent: ({ type }) => (type === 'text' && aborted === 0 ? cancel() : undefined),
      });
      // A second, and what a busy machine takes to notice: who waits for a deaf agent waits a minute.
      const { answer, at: ended, late } = await besideNapper(working);
      assert(ended - aborted < 1_500 + 10 * late);
      const { outcome, groups } = answer;
      assert.deepEqual(outcome, { kind: 'cancelled' });
      if (at.processes) assert.deepEqual([groups.length, leadersAlive(groups)], [1, []]);
    },
  };
}

function endsWith(words: string, kind: string): Sentence {
  return {
    part: 'ending',
    async holds(at) {
      const { outcome, file } = await work({ ...at, make: () => at.make(words) });
      assert.deepEqual([outcome.kind, await file('made.txt')], [kind, 'made']);
    },
  };
}

function endsAs(part: keyof Parts, kind: string): Sentence {
  return {
    part,
    async holds(at) {
      assert.equal((await work(at)).outcome.kind, kind);
    },
  };
}
