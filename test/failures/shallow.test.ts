import { expect, test } from 'vitest';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { fork, OTHER } from '../support/forks.ts';
import { elsewhere } from '../support/otherMachine.ts';
import { refusal } from '../support/refusal.ts';
import { chain, DEMO, stage, type Seat } from '../support/session.ts';

/** What asks for checkpoints that a clone of depth one does not have. */
const BEHIND: Readonly<Record<string, (seat: Seat) => Promise<unknown>>> = {
  'restore one': ({ api }) => api.restore(DEMO, { to: 'one' }, { dryRun: true }),
  'restore 2': ({ api }) => api.restore(DEMO, { to: '2' }, { dryRun: true }),
  'restore opened': ({ api }) => api.restore(DEMO, { to: 'opened' }, { dryRun: true }),
  'fork one': (other) => fork(other, 'one'),
  'fork opened': (other) => fork(other, 'opened'),
  'diff one': ({ api }) => api.diff(DEMO, 'one'),
  'diff two': ({ api }) => api.diff(DEMO, 'two'),
  diff: ({ api }) => api.diff(DEMO, null),
  'show a file of the repository': ({ api }) => api.show(DEMO, '/README.md@one'),
  'show the beginning': ({ api }) => api.show(DEMO, '/README.md@opened'),
};

test('a shallow clone says of what lies behind its checkpoints how it is fetched, and never that it is not there', async () => {
  const s = await stage(chain('one', 'two', 'three'));
  await s.start({ until: 'two' });
  const other = await elsewhere(s, ['--depth=1', '--no-single-branch']);
  for (const [what, act] of Object.entries(BEHIND)) {
    const { code, details } = await refusal(act(other), 'repo/history-missing').catch((error: unknown) => {
      throw new Error(what, { cause: error });
    });
    expect([what, details]).toEqual([what, { session: DEMO, first: 3 }]);
    expect([errorSentence(code, details), exitOfError(code)]).toEqual([
      {
        message: 'This clone is shallow: of demo it has the checkpoints from 3 on only.',
        hint: 'Fetch the older ones, and try again: git fetch --unshallow',
      },
      8,
    ]);
  }
  expect(await other.api.log(DEMO)).toMatchObject([{ seq: 3, olderMissing: true }]);
  // What was handed on is in the newest checkpoint.
  expect(Buffer.from(await other.api.show(DEMO, '01-one/result.md@one')).toString()).toContain(
    'Result of one.',
  );
  // What was never there is not said to be elsewhere.
  await refusal(other.api.restore(DEMO, { to: 'three' }, { dryRun: true }), 'usage/not-possible');
  await refusal(other.api.restore(DEMO, { to: '9' }, { dryRun: true }), 'usage/unknown-phase');

  await other.repo.git('fetch', '-q', '--unshallow', 'origin');
  for (const [what, act] of Object.entries(BEHIND)) if (!what.startsWith('fork')) await act(other);
  expect(await fork(other, 'one')).toMatchObject({ session: OTHER });
  expect(await other.api.log(DEMO)).toHaveLength(3);
  for (const entry of await other.api.log(DEMO)) expect(entry).not.toHaveProperty('olderMissing');
});
