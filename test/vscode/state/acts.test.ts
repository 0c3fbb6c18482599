import { describe, expect, test } from 'vitest';
import type { PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import { phaseActs, sessionActs } from '../../../src/vscode/state/acts.ts';
import { approval, donePhase, node, packetReview, permission, phase } from '../builders.ts';

const rest = ['openWorktree', 'verify'];
const idle = ['review', 'restore', 'fork', 'land', 'delete', ...rest];

/** `plan` waits, and another phase is at work beside it. */
const WAITS_BESIDE = [
  phase(2, 'plan', { status: 'waiting', attempt: 1 }),
  phase(3, 'implement', { status: 'running', attempt: 1 }),
];

test.each([
  [
    'a running session can be paused, stopped, cancelled and forked, not restored',
    node('running'),
    ['pause', 'stop', 'cancel', 'steer', 'review', 'fork', ...rest],
  ],
  ['an interrupted one can be resumed', node('interrupted'), ['resume', 'cancel', 'steer', ...idle]],
  ['a paused one too', node('paused'), ['resume', 'cancel', 'steer', ...idle]],
  ['a blocked one too', node('blocked'), ['resume', 'cancel', 'steer', ...idle]],
  [
    'one that waits for approval can be approved',
    node('waiting', { status: approval }),
    ['cancel', 'approve', 'steer', ...idle],
  ],
  [
    'one whose packet is to be looked at can be approved too',
    node('waiting', { status: packetReview }),
    ['cancel', 'approve', 'steer', ...idle],
  ],
  [
    'one that asks can be answered',
    node('waiting', { status: { question: { text: '?', options: [], kind: 'question' } } }),
    ['cancel', 'answer', 'steer', ...idle],
  ],
  [
    'one whose agent asks for a permission is answered while it is driven',
    node('waiting', {
      summary: { driven: true },
      status: {
        question: { text: '?', options: [], kind: 'permission' },
        permissions: [permission('1')],
      },
    }),
    ['pause', 'stop', 'cancel', 'answer', 'steer', 'review', 'fork', ...rest],
  ],
  [
    'one of whose phases waits while others work takes a word for it',
    node('running', { status: { ...approval, phases: WAITS_BESIDE } }),
    ['pause', 'stop', 'cancel', 'approve', 'steer', 'review', 'fork', ...rest],
  ],
  [
    'one that a newer Cairn wrote is only looked at',
    node('paused', { status: { readOnly: 'newer-schema' } }),
    ['verify'],
  ],
  [
    'one that a newer Cairn drives can be stopped',
    node('running', { status: { readOnly: 'newer-schema' } }),
    ['stop', 'verify'],
  ],
  [
    'one that is driven and has a record that cannot be read, too',
    node('running', { status: { readOnly: 'unreadable' } }),
    ['stop', 'verify'],
  ],
  [
    'one with a record that cannot be read goes back to a checkpoint that can be',
    node('paused', { status: { readOnly: 'unreadable' } }),
    ['restore', 'verify'],
  ],
  ['a done one can be landed, not cancelled', node('done'), idle],
  [
    'one on a remote can be resumed, which brings it here',
    node('paused', { summary: { remote: true }, status: null }),
    ['resume', 'review', 'restore', 'fork', 'land', 'verify'],
  ],
  [
    'one that has only just begun has nothing to review',
    node('paused', { summary: { seq: 1 }, status: { phases: [phase(1, 'research')] } }),
    ['resume', 'cancel', 'steer', 'fork', 'delete', ...rest],
  ],
  [
    'a damaged one can go back to its last good checkpoint, and nothing else',
    node('paused', {
      status: { state: 'damaged', warnings: [{ warning: 'history', what: 'git object x is missing' }] },
    }),
    ['restore', 'verify'],
  ],
  ['a word of a later version allows what cannot hurt', node('stale'), ['cancel', 'steer', ...idle]],
])('%s', (_, of, acts) => expect(sessionActs(of)).toEqual(acts));

describe('a person’s own phase', () => {
  const work = (present: boolean, bytes: number) =>
    node('waiting', {
      status: {
        question: { text: 'Do it', options: [], kind: 'work' },
        phases: [
          phase(1, 'plan', {
            status: 'waiting',
            attempt: 1,
            artifacts: [{ path: 'plan.md', present, bytes }],
          }),
        ],
      },
    });
  test('lights up when every artifact is there and not empty', () => {
    expect(
      [work(false, 0), work(true, 0), work(true, 5)].map((of) => sessionActs(of).includes('complete')),
    ).toEqual([false, false, true]);
  });
});

test('a blocked phase can be closed as it is once all that it promised is there; one that its setup holds up has nothing to close', () => {
  const blocked = (by: 'gate' | 'setup', bytes: number) =>
    node('blocked', {
      status: {
        phases: [
          phase(1, 'plan', {
            status: 'blocked',
            attempt: 1,
            blockedBy: by,
            artifacts: [{ path: 'plan.md', present: bytes > 0, bytes }],
          }),
        ],
      },
    });
  expect(
    [blocked('gate', 0), blocked('setup', 5), blocked('gate', 5)].map((of) =>
      sessionActs(of).includes('complete'),
    ),
  ).toEqual([false, false, true]);
});

test.each([
  [
    'a done phase of an idle session can be gone back to and run again',
    node('paused'),
    donePhase(1, 'research'),
    ['review', 'browse', 'restoreTo', 'forkFrom', 'runAgain', 'packet', 'output'],
  ],
  [
    'while the session runs it can be looked at and forked from',
    node('running'),
    donePhase(1, 'research'),
    ['review', 'browse', 'forkFrom', 'packet', 'output'],
  ],
  [
    'one that a fork inherited is not gone back to',
    node('paused'),
    donePhase(1, 'research', { inheritedFrom: 'other' as SessionId }),
    ['review', 'browse', 'forkFrom', 'packet', 'output'],
  ],
  [
    'the waiting phase takes the word',
    node('waiting', { status: approval }),
    phase(2, 'plan', { status: 'waiting', attempt: 1 }),
    ['approve', 'review', 'openWorktree', 'runAgain', 'packet', 'output'],
  ],
  [
    'it does while others work',
    node('running', { status: { ...approval, phases: WAITS_BESIDE } }),
    phase(2, 'plan', { status: 'waiting', attempt: 1 }),
    ['approve', 'review', 'openWorktree', 'packet', 'output'],
  ],
  ['another phase does not', node('waiting', { status: approval }), phase(3, 'implement'), ['packet']],
  [
    'the blocked phase can be resumed',
    node('blocked'),
    phase(2, 'plan', { status: 'blocked', attempt: 2 }),
    ['resume', 'review', 'openWorktree', 'packet', 'output'],
  ],
])('%s', (_, of, view, acts) =>
  expect(phaseActs({ ...of, summary: { ...of.summary, next: ['plan' as PhaseId] } }, view)).toEqual(acts),
);
