import { expect, test } from 'vitest';
import { stage } from '../support/session.ts';

/** Checks that are run before anything is changed, and use git there as checks should not. */
const MOVES = [
  ['checks out a branch', 'git checkout -q -b other; touch theirs.txt', ['other']],
  ['goes to another commit', 'git checkout -q --orphan alone; git commit -qm alone', ['alone']],
  ['commits', 'git commit -q --allow-empty -m theirs', []],
] as const;

test.each(MOVES)('a check that %s holds nothing up: HEAD is brought back', async (_, script, branches) => {
  const once = `test -f ../../ran || { touch ../../ran; ${script}; }`;
  const s = await stage(
    { schema: 3, phases: [{ id: 'one', artifacts: ['result.md'], checks: [{ run: once, name: 'suite' }] }] },
    { world: { settings: { baselineMs: 60_000 } } },
  );
  expect((await s.start()).reason).toBe('completed');
  expect(await s.log()).toEqual(['1 opened - running', '2 phase one/1 done']);
  for (const branch of branches) {
    expect(s.told().join('\n')).toContain(`The worktree was on the branch ${branch}.`);
    expect(await s.repo.git('branch', '--list', branch)).toContain(branch);
  }
  expect(await s.repo.git('ls-tree', '--name-only', 'cairn/demo')).not.toContain('theirs.txt');
  expect(await s.violations()).toEqual([]);
});
