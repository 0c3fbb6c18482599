import { describe, expect, test } from 'vitest';
import {
  actText,
  askAboutRejected,
  rejectedIn,
  rejectedWord,
  shownText,
  type Rejected,
} from '../../../src/model/agent/rejected.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import type { CommitId, PhaseId, Timestamp } from '../../../src/model/names/ids.ts';

const at = '2026-11-20T10:00:00.000Z' as Timestamp;
const same = (path: string): string => path;
/** As long as a hash, and another one for each text. */
const sha256 = (text: string): string => text;

describe('an act', () => {
  const line = { text: 'npm test', cwd: '/repo', shell: 'bash' };
  const act = { kind: 'execute', title: 'Run tests', command: 'npm test', paths: ['/repo/a'], line };
  const text = actText(act, same);

  test('is the same whatever the agent calls it, unless it says nothing else', () => {
    expect(actText({ ...act, title: 'Look around' }, same)).toBe(text);
    const untold = { kind: 'edit', title: 'Write a', paths: [] };
    expect(actText({ ...untold, title: 'Write b' }, same)).not.toBe(actText(untold, same));
  });

  test.each([
    ['its command', { command: 'npm test ' }],
    ['its kind', { kind: 'fetch' }],
    ['its files', { paths: ['/repo/b'] }],
    ['more files', { paths: ['/repo/a', '/repo/b'] }],
    ['its folder', { line: { ...line, cwd: '/other' } }],
    ['its shell', { line: { ...line, shell: 'sh' } }],
    ['a line as it is read', { line: { ...line, text: 'npm test;' } }],
    ['no line', { line: undefined as never }],
  ])('is another one with another %s', (_, over) => {
    expect(actText({ ...act, ...over }, same)).not.toBe(text);
  });

  test('is the same in every working tree of the session', () => {
    const below = (root: string) => (path: string) => path.replace(root, '');
    const there = { ...act, paths: ['/slot/a'], line: { ...line, cwd: '/slot' } };
    expect(actText(there, below('/slot'))).toBe(actText(act, below('/repo')));
  });
});

describe('what nobody was there to allow', () => {
  const begun = (attempt: number): JournalLine => ({
    type: 'attempt-begun',
    at,
    phase: 'one' as PhaseId,
    attempt,
    tip: '0'.repeat(40) as CommitId,
    resumed: false,
    head: null,
    agent: 'asker',
  });
  const permission = (command: string, by = 'nobody') => ({
    at,
    kind: 'execute',
    title: 'Run',
    command,
    paths: [],
    decision: 'denied' as const,
    by,
  });
  const decided = (command: string, shown = shownText(permission(command)), act = command): JournalLine => ({
    type: 'permission-decided',
    at,
    permission: permission(command),
    rejected: { act, shown },
  });

  test('is that of the latest attempt, each act once, and no denial of anybody else', () => {
    const lines = [
      begun(1),
      decided('old'),
      begun(2),
      decided('a'),
      { type: 'permission-decided', at, permission: permission('b', 'policy') } as const,
      // A person may be called so, too.
      { type: 'permission-decided', at, permission: permission('c') } as const,
      decided('a'),
      decided('d'),
    ];
    expect(rejectedIn(lines, sha256).map(({ command }) => command)).toEqual(['a', 'd']);
  });

  test('can be allowed only where all of it is shown', () => {
    const lines = [begun(1), decided('a … b', shownText(permission('a and much more b')), 'x'), decided('c')];
    expect(rejectedIn(lines, sha256).map(({ act }) => act)).toEqual([null, 'c']);
  });

  const one: Rejected = { kind: 'execute', title: 'Run', command: 'npm ci', paths: [], act: 'a' };
  const of = { agent: 'opencode', phase: 'build', reasons: ['a.md is missing', 'the check "x" failed'] };

  test('is one question, with what does not hold without it', () => {
    expect(askAboutRejected([one], of)).toEqual({
      text: 'opencode wanted to run `npm ci`, and nobody was there to allow it.\nWithout that build does not hold: a.md is missing; the check "x" failed.',
      options: ['allow', 'do without it', 'stop'],
      acts: ['a'],
    });
    const fetch = { kind: 'fetch', title: 'https://example.invalid', paths: ['a', 'b'], act: 'b' };
    expect(askAboutRejected([one, fetch], { ...of, reasons: [] }).text).toBe(
      'opencode wanted this, and nobody was there to allow it:\n- run `npm ci`\n- fetch `https://example.invalid` (a, b)',
    );
  });

  test('offers no yes where nothing can be allowed, and covers what can', () => {
    const cut = { ...one, act: null };
    expect(askAboutRejected([cut], of)).toMatchObject({ options: ['do without it', 'stop'], acts: [] });
    expect(askAboutRejected([cut, one], of)).toMatchObject({
      options: ['allow', 'do without it', 'stop'],
      acts: ['a'],
    });
  });

  test.each([
    ['allow', 'allow'],
    ['yes', 'allow'],
    ['always', 'allow'],
    ['do without it', 'without'],
    ['deny', 'without'],
    ['n', 'without'],
    ['stop', null],
    ['allow it if you must', null],
    ['', null],
  ])('%j says %j', (said, word) => {
    expect(rejectedWord(said)).toBe(word);
  });
});
