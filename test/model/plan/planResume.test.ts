import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { planResume } from '../../../src/model/plan/planResume.ts';
import type { SessionState } from '../../../src/model/status/statusWords.ts';
import { uncoveredBranches } from '../../support/uncoveredBranches.ts';
import { quietResume } from '../quietResume.ts';
import { preparingRows, type ResumeRow } from './preparingRows.ts';

const plan = 'plan' as PhaseId;
const { said } = quietResume;
const open = { phase: plan, attempt: 2, agentKind: 'acp', ended: null, cutOffs: 1, retries: 2 } as const;
const asEver = { retriesLeft: 2, retriesSpent: 1, asked: false } as const;
const approval = { phase: plan, attempt: 1, by: 'approval' } as const;
const gate = { ...approval, by: 'gate' } as const;
const setup = { ...approval, by: 'setup' } as const;
const attempt = { ...approval, by: 'attempt' } as const;
const failed = { phase: plan, attempt: 2, outcome: 'completed', costs: true };
const crashed = { ...failed, outcome: 'crashed', costs: true };

/** The table of ARCHITECTURE.md, *Resume*, a row each. */
const rows: readonly ResumeRow[] = [
  ['[A15] done: nothing', { state: 'done' }, { do: 'nothing', because: 'done' }],
  ['cancelled: nothing', { state: 'cancelled' }, { do: 'nothing', because: 'cancelled' }],
  [
    'waiting for approval: nothing runs',
    { state: 'waiting', held: approval },
    { do: 'nothing', because: 'waiting' },
  ],
  [
    'waiting for an answer: nothing runs',
    { state: 'waiting', held: { ...approval, by: 'question' } },
    { do: 'nothing', because: 'waiting' },
  ],
  [
    '[B2] waiting, as HEAD was elsewhere, and is: nothing runs',
    { state: 'waiting', isolation: 'in-place', head: 'elsewhere', held: { ...approval, by: 'head' } },
    { do: 'nothing', because: 'waiting' },
  ],
  [
    '[B2] waiting, as HEAD was elsewhere, and the person has gone back: answered',
    { state: 'waiting', isolation: 'in-place', held: { ...approval, by: 'head' } },
    { do: 'prepare', what: 'gone-back' },
  ],
  [
    'waiting for a person’s work: the gate is tried',
    { state: 'waiting', held: { ...approval, by: 'work' } },
    { do: 'try-gate', phase: plan, attempt: 1, otherwise: 'wait' },
  ],
  [
    '[B2] … but not with HEAD elsewhere: nothing is captured',
    { state: 'waiting', isolation: 'in-place', head: 'elsewhere', held: { ...approval, by: 'work' } },
    { do: 'nothing', because: 'waiting' },
  ],
  [
    'blocked: the gate is tried, then a new attempt',
    { state: 'blocked', held: gate },
    { do: 'try-gate', phase: plan, attempt: 1, otherwise: 'new-attempt' },
  ],
  [
    '… that of the attempt made last, whether it was published or not',
    { state: 'blocked', held: gate, retrying: failed },
    { do: 'try-gate', phase: plan, attempt: 2, otherwise: 'new-attempt' },
  ],
  [
    '… unless that one did not complete: a new attempt',
    { state: 'blocked', held: gate, retrying: crashed },
    { do: 'proceed', first: 'retry', retriesSpent: 1 },
  ],
  [
    '… also where the one that was published did not: that of the attempt made last',
    { state: 'blocked', held: attempt, retrying: failed },
    { do: 'try-gate', phase: plan, attempt: 2, otherwise: 'new-attempt' },
  ],
  [
    'blocked, its last attempt did not complete: a new attempt, no gate closes it',
    { state: 'blocked', held: attempt },
    { do: 'proceed', first: 'nothing' },
  ],
  [
    '… what a person changed is an edit',
    { state: 'blocked', held: attempt, treeDiffers: true },
    { do: 'proceed', first: 'edit' },
  ],
  [
    'blocked by its setup: there is no gate to try',
    { state: 'blocked', held: setup },
    { do: 'proceed', first: 'nothing' },
  ],
  [
    '… what a person changed is an edit',
    { state: 'blocked', held: setup, treeDiffers: true },
    { do: 'proceed', first: 'edit' },
  ],
  [
    '… an approved artifact changed: waits again',
    { state: 'blocked', held: setup, treeDiffers: true, approvalVoid: plan },
    { do: 'wait-again', phase: plan },
  ],
  [
    '[A18] [S9] attempt open, its agent had completed: gate only, same attempt',
    { open: { ...open, ended: 'completed' } },
    { do: 'try-gate', phase: plan, attempt: 2, otherwise: asEver },
  ],
  [
    '… its agent asks: gate only, which puts the question',
    { open: { ...open, ended: 'asks' } },
    { do: 'try-gate', phase: plan, attempt: 2, otherwise: asEver },
  ],
  [
    '… its agent had ended in any other way: given up, a new attempt',
    { open: { ...open, ended: 'not-completed' } },
    { do: 'try-gate', phase: plan, attempt: 2, otherwise: { ...asEver, asked: true } },
  ],
  [
    '… also where no retry is left: who resumes asks for one more',
    { open: { ...open, ended: 'not-completed', retries: 0 } },
    { do: 'try-gate', phase: plan, attempt: 2, otherwise: { ...asEver, retriesLeft: 1, asked: true } },
  ],
  [
    '… its commands are not trusted here: refused, as another attempt would follow',
    { open: { ...open, ended: 'not-completed' }, commands: 'unknown' },
    { do: 'refuse', because: 'untrusted-commands' },
  ],
  [
    '[L9] attempt open, its agent had not ended, worktree: leftovers rescued',
    { open },
    { do: 'proceed', first: 'rescue-leftovers' },
  ],
  [
    '… kept with --leftovers keep',
    { open, said: { ...said, leftovers: 'keep' } },
    { do: 'proceed', first: 'go-on' },
  ],
  [
    '… of a language model: kept, its journal knows what was done',
    { open: { ...open, agentKind: 'language-model' } },
    { do: 'proceed', first: 'go-on' },
  ],
  [
    '… in a place where no attempt has worked: kept, but its session is not gone on with',
    { open: { ...open, agentKind: 'language-model' }, isNewPlace: true },
    { do: 'proceed', first: 'keep-leftovers' },
  ],
  [
    '… of a language model with --leftovers rescue: rescued',
    { open: { ...open, agentKind: 'language-model' }, said: { ...said, leftovers: 'rescue' } },
    { do: 'proceed', first: 'rescue-leftovers' },
  ],
  ['… in place: kept', { open, isolation: 'in-place' }, { do: 'proceed', first: 'go-on' }],
  [
    '… in place with --leftovers rescue: rescued',
    { open, isolation: 'in-place', said: { ...said, leftovers: 'rescue' } },
    { do: 'proceed', first: 'rescue-leftovers' },
  ],
  [
    '[E18] five attempts cut off in a row: blocked',
    { open: { ...open, cutOffs: 5 } },
    { do: 'block', phase: plan, attempt: 2, cutOffs: 5 },
  ],
  [
    'a retry of a blocked phase cut off: as any other attempt',
    { state: 'blocked', held: gate, open },
    { do: 'proceed', first: 'rescue-leftovers' },
  ],
  [
    'attempt failed, its retry not begun: that begins, on the tree as it is',
    { retrying: failed, treeDiffers: true, approvalVoid: plan },
    { do: 'proceed', first: 'retry', retriesSpent: 1 },
  ],
  ['no attempt open, tree differs: an edit', { treeDiffers: true }, { do: 'proceed', first: 'edit' }],
  ['[S10] no attempt open, tree equal: goes on', {}, { do: 'proceed', first: 'nothing' }],
  [
    '[F11] an approved artifact changed before the next phase: waits again',
    { treeDiffers: true, approvalVoid: plan },
    { do: 'wait-again', phase: plan },
  ],
  [
    'behind its remote-tracking branch: refused',
    { remote: 'behind', state: 'done' },
    { do: 'refuse', because: 'behind' },
  ],
  ['diverged: refused', { remote: 'diverged' }, { do: 'refuse', because: 'diverged' }],
  [
    'diverged with --here: goes on',
    { remote: 'diverged', said: { ...said, here: true } },
    { do: 'proceed', first: 'nothing' },
  ],
  ['ahead of its remote-tracking branch: goes on', { remote: 'ahead' }, { do: 'proceed', first: 'nothing' }],
  [
    '[L8] a history that raises questions: refused',
    { history: 'questionable' },
    { do: 'refuse', because: 'untrusted' },
  ],
  [
    '… with --trust: goes on',
    { history: 'questionable', said: { ...said, trust: true } },
    { do: 'proceed', first: 'nothing' },
  ],
  [
    'commands that nobody trusted here: refused before anything else is asked',
    { commands: 'unknown', history: 'questionable', plan: 'inside-plan' },
    { do: 'refuse', because: 'untrusted-commands' },
  ],
  [
    '… a gate to try: refused',
    { commands: 'unknown', state: 'waiting', held: { ...approval, by: 'work' } },
    { do: 'refuse', because: 'untrusted-commands' },
  ],
  [
    '… a blocked one: refused',
    { commands: 'unknown', state: 'blocked', held: gate },
    { do: 'refuse', because: 'untrusted-commands' },
  ],
  [
    '… a person who has gone back: refused, as the session would go on',
    { commands: 'unknown', state: 'waiting', isolation: 'in-place', held: { ...approval, by: 'head' } },
    { do: 'refuse', because: 'untrusted-commands' },
  ],
  [
    '… with --trust: goes on',
    { commands: 'unknown', said: { ...said, trustCommands: true } },
    { do: 'proceed', first: 'nothing' },
  ],
  [
    '… with a yes to the history alone: refused',
    { commands: 'unknown', history: 'questionable', said: { ...said, trust: true } },
    { do: 'refuse', because: 'untrusted-commands' },
  ],
  [
    '… waiting for a word: nothing runs, so nothing is asked',
    { commands: 'unknown', state: 'waiting', held: approval },
    { do: 'nothing', because: 'waiting' },
  ],
  ['… done: nothing', { commands: 'unknown', state: 'done' }, { do: 'nothing', because: 'done' }],
  ['[M32] another plan: refused', { plan: 'inside-plan' }, { do: 'refuse', because: 'plan-changed' }],
  [
    '… with --accept-plan: taken over first',
    { plan: 'inside-plan', said: { ...said, acceptPlan: true } },
    { do: 'prepare', what: 'take-over-workflow' },
  ],
  [
    'a done session whose plan grew: taken over when accepted',
    { state: 'done', plan: 'inside-plan', said: { ...said, acceptPlan: true } },
    { do: 'prepare', what: 'take-over-workflow' },
  ],
  [
    '[M29] another prompt, the same plan: taken over unasked',
    { plan: 'outside-plan' },
    { do: 'prepare', what: 'take-over-workflow' },
  ],
  [
    '… also of a session that waits, which is asked about under it',
    { plan: 'outside-plan', state: 'waiting', held: approval },
    { do: 'prepare', what: 'take-over-workflow' },
  ],
  [
    '… but not of a cancelled one',
    { plan: 'outside-plan', state: 'cancelled' },
    { do: 'nothing', because: 'cancelled' },
  ],
  [
    '… nor before somebody has said where to go on',
    { plan: 'outside-plan', isolation: 'in-place', head: 'elsewhere' },
    { do: 'ask-where' },
  ],
  [
    '… nor before who has gone back is answered',
    {
      plan: 'outside-plan',
      state: 'waiting',
      isolation: 'in-place',
      held: { ...approval, by: 'head' },
    },
    { do: 'prepare', what: 'gone-back' },
  ],
  [
    '… nor where its commands are refused',
    { plan: 'outside-plan', commands: 'unknown' },
    { do: 'refuse', because: 'untrusted-commands' },
  ],
  [
    '[B2] in place, HEAD elsewhere: one question',
    { isolation: 'in-place', head: 'elsewhere' },
    { do: 'ask-where' },
  ],
  [
    'in place, HEAD on a descendant: goes on',
    { isolation: 'in-place', head: 'descendant' },
    { do: 'proceed', first: 'nothing' },
  ],
  [
    'side by side, where one of those that are held up may be tried again: goes on, whatever waits',
    { state: 'waiting', beside: 'tries' },
    { do: 'proceed', first: 'nothing' },
  ],
  [
    'side by side, all that are held up wait',
    { state: 'waiting', beside: 'waits' },
    { do: 'nothing', because: 'waiting' },
  ],
  ...preparingRows,
];

