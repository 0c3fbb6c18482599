import { expect, test } from 'vitest';
import { staysDone } from '../../src/sentences/noticeSentence.ts';

test('what stays done is said in one sentence, with what nobody is sure of, and nothing is said of nothing', () => {
  expect(staysDone([])).toBe('');
  expect(
    staysDone([
      { key: 'plan/mail', state: 'done' },
      { key: 'plan/deploy', state: 'inDoubt' },
    ]),
  ).toBe(
    'Done to the outside world since that checkpoint, and neither undone nor done again: plan/mail, plan/deploy (in doubt).',
  );
});
