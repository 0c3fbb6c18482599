import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { DEMO, flowText, stage, type Flow, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const APPROVED: Flow = { phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] };

/** A person commits in the session's worktree; answers the commit. */
async function commitByHand(s: Stage): Promise<string> {
  const tree = await s.worktree();
  await tree.write('by-hand.txt', 'mine\n');
  await tree.commit('by hand');
  return tree.git('rev-parse', 'HEAD');
}

/** Subjects of the checkpoints whose second parent is this commit, newest first. */
async function hangsOn(s: Stage, commit: string): Promise<readonly string[]> {
  const lines = (await s.repo.git('log', '--first-parent', '--format=%P|%s', 'cairn/demo')).split('\n');
  return lines.flatMap((line) => {
    const [parents = '', subject = ''] = line.split('|');
    return parents.split(' ')[1] === commit ? [subject] : [];
  });
}

describe('commits in the worktree hang on the next checkpoint, whatever that is', () => {
  test('a rejection', THOROUGH, async () => {
    const s = await stage(APPROVED);
    await s.start();
    const commit = await commitByHand(s);
    await s.api.reject(DEMO, null, 'not yet');
    expect(await hangsOn(s, commit)).toEqual(['cairn: one is rejected']);
    const tree = await s.worktree();
    expect(await tree.git('rev-parse', 'HEAD')).toBe(await s.repo.git('rev-parse', 'cairn/demo'));
    await s.resume();
    expect(await s.repo.git('show', 'cairn/demo^2:by-hand.txt')).toBe('mine');
    expect(await s.violations()).toEqual([]);
  });

  test('an approval', async () => {
    const s = await stage({ phases: [...APPROVED.phases.slice(0, 1), { id: 'two', approval: 'required' }] });
    await s.start();
    const tree = await s.worktree();
    await tree.git('commit', '-q', '--allow-empty', '-m', 'a note of mine');
    const note = await tree.git('rev-parse', 'HEAD');
    await s.api.approve(DEMO, null, null);
    expect(await hangsOn(s, note)).toEqual(['cairn: one is approved']);
    await s.resume();
    const commit = await commitByHand(s);
    await s.api.approve(DEMO, null, null);
    expect(await hangsOn(s, commit)).toEqual(['cairn: two is approved']);
    expect(await s.violations()).toEqual([]);
  });

  test('a workflow that is taken over', async () => {
    const s = await stage(APPROVED);
    await s.start();
    const tree = await s.worktree();
    await tree.write(
      '.cairn/sessions/demo/workflow.yaml',
      flowText({ ...APPROVED, description: 'Another.' }),
    );
    const commit = await commitByHand(s);
    await s.resume();
    expect(await hangsOn(s, commit)).toEqual(['cairn: the workflow was edited, its plan is the same']);
    expect(await s.violations()).toEqual([]);
  });

  test('a setup that failed', async () => {
    const s = await stage({
      phases: [{ id: 'one' }],
      worktree: { setup: ['git commit -q --allow-empty -m "made by the setup"; exit 7'] },
    });
    expect((await s.start()).reason).toBe('blocked');
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo^2')).toBe('made by the setup');
  });

  test('the attempt after the one that made them', async () => {
    const s = await stage({ phases: [{ id: 'one', retries: 1, checks: [{ run: 'test -f mended' }] }] });
    await s.agent.part('one-1', 'usual; git add -A; git commit -qm "of the first attempt"');
    await s.agent.part('one-2', 'touch mended; usual');
    expect((await s.start()).reason).toBe('completed');
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo^2')).toBe('of the first attempt');
    expect(await s.violations()).toEqual([]);
  });
});

test('commits that do not descend from the tip are rescued by a word of a person too', THOROUGH, async () => {
  const s = await stage(APPROVED);
  await s.start();
  const tree = await s.worktree();
  await tree.git('checkout', '-q', '--orphan', 'lost');
  await tree.commit('lost history');
  await tree.git('checkout', '-q', '--detach');
  await tree.git('branch', '-D', 'lost');
  await s.api.approve(DEMO, null, null);
  const [rescue] = await s.api.rescues(DEMO);
  expect(await s.repo.git('log', '-1', '--format=%s', `${rescue?.ref}^2`)).toBe('lost history');
});

test('a restore keeps them in its rescue, and does not make them part of the session', async () => {
  const s = await stage(APPROVED);
  await s.start();
  const commit = await commitByHand(s);
  const { rescue } = await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
  expect(await s.repo.git('rev-parse', `${rescue}^2`)).toBe(commit);
  expect(await hangsOn(s, commit)).toEqual([]);
});

test('in place nothing hangs on the question where to go on, nor on the answer', THOROUGH, async () => {
  const s = await stage({ ...APPROVED, isolation: 'in-place' });
  await s.start();
  await s.api.approve(DEMO, null, null);
  await s.repo.git('switch', '-q', '-c', 'other');
  await s.repo.git('commit', '-q', '--allow-empty', '-m', 'elsewhere');
  const commit = await s.repo.git('rev-parse', 'HEAD');
  expect((await s.resume()).reason).toBe('waiting');
  expect(await hangsOn(s, commit)).toEqual([]);
});

test('a checkpoint that is refused keeps the commits with the work', async () => {
  const s = await stage(APPROVED);
  const { commit: tip } = await s.start();
  const commit = await commitByHand(s);
  const winner = await s.repo.git('commit-tree', `${tip}^{tree}`, '-p', tip ?? '', '-m', 'the winner');
  const loser = await s.seat({
    reached(point) {
      if (point !== 'checkpoint/commit-recorded') return;
      execFileSync('git', ['update-ref', 'refs/heads/cairn/demo', winner], {
        cwd: s.repo.root,
        env: s.repo.env,
      });
    },
  });
  await expect(loser.api.reject(DEMO, null, null)).rejects.toMatchObject({ code: 'lease/overtaken' });
  const [rescue] = await s.api.rescues(DEMO);
  expect(await s.repo.git('rev-parse', `${rescue?.ref}^2`)).toBe(commit);
});

test(
  'in place a commit of an attempt that failed hangs on the checkpoint of the next',
  THOROUGH,
  async () => {
    const s = await stage({
      isolation: 'in-place',
      phases: [{ id: 'one', retries: 1, checks: [{ run: 'test -f mended' }] }],
    });
    await s.agent.part('one-1', 'usual; git add src; git commit -qm "of the first attempt"');
    await s.agent.part('one-2', 'touch mended; usual');
    expect((await s.start()).reason).toBe('completed');
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo^2')).toBe('of the first attempt');
  },
);
