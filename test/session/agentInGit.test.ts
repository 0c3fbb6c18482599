import { describe, expect, test } from 'vitest';
import { chain, DEMO, stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

describe('an agent that uses git itself', () => {
  test('its commits become the second parent, and the chain of checkpoints stays the first', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part(
      'one',
      'usual; git add -A; git commit -qm "mine, one"; echo more > more.txt; git add -A; git commit -qm "mine, two"',
    );
    expect((await s.start()).reason).toBe('completed');
    expect(await s.repo.git('log', '--format=%s', 'cairn/demo~1^2')).toMatch(/^mine, two\nmine, one\n/);
    expect(await s.repo.git('log', '--first-parent', '--format=%s', 'cairn/demo', '--not', 'main')).toBe(
      'cairn: two is done, nothing checked\ncairn: one is done, nothing checked\ncairn: the session is open',
    );
    expect(await s.repo.git('show', 'cairn/demo:more.txt')).toBe('more');
    const tree = await s.worktree();
    expect(await tree.git('rev-parse', 'HEAD')).toBe(await s.repo.git('rev-parse', 'cairn/demo'));
    expect(await tree.git('status', '--porcelain')).toBe('');
    expect(await s.violations()).toEqual([]);
  });

  test('on a branch of its own: the branch stays, the worktree is detached again', THOROUGH, async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part('one', 'usual; git switch -qc mine; git add -A; git commit -qm mine');
    expect((await s.start()).reason).toBe('completed');
    expect(await s.repo.git('show', 'mine:src/one.txt')).toBe('work of one');
    expect(await (await s.worktree()).git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
    expect(await s.violations()).toEqual([]);
  });

  test('on another history: its files count, its commits are rescued and told', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part(
      'one',
      'usual; git checkout -q --orphan lost; git add -A; git commit -qm "lost history"; git checkout -q --detach; git branch -D lost',
    );
    expect((await s.start()).reason).toBe('completed');
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('log', '--format=%s', `${rescue?.ref}^2`)).toBe('lost history');
    expect(s.told().join('\n')).toContain(`rescue ${String(rescue?.number)} (see it: `);
    expect(await s.repo.git('show', 'cairn/demo:src/one.txt')).toBe('work of one');
    expect(await s.repo.git('rev-list', '--parents', '-1', 'cairn/demo~1')).toMatch(/^\w+ \w+$/);
    expect(await s.violations()).toEqual([]);
  });

  test('back at an older commit: its files count, and nothing needs a rescue', THOROUGH, async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part('two', 'git checkout -q --detach HEAD~1; usual');
    expect((await s.start()).reason).toBe('completed');
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.repo.git('log', '--first-parent', '--format=%s', '-1', 'cairn/demo~1')).toBe(
      'cairn: one is done, nothing checked',
    );
    expect(await s.violations()).toEqual([]);
  });

  test('that moves the session branch itself: nothing is published over it, and its work is kept', async () => {
    const s = await stage(chain('one'));
    await s.agent.part(
      'one',
      'usual; git add -A; git commit -qm "pushed in"; git update-ref refs/heads/cairn/demo HEAD',
    );
    await expect(s.start()).rejects.toMatchObject({ code: 'lease/overtaken' });
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo')).toBe('pushed in');
    const rescues = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescues[0]?.ref}:src/one.txt`)).toBe('work of one');
    await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed' });
  });

  test('[P7] while it works nothing of the user moves: HEAD, index, stash, config, other branches', async () => {
    const s = await stage(chain('one'));
    await s.repo.write('README.md', 'staged\n');
    await s.repo.git('add', 'README.md');
    await s.repo.write('untracked.txt', 'mine\n');
    const before = await s.repo.untouchables();
    await s.start();
    const after = await s.repo.untouchables();
    // The one branch that is there now and was not is ours.
    const branches = (after['branches'] ?? '')
      .split('\n')
      .filter((line) => !line.includes('refs/heads/cairn/demo'));
    expect({ ...after, branches: branches.join('\n') }).toEqual(before);
    expect(await s.repo.read('untracked.txt')).toBe('mine\n');
    // It worked on a branch of its own, in a tree of its own that stands on none.
    expect(await s.repo.git('branch', '--format=%(refname)', '--list', '*/*')).toBe('refs/heads/cairn/demo');
    const tree = await s.worktree();
    expect(tree.root).not.toBe(s.repo.root);
    expect(await tree.git('rev-parse', '--symbolic-full-name', 'HEAD')).toBe('HEAD');
    expect(await tree.git('rev-parse', 'HEAD')).toBe(await s.repo.git('rev-parse', 'cairn/demo'));
  });
});

describe('an agent that writes into the engine’s files', () => {
  test('removes all files and .git of its worktree: it is tied to the repository again, and what is gone is a deletion', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part('one', 'rm -rf -- * .git; usual');
    expect((await s.start()).reason).toBe('completed');
    expect(s.told()).toContain(
      'The worktree had lost the file .git that ties it to the repository; it has been put back.',
    );
    expect(await s.repo.git('ls-tree', '--name-only', 'cairn/demo')).not.toContain('README.md');
    expect(await s.violations()).toEqual([]);
  });

  test(
    'dies after it has removed .git: resume ties the worktree to the repository again',
    THOROUGH,
    async () => {
      const s = await stage(chain('one', 'two'));
      const dying = await s.seat({
        reached(point) {
          if (point === 'attempt/begun') throw new Error('died');
        },
      });
      await expect(dying.start()).rejects.toThrow('died');
      const tree = await s.worktree();
      await tree.write('half.txt', 'half\n');
      await tree.remove('.git');
      expect((await s.resume({ leftovers: 'keep' })).reason).toBe('completed');
      expect(await s.repo.git('show', 'cairn/demo:half.txt')).toBe('half');
      expect(await s.violations()).toEqual([]);
    },
  );

  test('deletes STATUS.md and PACKET.md: they are rendered again', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part('two', 'rm "$CAIRN_SESSION_DIR/STATUS.md" "$CAIRN_PACKET"; usual');
    expect((await s.start()).reason).toBe('completed');
    const tree = await s.worktree();
    expect(await tree.look('.cairn/sessions/demo/STATUS.md')).toContain('state: done');
    expect(await tree.look('.cairn/sessions/demo/01-one/PACKET.md')).toContain('phase: one');
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test('[S30, X13] edits them: what is above the notes is rendered over, kept in rescues and told; the notes are kept', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part(
      'two',
      'sed -i "s/state: running/state: done/" "$CAIRN_SESSION_DIR/STATUS.md"; echo "- my note" >> "$CAIRN_SESSION_DIR/STATUS.md"; echo forged >> "$CAIRN_PACKET"; echo "{}" > "$CAIRN_PHASE_DIR/phase.json"; usual',
    );
    expect((await s.start()).reason).toBe('completed');
    const rescues = await s.api.rescues(DEMO);
    const kept = await Promise.all(
      rescues.map(({ ref }) => s.repo.git('diff', '--name-only', `${ref}^`, ref)),
    );
    expect(kept.join('\n').split('\n').toSorted()).toEqual([
      '.cairn/sessions/demo/02-two/phase.json',
      '.cairn/sessions/demo/PACKET.md',
      '.cairn/sessions/demo/STATUS.md',
    ]);
    expect(s.told().filter((text) => text.includes('aside as rescue')).length).toBe(2);
    expect(await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/PACKET.md')).not.toContain('forged');
    const status = await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/STATUS.md');
    expect(status).toMatch(/\n## Notes\n- my note$/);
    expect(status).not.toBe(await s.repo.git('show', `${rescues[0]?.ref}:.cairn/sessions/demo/STATUS.md`));
    expect(await s.violations()).toEqual([]);
  });

  test('notes are a person’s: kept byte for byte through phases, resume and restore', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const tree = await s.worktree();
    const path = '.cairn/sessions/demo/STATUS.md';
    const notes = '## Notes\n\n| not | a table of ours |\n\n  trailing  \r\nend without newline';
    await tree.write(path, (await tree.read(path)).replace(/## Notes[^]*$/, notes));
    await s.resume();
    expect((await tree.read(path)).endsWith(notes)).toBe(true);
    expect((await s.repo.git('show', `cairn/demo:${path}`)).endsWith(notes)).toBe(true);
    await tree.write(path, `${await tree.read(path)}!`);
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect((await tree.read(path)).endsWith(`${notes}!`)).toBe(true);
    expect((await s.repo.git('show', `cairn/demo:${path}`)).endsWith(`${notes}!`)).toBe(true);
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });
});
