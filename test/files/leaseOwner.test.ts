import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { LeaseRecord } from '../../src/files/leaseFile.ts';
import { ownerState } from '../../src/files/leaseOwner.ts';
import { ownIdentity } from '../../src/host/machineId.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

const RECORD: LeaseRecord = {
  schema: 1,
  ...ownIdentity(),
  session: 'my-session',
  nonce: 'n',
  gitDir: '',
  run: null,
  since: '2026-11-20T10:00:00.000Z',
  counter: 1,
  released: false,
};

describe('a lease that names another git directory, which is there', () => {
  test.each<[string, Partial<LeaseRecord>, string]>([
    ['was copied along: its owner has no part in the copy', {}, 'dead'],
    [
      'of another machine may be this very one: its names mean other folders',
      { machine: 'another' },
      'unknown',
    ],
    ['of another container, the same', { pidNamespace: 'another' }, 'unknown'],
  ])('%s', async (_what, of, state) => {
    const folder = await temporaryFolder();
    const [theirs, ours] = [join(folder, 'theirs'), join(folder, 'ours')];
    await mkdir(theirs);
    await mkdir(ours);
    expect(ownerState({ ...RECORD, gitDir: theirs, ...of }, ours)).toBe(state);
  });
});
