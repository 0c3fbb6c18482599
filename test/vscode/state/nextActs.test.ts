import { expect, test } from 'vitest';
import type { Waits } from '../../../src/base/refusal.ts';
import { REFUSAL_HINTS as IN_TERMINAL } from '../../../src/cli/output/refusalHints.ts';
import { stepsFor } from '../../../src/cli/output/stepsFor.ts';
import { ENDS_WAITING, needsPerson, nextActs } from '../../../src/model/plan/nextActs.ts';
import { refusalHint } from '../../../src/sentences/refusalHints.ts';
import type { StatusView } from '../../../src/session/results.ts';
import { sessionActs } from '../../../src/vscode/state/acts.ts';
import { viewMessage } from '../../../src/vscode/state/viewMessage.ts';
import { REFUSAL_HINTS as IN_WINDOW } from '../../../src/vscode/words/refusalHints.ts';
import { approval, node, packetReview, phase, repositoryFolder, windowOf } from '../builders.ts';

type Question = NonNullable<StatusView['question']>;

const asks = (kind: Question['kind'], over: Partial<Question> = {}): Partial<StatusView> => ({
  question: { text: '?', options: [], kind, ...over },
});
const made = { artifacts: [{ path: 'plan.md', present: true, bytes: 1 }] };
const blocked = (by: 'gate' | 'setup'): Partial<StatusView> => ({
  phases: [phase(2, 'plan', { status: 'blocked', attempt: 1, blockedBy: by, ...made })],
});
const doubt: StatusView['doubts'] = [{ key: 'k', command: ['x'], at: '' as never, phase: null }];

/** What both edges offer of the same acts; a window has acts that always fit beside them, which are left out here. */
const BESIDE = new Set([
  'pause',
  'cancel',
  'steer',
  'review',
  'undoRestore',
  'delete',
  'openWorktree',
  'verify',
]);
const ALSO = new Set(['restore', 'fork', 'land']);

test.each<
  readonly [
    what: string,
    state: string,
    status: Partial<StatusView>,
    acts: readonly string[],
    terminal: readonly string[],
    window: readonly string[],
  ]
>([
  ['is paused', 'paused', {}, ['go-on'], ['resume S'], ['resume']],
  ['was cut off', 'interrupted', {}, ['go-on'], ['resume S'], ['resume']],
  ['is done', 'done', {}, ['land', 'see-log'], ['land S --branch add-login', 'log S'], ['land']],
  [
    'is done, checks red',
    'done',
    { checked: 'red' },
    ['land', 'see-log'],
    ['land S --branch add-login --red', 'log S'],
    ['land'],
  ],
  // A window keeps it in its menu, for whoever wants it once more.
  ['was landed', 'done', { landed: true, landedOn: 'add-login' }, ['see-log'], ['log S'], ['land']],
  ['is done and changed nothing', 'done', { changedNothing: true }, ['see-log'], ['log S'], []],
  [
    'waits for an approval',
    'waiting',
    approval,
    ['diff', 'approve', 'reject', 'then-go-on'],
    ['diff S plan', 'approve S', 'reject S -m "…"', 'resume S'],
    ['approve'],
  ],
  [
    'waits for a look at its packet',
    'waiting',
    packetReview,
    ['approve', 'reject', 'then-go-on'],
    ['approve S', 'reject S -m "…"', 'resume S'],
    ['approve'],
  ],
  [
    'asks a question',
    'waiting',
    asks('question', { options: ['yes', 'no'] }),
    ['answer', 'answer', 'then-go-on'],
    ['answer S -m yes', 'answer S -m no', 'resume S'],
    ['answer'],
  ],
  [
    'asks for a permission',
    'waiting',
    asks('permission'),
    ['permit', 'permit', 'permit'],
    ['answer S -m allow', 'answer S -m always', 'answer S -m deny'],
    ['answer'],
  ],
  [
    'waits for work by hand that is done',
    'waiting',
    {
      ...asks('work', { handOver: true }),
      phases: [phase(2, 'plan', { status: 'waiting', attempt: 1, ...made })],
    },
    ['try-gate', 'hand-over'],
    ['resume S', 'answer S -m "…"'],
    ['complete'],
  ],
  [
    'has HEAD elsewhere',
    'waiting',
    asks('approval', { back: 'git switch main' }),
    ['go-back', 'then-go-on', 'go-on-here'],
    ['git switch main', 'resume S', 'resume S --here'],
    [],
  ],
  [
    'is blocked by its gate',
    'blocked',
    blocked('gate'),
    ['see-output', 'diff', 'retry', 'close'],
    ['log S --output plan', 'diff S plan', 'resume S -m "…"', 'approve S plan'],
    ['resume', 'complete'],
  ],
  [
    'is blocked by its setup',
    'blocked',
    blocked('setup'),
    ['see-output', 'retry-setup'],
    ['log S --output plan', 'resume S'],
    ['resume'],
  ],
  ['runs', 'running', { drivenBy: 'pid 1' }, ['look', 'stop'], ['status S', 'stop S'], ['stop']],
  [
    'has an effect in doubt',
    'paused',
    { doubts: doubt },
    ['settle', 'go-on'],
    ['effect settle S --key k --as done -m "…"', 'resume S'],
    ['resume'],
  ],
  [
    'came from elsewhere with commands of its own',
    'paused',
    { asksTrust: true, untrusted: true },
    ['see-trust', 'trust-tip'],
    ['trust S', 'resume S --trust'],
    ['resume'],
  ],
  ["is a newer one's", 'paused', { readOnly: 'newer-schema' }, ['see-log'], ['log S'], []],
])('of a session that %s, terminal and window offer the same', (_, state, over, acts, terminal, window) => {
  const driven = over.drivenBy !== undefined;
  const of = node(state, { summary: { driven }, status: over });
  const status = of.status as StatusView;
  expect(nextActs(status).map(({ act }) => act)).toEqual(acts);
  const typed = stepsFor(status, (...words) => words.join(' ').replace(status.session, 'S'));
  expect(typed.map(([command]) => command.replace(status.session, 'S'))).toEqual(terminal);
  const shown = sessionActs(of).filter((act) => !BESIDE.has(act) && (state === 'done' || !ALSO.has(act)));
  expect(shown.filter((act) => state !== 'done' || act === 'land')).toEqual(window);
});

