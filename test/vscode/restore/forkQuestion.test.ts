import { expect, test } from 'vitest';
import type { PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import type { ForkPreview } from '../../../src/session/results.ts';
import { forkQuestion } from '../../../src/vscode/restore/forkQuestion.ts';
import { node } from '../builders.ts';

const { status } = node('waiting');
if (status === null) throw new Error('nobody has looked at it');
const phase = (id: string): PhaseId => id as PhaseId;
const PREVIEW: ForkPreview = {
  session: 'login-two' as SessionId,
  from: { session: 'login' as SessionId, seq: 2 },
  state: 'running',
  next: [phase('plan')],
  done: [
    { phase: phase('research'), checked: null },
    { phase: phase('plan'), checked: 'approved' },
  ],
  again: [],
  notUndone: [],
};

test('the question before a fork says what begins, what does not count and what stays', () => {
  const again = [phase('plan'), phase('implement')];
  expect(
    forkQuestion(status, 'Phase 1', { ...PREVIEW, again, notUndone: [{ key: 'plan/mail', state: 'done' }] }),
  ).toEqual({
    message: 'Fork “Add login” from Phase 1?',
    detail: [
      'A new session, login-two, begins on a branch of its own. Done in it: research, plan (approved). It goes on with: plan.',
      'What came after that does not count there, decisions included: plan, implement.',
      'Done to the outside world since that checkpoint, and neither undone nor done again: plan/mail.',
      '“Add login” stays as it is, also while it runs.',
    ].join('\n\n'),
    verb: 'Fork Session',
  });
});

test('what there is nothing of is not said', () => {
  expect(forkQuestion(status, 'the Beginning', { ...PREVIEW, done: [], next: [] }).detail).toBe(
    [
      'A new session, login-two, begins on a branch of its own. No phase is done in it.',
      '“Add login” stays as it is, also while it runs.',
    ].join('\n\n'),
  );
});