test.each(rows)('%s', (_name, facts, then) => {
  expect(planResume({ ...quietResume, ...facts })).toEqual(then);
});

test('[L3] the rows go through every branch of the decision', async () => {
  const uncovered = await uncoveredBranches('/src/model/plan/planResume.ts', async () => {
    vi.resetModules();
    const { planResume: decide } = await import('../../../src/model/plan/planResume.ts');
    for (const [, facts] of rows) decide({ ...quietResume, ...facts });
  });
  expect(uncovered).toEqual([]);
});

/** All that may be found beside the state of a session that nobody drives. */
const found = fc.record({
  isolation: fc.constantFrom('worktree', 'in-place'),
  head: fc.constantFrom('same', 'descendant', 'elsewhere'),
  plan: fc.constantFrom('same', 'outside-plan'),
  held: fc.option(
    fc
      .constantFrom('approval', 'packet', 'question', 'work', 'head', 'gate', 'attempt', 'setup')
      .map((by) => ({ ...approval, by })),
  ),
  open: fc.option(
    fc.record({
      phase: fc.constant(plan),
      attempt: fc.nat(9),
      agentKind: fc.option(fc.constantFrom('acp', 'command', 'manual', 'language-model')),
      ended: fc.option(fc.constantFrom('completed', 'asks', 'not-completed')),
      cutOffs: fc.nat(6),
      retries: fc.nat(3),
    }),
  ),
  retrying: fc.option(fc.constantFrom(failed, crashed)),
  isNewPlace: fc.boolean(),
  beside: fc.constant(null),
  treeDiffers: fc.boolean(),
  approvalVoid: fc.option(fc.constant(plan)),
});
const HANDLERS: Readonly<Record<SessionState, readonly string[]>> = {
  running: ['ask-where', 'block', 'proceed', 'take-over-workflow', 'try-gate', 'wait-again'],
  waiting: ['gone-back', 'nothing', 'take-over-workflow', 'try-gate'],
  blocked: ['ask-where', 'block', 'proceed', 'take-over-workflow', 'try-gate', 'wait-again'],
  done: ['ask-where', 'nothing', 'take-over-workflow'],
  cancelled: ['nothing'],
};

