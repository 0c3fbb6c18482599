import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import { chain, DEMO, stage } from '../support/session.ts';

const MUCH = 200_000;

test('[M42] status tells how many bytes a session added, what it set aside too, what it began on not, and warns where that is much', async () => {
  const s = await stage(chain('one'), {
    files: { 'before.bin': randomBytes(300_000) },
    world: { settings: { warnAddedBytes: MUCH } },
  });
  await s.agent.part('one', 'head -c 150000 /dev/urandom > made.bin; usual');
  await s.start();
  const of = async (session: SessionId): Promise<{ bytes: number; warned: readonly string[] }> => {
    const { addedBytes, warnings } = await s.api.status(session);
    return {
      bytes: addedBytes ?? 0,
      warned: warnings.map(terminalWarning).filter((text) => text.includes('has added')),
    };
  };
  const first = await of(DEMO);
  expect(first.bytes).toBeGreaterThan(150_000);
  expect(first.bytes).toBeLessThan(170_000);
  expect(first.warned).toEqual([]);

  await (await s.worktree()).write('own.bin', randomBytes(100_000));
  await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
  const second = await of(DEMO);
  expect(second.bytes).toBeGreaterThan(first.bytes + 100_000);
  expect(second.warned).toEqual([
    expect.stringMatching(/^This session has added 2\d\d\.\d KB to the repository, more than 195\.3 KB: /),
  ]);

  const { session } = await s.api.fork(DEMO, '2', { id: 'beside' });
  const forked = await of(session);
  expect(forked.bytes).toBeGreaterThan(0);
  expect(forked.bytes).toBeLessThan(10_000);
});