test.each([
  [
    { outcome: 'failed', before: 'failed' },
    /once its checks pass; to let be what was red before, write "red: as-before"/,
  ],
  [{ outcome: 'failed', before: 'passed' }, /where its files and checks are fine$/],
  [{ outcome: 'passed', before: 'failed' }, /where its files and checks are fine$/],
  [{ outcome: 'failed' }, /where its files and checks are fine$/],
] as const)(
  'who is blocked by a check is told how to let it be only if it was red before: %j',
  (check, told) => {
    const [one] = blocked('gate').phases ?? [];
    const phases = one === undefined ? [] : [{ ...one, checks: [{ name: 'npm test', ...check }] }];
    const status = node('blocked', { status: { phases } }).status as StatusView;
    const steps = stepsFor(status, (...words) => words.join(' '));
    expect(steps.find(([command]) => command.startsWith('approve'))?.[1]).toMatch(told);
  },
);

const line = (state: string, status: Partial<StatusView>): string =>
  viewMessage(windowOf(repositoryFolder([node(state, { status })])));

test.each<readonly [state: string, status: Partial<StatusView>, needs: boolean, message: string]>([
  ['paused', {}, false, 'Paused before phase 1 of 1, plan.'],
  ['interrupted', {}, true, 'Interrupted: phase 1 of 1, plan. Resume goes on from the last checkpoint.'],
  ['blocked', blocked('gate'), true, 'Blocked: phase 1 of 1, plan. Resume tries it again.'],
  ['blocked', blocked('setup'), true, 'Blocked: phase 1 of 1, plan. Resume tries it again.'],
  [
    'interrupted',
    { untrusted: true },
    true,
    'Interrupted: phase 1 of 1, plan. Resume goes on from the last checkpoint.',
  ],
  [
    'paused',
    { asksTrust: true },
    false,
    'Paused before phase 1 of 1, plan. Resume first shows what it would run, and asks.',
  ],
  // Nothing of a newer one is resumed here, so nobody promises it.
  ['interrupted', { readOnly: 'newer-schema' }, true, 'Interrupted: phase 1 of 1, plan.'],
  ['waiting', approval, true, 'Waiting for your approval: phase 1 of 1, plan.'],
])('of one that is %s the view promises what can be done: %j', (state, over, needs, message) => {
  const status = { phases: [phase(2, 'plan', { attempt: 1 })], ...over };
  expect(needsPerson({ state })).toBe(needs);
  expect(line(state, status)).toBe(message);
  const acts = sessionActs(node(state, { status }));
  expect(acts.includes('resume') || !message.includes('Resume')).toBe(true);
});

test.each<readonly [waits: Waits['for'], status: Partial<StatusView>, terminal: string, window: string]>([
  ['approval', approval, 'cairn approve S', 'Approve it'],
  ['packet', packetReview, 'cairn approve S', 'Approve it'],
  ['question', asks('question'), 'cairn answer S', 'Cairn: Answer…'],
  ['head', asks('question', { back: 'git switch main' }), 'Go back there', 'Go back there'],
  ['work', asks('work'), 'cairn resume S', 'Cairn: Complete Phase'],
])(
  'who says another word to one that waits for %s is sent to what ends that',
  (waits, over, terminal, window) => {
    const { status } = node('waiting', { status: over });
    expect(nextActs(status as StatusView).map(({ act }) => act)).toContain(ENDS_WAITING[waits]);
    const refusal = { because: 'not-asked', question: null, waits: { phase: 'plan', for: waits } } as const;
    expect(refusalHint(refusal, { act: 'answer', session: 'S' }, IN_TERMINAL)).toContain(terminal);
    expect(refusalHint(refusal, { act: 'answer' }, IN_WINDOW)).toContain(window);
  },
);

test('each phase that is blocked has its output and its way on, also beside one that waits', () => {
  const isBlocked = { status: 'blocked', attempt: 1, blockedBy: 'gate' } as const;
  const phases = [phase(1, 'left', isBlocked), phase(2, 'right', isBlocked)];
  const alone = nextActs(node('blocked', { status: { phases } }).status as StatusView);
  expect(alone).toEqual([
    { act: 'see-output', phase: 'left' },
    { act: 'diff', phase: 'left', waits: false },
    { act: 'retry' },
    { act: 'close', phase: 'left' },
    { act: 'see-output', phase: 'right' },
    { act: 'close', phase: 'right' },
  ]);
  const beside = nextActs(node('waiting', { status: { ...asks('approval'), phases } }).status as StatusView);
  expect(beside.filter(({ act }) => act === 'close')).toEqual([
    { act: 'close', phase: 'left' },
    { act: 'close', phase: 'right' },
  ]);
});