test.each(Object.entries(HANDLERS))(
  '[L26] of a session that is %s exactly one of its steps is taken, whatever else is found',
  (state, steps) => {
    const taken = fc
      .sample(found, { numRuns: 3_000, seed: 26 })
      .map((facts) => planResume({ ...quietResume, ...facts, state: state as SessionState }));
    expect(
      [...new Set(taken.map((step) => (step.do === 'prepare' ? step.what : step.do)))].toSorted(),
    ).toEqual(steps);
    // The cursor picks the phase: what is tried, blocked or asked again is of the attempt that was found.
    expect(new Set(taken.flatMap((step) => ('phase' in step ? [step.phase] : [])))).toEqual(
      new Set(steps.some((step) => ['try-gate', 'block', 'wait-again'].includes(step)) ? [plan] : []),
    );
  },
);

test('[P21] the same facts give the same answer a thousand times, where clock, chance, environment and network would throw', () => {
  const forbidden = (): never => {
    throw new Error('a decision asks for nothing');
  };
  const world = new Proxy(forbidden, {
    get: forbidden,
    has: forbidden,
    construct: forbidden,
    apply: forbidden,
  });
  const names = ['Date', 'Math', 'process', 'performance', 'crypto', 'fetch', 'setTimeout', 'queueMicrotask'];
  const kept = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name) ?? {});
  const answers = rows.map(() => new Set<string>());
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: world, configurable: true, writable: true });
  try {
    for (let n = 0; n < 1000; n += 1)
      rows.forEach(([, facts], at) =>
        answers[at]?.add(JSON.stringify(planResume({ ...quietResume, ...facts }))),
      );
  } finally {
    names.forEach((name, at) => Object.defineProperty(globalThis, name, kept[at] ?? {}));
  }
  expect(answers.map(({ size }) => size)).toEqual(rows.map(() => 1));
});
