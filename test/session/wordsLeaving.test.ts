import { expect, test } from 'vitest';
import type { GivenWord } from '../../src/model/agent/givenWord.ts';
import type { PhaseId } from '../../src/model/names/ids.ts';
import type { StatusRow } from '../../src/model/status/status.ts';
import type { Drive } from '../../src/session/drive.ts';
import { wordsGiven } from '../../src/session/run/slots/spoken.ts';

const PHASE = 'asked' as PhaseId;
/** As it began, or came to wait, at that minute of its second attempt. */
const rowAt = (minute: string) => ({ row: { updated: `2026-11-20T10:${minute}:00.000Z` } as StatusRow });
const saidOf = (minute: string): GivenWord =>
  ({ phase: PHASE, asked: `1 2 ${rowAt(minute).row.updated}` }) as GivenWord;

const heard = async (word: GivenWord, working: Parameters<typeof wordsGiven>[1]): Promise<number> => {
  const lead = { record: { slot: {} }, state: { words: { list: async () => [word] } } };
  return (await wordsGiven(lead as unknown as Drive, working)).length;
};

test.each([
  ['of a phase that waits is heard', saidOf('05'), new Map(), 1],
  [
    'of one that came to wait, and still leaves its slot, is left for later',
    saidOf('05'),
    new Map([[PHASE, rowAt('03')]]),
    0,
  ],
  [
    'of what it waits with, whose gate is just tried again, is left for later',
    saidOf('03'),
    new Map([[PHASE, rowAt('03')]]),
    0,
  ],
  [
    'of what it waited with before it began is heard at once, to be refused',
    saidOf('02'),
    new Map([[PHASE, rowAt('03')]]),
    1,
  ],
])('a word %s', async (_name, word, working, many) => {
  expect(await heard(word, working)).toBe(many);
});
