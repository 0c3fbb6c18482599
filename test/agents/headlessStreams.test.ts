import { expect, test } from 'vitest';
import { createClaudeReader } from '../../src/agents/headless/claudeReader.ts';
import { readStream } from '../../src/agents/headless/headlessAgent.ts';
import { printedBy } from '../../src/agents/headless/printedBy.ts';
import { claude, printed } from '../support/headlessStreams.ts';
import { crashed, done, outcomeOf, read } from '../support/readHeadless.ts';

test('a line that is too long is passed over and told, and what comes after it counts', async () => {
  const long = claude.says('x'.repeat(5_000));
  const told = {
    type: 'text',
    text: `[a line of ${JSON.stringify(long).length} characters is left out here]`,
  };
  const { outcome, events } = await read('claude', [claude.init, long, claude.result()], {}, 2_000);
  expect([outcome, events]).toEqual([done('last'), expect.arrayContaining([told])]);
  // Of the last word itself, that is why it is not known.
  expect(
    await outcomeOf('claude', [claude.init, claude.result({ result: 'x'.repeat(5_000) })], {}, 2_000),
  ).toEqual(
    crashed(
      expect.stringMatching(
        /^claude ended in the middle of its turn \(exit 0\), and a line of \d+ characters was passed over$/,
      ) as string,
      0,
    ),
  );
  const whole = await outcomeOf('claude', [claude.result({ result: 'ä'.repeat(400_000) })]);
  expect(whole.kind).toBe('completed');
});

test('values of any shape under the words of an agent are no reason to fail', async () => {
  const odd = [null, 1, 'x', [], {}, { type: 1 }, { message: null }];
  const lines = [
    'system',
    'assistant',
    'user',
    'result',
    'rate_limit_event',
    'item.completed',
    'turn.failed',
    'error',
  ].flatMap((type) =>
    odd.map((value) => ({
      type,
      message: value,
      item: value,
      usage: value,
      error: value,
      errors: value,
      permission_denials: value,
      result: value,
    })),
  );
  for (const name of ['claude', 'codex'] as const)
    expect(
      typeof (await outcomeOf(name, [...lines, ...odd.map((value) => JSON.stringify(value))])).kind,
    ).toBe('string');
});

test.each([
  [['claude', '-p', '--output-format', 'stream-json', '--verbose'], true],
  [['/usr/local/bin/claude', '-p', '--output-format=json'], true],
  [['C:\\tools\\claude.cmd', '--output-format', 'text', '--output-format', 'stream-json'], true],
  [['codex', 'exec', '--json', '-'], true],
  [['codex', 'exec', '--experimental-json'], true],
  [['claude', '-p'], false],
  [['claude', '-p', '--output-format'], false],
  [['claude', '-p', '--output-format', 'text'], false],
  [['codex', 'exec', '-'], false],
  [['bash', '-c', 'claude -p --output-format stream-json'], false],
  [['./my-claude', '--output-format', 'stream-json'], false],
] as const)('%j is read as a known agent: %s', (command, known) => {
  expect(printedBy(command as unknown as readonly [string, ...string[]]) !== null).toBe(known);
});

test('an agent that has said its last word and goes on saying nothing is ended, and that word counts', async () => {
  const reading = { name: 'claude', login: null, now: () => 0 };
  const stream = readStream(createClaudeReader(reading), { onEvent: () => undefined }, 1_000_000);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const finish = (): void => void writer.close();
  const reads = stream.from({ output: readable, input: new WritableStream(), finish }, 20);
  await writer.write(new TextEncoder().encode(printed([claude.init, claude.result()])));
  await reads;
  const end = { kind: 'signalled', exitCode: null, signal: 'SIGTERM', ms: 5, tail: '', orphans: 0 } as const;
  expect(stream.outcome(end, reading)).toEqual(done('last'));
});
