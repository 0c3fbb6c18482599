import { expect, test } from 'vitest';
import { outcomeOfProcess } from '../../src/agents/outcomeOfProcess.ts';
import { outcomeOfWords } from '../../src/agents/outcomeOfWords.ts';
import { retryAfter } from '../../src/agents/retryAfter.ts';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { ProcessEnd } from '../../src/session/ports.ts';

const own = { name: 'agent.sh', login: null };
const copilot = { name: 'copilot', login: 'copilot login' };
const away = { kind: 'rate-limited', retryAfterMs: null } as const;
const exited = (exitCode: number, tail: string): ProcessEnd => ({
  kind: 'exited',
  exitCode,
  signal: null,
  ms: 1,
  tail,
  orphans: 0,
});

test.each<readonly [string, typeof own | typeof copilot, ProcessEnd, AgentOutcome]>([
  ['done', own, exited(0, 'all\n\nis well'), { kind: 'completed', finalText: 'all\n\nis well' }],
  ['a failure last, with 0', own, exited(0, 'wrote it\nError: 429 Too Many Requests'), away],
  ['a failure with lines below it, with 0', own, exited(0, 'wrote it\nAPI Error: 429\n  request: x'), away],
  [
    'a failure as its last paragraph',
    own,
    exited(0, 'wrote it\n\nexceeded retry limit, last status: 429\nbye'),
    away,
  ],
  [
    'another error last, with 0',
    own,
    exited(0, 'wrote it\nError: no such model\n    at x.js:1'),
    { kind: 'crashed', reason: 'agent.sh exited with 0, but said last: Error: no such model', exitCode: 0 },
  ],
  [
    'an error that it got over',
    own,
    exited(0, 'Error: 429\n\ntried again\nwrote it'),
    { kind: 'completed', finalText: 'Error: 429\n\ntried again\nwrote it' },
  ],
  [
    'a summary of errors',
    own,
    exited(0, 'added a test for 401\nand one that says Error: 429'),
    { kind: 'completed', finalText: 'added a test for 401\nand one that says Error: 429' },
  ],
  [
    'a program of its own that fails in words of a provider',
    own,
    exited(1, 'npm ERR! 429 Too Many Requests'),
    { kind: 'crashed', reason: 'agent.sh exited with 1: npm ERR! 429 Too Many Requests', exitCode: 1 },
  ],
  [
    'a program of Node that threw',
    own,
    exited(
      1,
      "x.js:1\nthrow e;\n^\n\nTypeError: no such x\n    at x.js:1:7 {\n  code: 'E'\n}\n\nNode.js v24.21.0",
    ),
    { kind: 'crashed', reason: 'agent.sh exited with 1: TypeError: no such x', exitCode: 1 },
  ],
  [
    'a program of Node that says its version',
    own,
    exited(1, 'Node.js v24.21.0'),
    { kind: 'crashed', reason: 'agent.sh exited with 1: Node.js v24.21.0', exitCode: 1 },
  ],
  ['the same of a known agent', copilot, exited(1, 'failed: 429 Too Many Requests'), away],
  [
    'a known agent without a log-in',
    copilot,
    exited(1, 'warning\n\nError: No authentication information found.\n\n* run copilot and /login'),
    { kind: 'unauthenticated', login: 'copilot login' },
  ],
  [
    'killed: what it printed before is no reason',
    own,
    { ...exited(0, '+half'), kind: 'signalled', exitCode: null, signal: 'SIGKILL' },
    { kind: 'crashed', reason: 'agent.sh was ended by SIGKILL', exitCode: null },
  ],
])('%s', (_, printer, end, outcome) => {
  expect(outcomeOfProcess(end, printer)).toEqual(outcome);
});

const NOW = new Date(2026, 10, 22, 12, 0, 0).getTime();
test.each<readonly [string, number | null]>([
  ['retry-after: 30', 30_000],
  ['"retry-after":"30"', 30_000],
  ['Please try again in 2.5s.', 2_500],
  ['retry in 500ms', 500],
  ['please wait for 5 minutes', 300_000],
  ['try again in 3 hours 12 minutes. See 3 pages', 192 * 60_000],
  ['try again in 2 days 1 hour', 49 * 3_600_000],
  ['"resets_in_seconds":90,"x":1', 90_000],
  ['limit reached|' + (NOW / 1000 + 60), 60_000],
  ['"resets_at": ' + (NOW / 1000 + 60), 60_000],
  ['or try again at 1:30 PM.', 90 * 60_000],
  ['or try again at 11:00 AM.', 23 * 3_600_000],
  ['try again at Nov 23rd, 2026 12:00 PM.', 24 * 3_600_000],
  ['try again later', null],
  ['429', null],
])('%s: left alone for %s ms', (said, ms) => {
  expect(retryAfter(said, NOW)).toBe(ms);
});

test.each([
  ['API Error: 403 OAuth token revoked · Please run /login', 'unauthenticated'],
  ['Your prompt violates our usage policy', 'refused'],
  ['unexpected status 500 Internal Server Error', 'rate-limited'],
  ['no such model', 'crashed'],
])('%s: %s', (said, kind) => {
  expect(outcomeOfWords(said, said, null).kind).toBe(kind);
});
