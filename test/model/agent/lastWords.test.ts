import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeJournalLine, JOURNAL_LINE_BYTES } from '../../../src/model/attempt/encodeJournalLine.ts';
import type { Timestamp } from '../../../src/model/names/ids.ts';
import { parseJournalLine } from '../../../src/model/attempt/journal.ts';
import { withKeptWords } from '../../../src/model/agent/lastWords.ts';

const kept = (finalText: string, kind: string): string | undefined => {
  const outcome = withKeptWords({ kind: 'completed', finalText }, kind);
  return outcome.kind === 'completed' ? outcome.finalText : 'not completed';
};

test('a message keeps its beginning, a program its end, and what is short is whole', () => {
  const long = Array.from({ length: 1000 }, (_, at) => `line ${at}`).join('\n');
  expect(kept(long, 'acp')).toMatch(/^line 0\nline 1\n/);
  expect(kept(long, 'command')).toMatch(/\nline 998\nline 999$/);
  expect(kept(' Done.\n', 'acp')).toBe('Done.');
  expect(withKeptWords({ kind: 'completed', finalText: ' \n' }, 'acp')).toEqual({ kind: 'completed' });
  expect(withKeptWords({ kind: 'crashed', reason: 'x', exitCode: 1 }, 'acp')).toMatchObject({
    kind: 'crashed',
  });
});

test('whatever was said, the journal gives back what was kept of it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 6000, size: 'max' }),
      fc.constantFrom('acp', 'command'),
      (text, kind) => {
        const finalText = kept(text, kind);
        const line = {
          type: 'agent-ended',
          at: '2026-11-20T10:01:22.123Z' as Timestamp,
          outcome: 'completed',
          detail: null,
          ms: 123_456.789,
          ...(finalText === undefined ? {} : { finalText }),
          usage: { inputTokens: 1e12, outputTokens: 1e12, totalTokens: 1e12, costUsd: 1.23456789 },
          mode: 'm'.repeat(200),
        } as const;
        const encoded = encodeJournalLine(line);
        expect(encoded.length).toBeLessThanOrEqual(JOURNAL_LINE_BYTES);
        expect(parseJournalLine(encoded.trimEnd())).toEqual(line);
      },
    ),
    { numRuns: 200 },
  );
});
