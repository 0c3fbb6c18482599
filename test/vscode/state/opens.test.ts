import { expect, test } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { StatusView } from '../../../src/session/results.ts';
import { opensOf } from '../../../src/vscode/state/opens.ts';
import { statusBar } from '../../../src/vscode/state/statusBar.ts';
import type { SessionNode } from '../../../src/vscode/state/windowState.ts';
import {
  approval,
  KEY,
  node,
  packetReview,
  permission,
  phase,
  repositoryFolder,
  windowOf,
} from '../builders.ts';

const asks = (over: Partial<NonNullable<StatusView['question']>>): SessionNode =>
  node('waiting', { status: { question: { text: '?', options: [], kind: 'question', ...over } } });
const PLAN = { kind: 'phase', phase: 'plan' };
const of = (state: string, ...phases: StatusView['phases']): SessionNode =>
  node(state, { status: { phases } });
const SHOW = { command: 'cairn.showRow', does: 'show the session' };
const damage = { warning: 'history', what: 'x' } as const;

test.each<[what: string, node: SessionNode, opens: object]>([
  [
    'what is to be approved, as a diff',
    node('waiting', { status: approval }),
    { command: 'cairn.reviewPhase', subject: PLAN, does: 'review what it changed' },
  ],
  [
    'the same while others of its session work',
    node('running', {
      status: {
        phases: [
          phase(1, 'docs', { status: 'running', attempt: 1 }),
          phase(2, 'plan', { status: 'waiting', attempt: 1 }),
        ],
        questions: [{ phase: 'plan' as PhaseId, text: '?', options: [], kind: 'approval' }],
      },
      summary: { next: ['docs' as PhaseId] },
    }),
    { command: 'cairn.reviewPhase', subject: PLAN, does: 'review what “plan” changed' },
  ],
  [
    'the packet that is to be looked at, in its file',
    node('waiting', { status: packetReview }),
    {
      command: 'cairn.openArtifact',
      subject: {
        kind: 'artifact',
        phase: 'plan',
        path: '.cairn/sessions/20261120-add-login-7f3k/02-plan/PACKET.md',
      },
      does: 'open what it hands on',
    },
  ],
  ['a question, to be answered', asks({}), { command: 'cairn.answer', subject: PLAN, does: 'answer' }],
  [
    'the first file that does not merge',
    asks({ about: 'conflict', conflict: { with: [], files: [{ kind: 'content', paths: ['a.ts'] }] } }),
    {
      command: 'cairn.openConflict',
      subject: { kind: 'conflict', phase: 'plan', path: 'a.ts' },
      does: 'open what does not merge',
    },
  ],
  [
    'what an agent asks to be allowed',
    node('waiting', {
      status: { question: { text: '?', options: [], kind: 'permission' }, permissions: [permission('1')] },
    }),
    { command: 'cairn.answer', does: 'answer the agent' },
  ],
  [
    'what a person has to do',
    node('waiting', {
      status: {
        phases: [phase(2, 'plan', { status: 'waiting', attempt: 1, output: '/state/agent.log' })],
        question: { text: '?', options: [], kind: 'work' },
      },
    }),
    { command: 'cairn.showOutput', subject: PLAN, does: 'read what is to be done' },
  ],
  [
    'the same, where its text is not on this machine',
    asks({ kind: 'work' }),
    { command: 'cairn.showRow', subject: PLAN, does: 'show the phase' },
  ],
  [
    'an approval that HEAD stands in the way of',
    asks({ kind: 'approval', back: 'git switch main' }),
    { command: 'cairn.showRow', subject: PLAN, does: 'show the phase' },
  ],
  [
    'why a phase is blocked',
    node('blocked'),
    { command: 'cairn.showRow', subject: PLAN, does: 'show why it is blocked' },
  ],
  [
    'what the set-up of a worktree said',
    of('blocked', phase(2, 'plan', { status: 'blocked', blockedBy: 'setup' })),
    { command: 'cairn.showOutput', subject: PLAN, does: 'open the output of the set-up' },
  ],
  [
    'the question, where another phase is blocked beside it',
    node('waiting', {
      status: {
        phases: [
          phase(1, 'docs', { status: 'blocked', attempt: 1 }),
          phase(2, 'plan', { status: 'waiting', attempt: 1 }),
        ],
        question: { text: '?', options: [], kind: 'question' },
      },
    }),
    { command: 'cairn.answer', subject: PLAN, does: 'answer' },
  ],
  [
    'the session, where two phases are blocked',
    of('blocked', phase(1, 'docs', { status: 'blocked' }), phase(2, 'plan', { status: 'blocked' })),
    SHOW,
  ],
  ['the session that runs', node('running'), SHOW],
  ['the session that is interrupted: nothing is begun by a click on a name', node('interrupted'), SHOW],
  ['the session that nobody has looked into', node('waiting', { status: null }), SHOW],
  [
    'the session that a newer Cairn wrote',
    node('waiting', { status: { ...approval, readOnly: 'newer-schema' } }),
    SHOW,
  ],
  ['the session that is damaged', node('damaged', { summary: { problem: damage } }), SHOW],
])('a click on the status bar opens %s', (_what, asking, opens) => expect(opensOf(asking)).toEqual(opens));

test('the status bar says what a click does, and means the session that it names', () => {
  const bar = statusBar(windowOf(repositoryFolder([node('waiting', { status: approval })])));
  expect(bar?.tooltip).toBe('Add login: approve plan (phase 2 of 3, plan). Click to review what it changed.');
  expect(bar?.opens.key).toEqual({ repository: KEY, session: '20261120-add-login-7f3k' });
  expect(statusBar({ ...windowOf(repositoryFolder([])), trusted: false })).toBe(null);
});
