import { describe, expect, test } from 'vitest';
import { chain, DEMO, stage, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

// In two pieces, so that this file is none with a secret in it.
const TOKEN = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');

/** Objects that any ref can reach and that hold the text. */
async function kept(s: Stage, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const commit of (await s.repo.git('rev-list', '--all')).split('\n')) {
    const hits = await s.repo.git('grep', '-l', '-F', '-e', text, commit).catch(() => '');
    found.push(...hits.split('\n').filter((line) => line !== ''));
  }
  return found;
}

const commits = (files: string): string => `usual; ${files}; git add -A; git commit -qm "by the agent"`;

describe('[A18] a secret that an agent commits', () => {
  test('is in no checkpoint and no rescue; its commits are told, its file stays and the gate does not hold', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part('one', commits(`echo "token ${TOKEN}" > creds.txt`));
    expect((await s.start()).reason).toBe('blocked');
    expect(await kept(s, TOKEN)).toEqual([]);
    expect(await s.repo.git('show', 'cairn/demo^2:src/one.txt')).toBe('work of one');
    const tree = await s.worktree();
    expect(await tree.read('creds.txt')).toContain(TOKEN);
    const told = s.told().join('\n');
    expect(told).toMatch(/creds\.txt \(a secret in line 1: .*no part of the session/);
    const [, commit = ''] = /git branch NAME (\w+)/.exec(told) ?? [];
    expect(await s.repo.git('log', '-1', '--format=%s', commit)).toBe('by the agent');
    await tree.remove('creds.txt');
    expect((await s.resume()).reason).toBe('completed');
    expect(await kept(s, TOKEN)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test('is not brought in by the commit that removes it again', THOROUGH, async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part(
      'one',
      `${commits(`echo "token ${TOKEN}" > creds.txt`)}; git rm -q creds.txt; git commit -qm "removed"`,
    );
    expect((await s.start()).reason).toBe('completed');
    expect(await kept(s, TOKEN)).toEqual([]);
    expect(await s.repo.git('rev-list', '--parents', '-1', 'cairn/demo~1')).toMatch(/^\w+ \w+$/);
    expect(s.told().join('\n')).toContain('creds.txt');
    expect(await s.violations()).toEqual([]);
  });

  test('is not brought in by a merge, by its name alone, on another history, or by a restore', async () => {
    const s = await stage({ phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] });
    await s.agent.part(
      'one',
      `git switch -qc side; ${commits('echo "A=b" > .env')}; git rm -q .env; git commit -qm removed; git switch -q --detach HEAD~2; git merge -q --no-ff -m merged side; git branch -D side; usual`,
    );
    expect((await s.start()).reason).toBe('waiting');
    expect(s.told().join('\n')).toContain('.env (a file of keys or secrets by its name)');
    expect(await kept(s, 'A=b')).toEqual([]);
    const tree = await s.worktree();
    await tree.git('checkout', '-q', '--orphan', 'lost');
    await tree.write('creds.txt', `token ${TOKEN}\n`);
    await tree.commit('lost history');
    await tree.git('checkout', '-q', '--detach');
    await tree.git('branch', '-D', 'lost');
    await tree.remove('creds.txt');
    await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect(await kept(s, TOKEN)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test('in place stays on the person’s branch, and is told', THOROUGH, async () => {
    const s = await stage({ ...chain('one', 'two'), isolation: 'in-place' });
    await s.agent.part(
      'one',
      `usual; echo "token ${TOKEN}" > creds.txt; git add src creds.txt; git commit -qm "by the agent"; git rm -q creds.txt; git commit -qm removed`,
    );
    expect((await s.start()).reason).toBe('completed');
    expect(s.told().join('\n')).toContain('creds.txt');
    expect(await s.repo.git('log', '-1', '--format=%s', 'main')).toBe('removed');
    expect(await s.repo.git('rev-list', '--parents', '-1', 'cairn/demo~1')).toMatch(/^\w+ \w+$/);
  });
});

test('a file over the size limit that an agent commits is in no checkpoint; a rescue keeps its commits', async () => {
  const s = await stage(chain('one', 'two'));
  await s.agent.part('one', commits('head -c 11000000 /dev/zero > big.bin'));
  expect((await s.start()).reason).toBe('completed');
  expect(await s.repo.git('log', '--format=%H', 'cairn/demo', '--', 'big.bin')).toBe('');
  expect(await s.repo.git('show', 'cairn/demo:src/one.txt')).toBe('work of one');
  const [rescue] = await s.api.rescues(DEMO);
  expect(await s.repo.git('log', '-1', '--format=%s', `${rescue?.ref}^2`)).toBe('by the agent');
  expect(s.told().join('\n')).toMatch(/big\.bin \(11 MB\).*kept aside as rescue/);
});
