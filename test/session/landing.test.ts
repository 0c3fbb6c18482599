import { describe, expect, test } from 'vitest';
import { chain, DEMO, stage } from '../support/session.ts';

const RESULT = 'echo done > "$CAIRN_PHASE_DIR/result.md"';

describe('landing on a branch', () => {
  test('names what differs from its parent: what the session took back of the person’s is no change there', async () => {
    const s = await stage(chain('one'));
    await s.repo.write('README.md', 'mine, uncommitted\n');
    await s.agent.part('one', `${RESULT}; echo hello > README.md; echo new > new`);
    await s.start({ withChanges: true });
    const landed = await s.api.land(DEMO, { branch: 'landed' });
    expect(landed.changed).toEqual(['new']);
    expect(await s.repo.git('diff', '--name-only', 'main', 'landed')).toBe('new');
  });

  test('is refused where nothing differs from its parent', async () => {
    const s = await stage(chain('one'));
    await s.repo.write('README.md', 'mine, uncommitted\n');
    await s.agent.part('one', `${RESULT}; echo hello > README.md`);
    await s.start({ withChanges: true });
    await expect(s.api.land(DEMO, { branch: 'landed' })).rejects.toMatchObject({
      code: 'repo/land-refused',
      details: { why: 'the session changed nothing outside .cairn/' },
    });
    expect(await s.repo.git('branch', '--list', 'landed')).toBe('');
  });
});

test('what lies in the worktree and is in no checkpoint yet is said not to have landed', async () => {
  const s = await stage(chain('one', 'two'));
  await s.agent.part('one', `${RESULT}; echo made > made`);
  await s.start({ until: 'one' });
  await (await s.worktree()).write('later', 'later\n');
  expect((await s.api.land(DEMO, { branch: 'landed' })).changed).toEqual(['made']);
  expect(s.told().filter((text) => text.includes('Not landed'))).toEqual([
    `Not landed, because no checkpoint has it yet: later in ${await s.api.path(DEMO)}. The next checkpoint takes it in.`,
  ]);
});
