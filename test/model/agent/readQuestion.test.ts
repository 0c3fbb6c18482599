import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuestion } from '../../../src/model/agent/readQuestion.ts';

test.each([
  ['nothing', '', null],
  ['only space', ' \n\t\n', null],
  ['a sentence', 'Which database?\n', { question: 'Which database?' }],
  [
    'answers to choose from',
    '# Which one?\n\n- [ ] Postgres\n* [ ] SQLite, as a file\n- not an option\n',
    { question: '# Which one?\n\n- not an option', options: ['Postgres', 'SQLite, as a file'] },
  ],
  ['answers without a question', '- [ ] a\n- [ ] b', { question: 'Which one?', options: ['a', 'b'] }],
  ['control characters', 'a\u001b[31mb\u202e\r\nc', { question: 'a[31mb\nc' }],
])('a file with %s asks what a person can read', (_, text, asked) =>
  expect(readQuestion(text)).toEqual(asked),
);

test('whatever an agent writes, the question is short, has at most nine answers, and no control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20_000 }), fc.nat(30), (text, n) => {
      const asked = readQuestion(`${text}\n${'- [ ] yes\n'.repeat(n)}`);
      const { question = '', options = [] } = asked ?? {};
      expect(question.length).toBeLessThanOrEqual(4_000);
      expect(options.length).toBeLessThanOrEqual(9);
      // oxlint-disable-next-line no-control-regex
      expect(question).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    }),
  );
});
