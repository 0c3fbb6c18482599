import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../../../src/model/chat/chat.ts';
import { fitConversation } from '../../../src/model/chat/fitConversation.ts';
import { newsOf } from '../../../src/model/checkpoint/newsOf.ts';

const count = (text: string): number => Math.ceil(text.length / 4);
const text = fc.string({ maxLength: 3_000, unit: fc.constantFrom('a', ' ', '\n') });
const turn = fc
  .tuple(text, fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 3 }))
  .map(([said, calls]): readonly ChatMessage[] => [
    {
      role: 'model',
      text: said,
      calls: calls.map(([content], at) => ({
        id: `${at}`,
        name: 'write_file',
        input: { path: 'p', content },
      })),
    },
    { role: 'tools', results: calls.map(([, result], at) => ({ id: `${at}`, ok: true, text: result })) },
  ]);
const conversation = fc
  .tuple(text, fc.array(turn, { maxLength: 5 }))
  .map(([brief, turns]): readonly ChatMessage[] => [{ role: 'person', text: brief }, ...turns.flat()]);

test('what fits is left as it is', () => {
  fc.assert(
    fc.property(conversation, (messages) => {
      expect(fitConversation(messages, count, 1e9)).toMatchObject({ messages, shortened: 0 });
    }),
  );
});

test('what is made to fit keeps every word of ours and of the model, every id, and the same answer each time', () => {
  const bones = (messages: readonly ChatMessage[]): unknown =>
    messages.map((message) => {
      if (message.role === 'tools') return message.results.map(({ id, ok }) => [id, ok]);
      return message.role === 'person'
        ? message
        : [message.text, message.calls.map(({ id, name }) => [id, name])];
    });
  fc.assert(
    fc.property(conversation, fc.integer({ min: 1, max: 6_000 }), (messages, limit) => {
      const fitting = fitConversation(messages, count, limit);
      expect(fitConversation(messages, count, limit)).toEqual(fitting);
      if (fitting === null) return;
      expect(fitting.tokens).toBeLessThanOrEqual(limit);
      expect(bones(fitting.messages)).toEqual(bones(messages));
    }),
  );
});

test('the oldest results go first, long arguments next, the newest results last and not as a whole', () => {
  const long = 'x'.repeat(4_000);
  const messages: readonly ChatMessage[] = [1, 2, 3].flatMap((at): readonly ChatMessage[] => [
    { role: 'model', text: '', calls: [{ id: `${at}`, name: 'w', input: { content: long } }] },
    { role: 'tools', results: [{ id: `${at}`, ok: true, text: long }] },
  ]);
  const short = (limit: number): readonly string[] =>
    (fitConversation(messages, count, limit)?.messages ?? []).flatMap((message) =>
      message.role === 'model'
        ? message.calls
            .filter(({ input }) => !JSON.stringify(input).includes(long))
            .map(({ id }) => `call ${id}`)
        : message.role === 'tools'
          ? message.results.filter(({ text: left }) => left !== long).map(({ id }) => `result ${id}`)
          : [],
    );
  expect(short(5_500)).toEqual(['result 1']);
  expect(short(4_500)).toEqual(['result 1', 'result 2']);
  expect(short(3_500)).toEqual(['call 1', 'result 1', 'result 2']);
  expect(short(2_000)).toEqual(['call 1', 'result 1', 'call 2', 'result 2', 'result 3']);
  expect(fitConversation(messages, count, 500)).toBeNull();
});

test('of a brief that comes again only what is new is said, below its heading', () => {
  const before = '# Plan\n\n## The request\n\nDo it.\n\n## Rules\n\n- one\n- two';
  const after =
    '# Plan\n\n## The request\n\nDo it.\n\n## The attempt before\n\nIt was cut off.\n\n## Rules\n\n- one\n- two';
  expect(newsOf([before], after)).toBe('## The attempt before\n\nIt was cut off.');
  expect(newsOf([before, after], after)).toBe('');
});
