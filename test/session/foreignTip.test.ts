import { describe, expect, test } from 'vitest';
import { atWorkAfter, startAndKill } from '../support/killedEngine.ts';
import { DEMO, stage, type Flow, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';
import { THOROUGH } from '../support/thorough.ts';

/** `base`, then `left` and `right` at once, then `join`. */
const fan = (over: object = {}): Flow => ({
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'base' },
    { id: 'left', needs: ['base'], ...over },
    { id: 'right', needs: ['base'], ...over },
    { id: 'join', needs: ['left', 'right'] },
  ],
});

/** Somebody commits on the session's branch: a commit that is no checkpoint. */
async function commitOnTip({ repo }: Stage, name: string): Promise<void> {
  await repo.git('worktree', 'add', '-q', '--detach', '../else', `cairn/${DEMO}`);
  await repo.write(`../else/${name}.txt`, `${name}\n`);
  await repo.write('../else/README.md', `changed by ${name}\n`);
  await repo.git('-C', '../else', 'add', '-A');
  await repo.git('-C', '../else', 'commit', '-q', '-m', name);
  const tip = await repo.git('-C', '../else', 'rev-parse', 'HEAD');
  await repo.git('branch', '-f', `cairn/${DEMO}`, tip);
  await repo.git('worktree', 'remove', '--force', '../else');
}

/** What somebody committed is in the product, and so is what each phase made; nothing of it was taken for anybody's work. */
async function expectWhole(s: Stage, ...commits: readonly string[]): Promise<void> {
  const files = await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo');
  const made = ['base', 'left', 'right', 'join'].map((id) => `src/${id}.txt`);
  expect(files.split('\n')).toEqual(
    expect.arrayContaining([...made, ...commits.map((name) => `${name}.txt`)]),
  );
  expect(await s.repo.git('show', 'cairn/demo:README.md')).toBe(`changed by ${commits.at(-1)}`);
  expect(await s.repo.git('for-each-ref', '--format=%(refname)', `refs/cairn/${DEMO}/rescue`)).toBe('');
  expect(await s.violations()).toEqual([]);
}

describe('a commit on the branch that is no checkpoint', () => {
  test('is what the next phases begin on, in each of their worktrees', THOROUGH, async () => {
    const s = await stage(fan());
    await s.agent.part('left', 'usual\ncat fix.txt > "$CAIRN_PHASE_DIR/seen.txt"');
    await s.agent.part('right', 'usual\ncat fix.txt > "$CAIRN_PHASE_DIR/seen.txt"');
    await s.start({ until: 'base' });
    await commitOnTip(s, 'fix');
    expect((await s.resume({ trust: true })).reason).toBe('completed');
    await expectWhole(s, 'fix');
  });

  test('and another one, are both there', THOROUGH, async () => {
    const s = await stage(fan());
    await s.start({ until: 'left' });
    await commitOnTip(s, 'fix');
    expect((await s.resume({ trust: true, until: 'right' })).reason).not.toBe('failed');
    await commitOnTip(s, 'more');
    await commitOnTip(s, 'most');
    expect((await s.resume({ trust: true })).reason).toBe('completed');
    await expectWhole(s, 'fix', 'more', 'most');
  });

  test('passes work that waits in its worktrees: each is merged with it when it is approved', async () => {
    const s = await stage(fan({ approval: 'required' }));
    expect((await s.start()).reason).toBe('waiting');
    await commitOnTip(s, 'fix');
    expect((await s.resume({ trust: true })).reason).toBe('waiting');
    await s.api.approve(DEMO, 'left', null);
    await commitOnTip(s, 'more');
    await s.resume({ trust: true });
    await s.api.approve(DEMO, 'right', null);
    expect((await s.resume({ trust: true })).reason).toBe('completed');
    await expectWhole(s, 'fix', 'more');
  });

  test(
    'is what work that is held began on, which is gone on with after others were published',
    THOROUGH,
    async () => {
      const s = await stage(fan());
      await s.start({ until: 'base' });
      await commitOnTip(s, 'fix');
      await s.agent.part('right-1', 'mkdir -p src; echo half > src/right.txt');
      expect((await s.resume({ trust: true })).reason).toBe('blocked');
      await s.agent.part('right-2', 'usual\ngrep -q half src/right.txt || true');
      expect((await s.resume()).reason).toBe('completed');
      await expectWhole(s, 'fix');
    },
  );
});

test(
  'a commit on the branch of a session that was killed with two at work takes nothing back of what was published, nor is it taken back',
  THOROUGH,
  async () => {
    const s = await stage({ ...fan(), parallel: 3 });
    const done = onceSaid('left is done');
    await s.agent.part('left-1', 'usual');
    await s.agent.part('right-1', atWorkAfter(`usual\n${done}`));
    await startAndKill(s);
    await commitOnTip(s, 'fix');
    await s.agent.part('right', 'usual');
    expect((await s.resume({ trust: true })).reason).toBe('completed');
    const deleted = await s.repo.git(
      'log',
      '--first-parent',
      '--diff-filter=D',
      '--format=',
      '--name-only',
      'cairn/demo',
    );
    expect(deleted).toBe('');
    const files = (await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).split('\n');
    expect(files).toEqual(
      expect.arrayContaining(['fix.txt', 'src/left.txt', 'src/right.txt', 'src/join.txt']),
    );
    expect(await s.violations()).toEqual([]);
  },
);
