import { expect, test } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import {
  logPath,
  logQuery,
  parseLogAddress,
  type LogAddress,
} from '../../../src/vscode/review/documentAddress.ts';

const address: LogAddress = {
  repository: '/repo',
  session: '20261120-add-login-7f3k' as SessionId,
  phase: 'plan',
  attempt: 2,
  of: 'agent',
  name: '2 Decide what / to change',
};

test('the name says phase and attempt, and no name leads elsewhere', () => {
  expect(logPath(address)).toBe('/20261120-add-login-7f3k/2 Decide what   to change, attempt 2.log');
  expect(logPath({ ...address, of: 'errors', name: '../..\u202e' })).toBe(
    '/20261120-add-login-7f3k/.. .., attempt 2, standard error.log',
  );
});

test('an address comes back as it was', () => expect(parseLogAddress(logQuery(address))).toEqual(address));

test.each<Partial<Record<keyof LogAddress, unknown>>>([
  { phase: '../../about' },
  { phase: '' },
  { session: '..' },
  { session: 'a/b' },
  { attempt: 0 },
  { attempt: 1.5 },
  { attempt: '1' },
  { of: 'journal' },
  { repository: null },
])('an address with %o is none', (over) =>
  expect(parseLogAddress(JSON.stringify({ ...address, ...over }))).toBeNull(),
);

test('neither is what is no JSON', () => expect(parseLogAddress('{')).toBeNull());
