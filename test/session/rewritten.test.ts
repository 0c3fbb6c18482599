import { existsSync } from 'node:fs';
import { CairnError } from '../../src/base/cairnError.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGitRepo } from '../support/gitRepo.ts';
import { elsewhere } from '../support/otherMachine.ts';
import { chain, DEMO, stage } from '../support/session.ts';
import { leftAndRight, onceSaid } from '../support/sideBySide.ts';
import { THOROUGH, byDepth, isFirst } from '../support/thorough.ts';

describe('a branch that somebody rewrote', () => {
  test('or committed on: what is to be looked at before anybody goes on is shown by the command that the question names', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const { git } = s.repo;
    const theirs = await git(
      'commit-tree',
      'cairn/demo^{tree}',
      '-p',
      'cairn/demo',
      '-m',
      'not a checkpoint',
    );
    await git('update-ref', 'refs/heads/cairn/demo', theirs);
    const refused: unknown = await s.resume().catch((error: unknown) => error);
    if (!CairnError.is(refused, 'data/untrusted-tip')) throw refused;
    const { hint } = errorSentence(refused.code, refused.details);
    const [, command = ''] = /`git ([^`]*)`/.exec(hint ?? '') ?? [];
    expect(await git(...command.split(' '))).toContain('not a checkpoint');
  });

  for (const { rows, options } of byDepth(['left', 'right'], isFirst))
    test.each(rows)(
      'onto something newer while %s is at work in a worktree of several: nothing of it is taken back',
      options,
      async (stopped) => {
        const s = await stage(leftAndRight());
        const other = stopped === 'left' ? 'right' : 'left';
        for (const id of ['left', 'right']) await s.agent.part(id, `usual\necho ${id} > ${id}.txt`);
        await s.agent.part(
          `${stopped}-1`,
          `echo half > half.txt\n${onceSaid(`${other} is done`)}\n: > "$PLAY/stopped.root"\nsleep 60`,
        );
        const stop = new AbortController();
        const run = s.start({}, stop.signal);
        while (!existsSync(`${s.agent.folder}/stopped.root`))
          await new Promise((resolve) => setTimeout(resolve, 10));
        stop.abort();
        await run;
        await s.repo.write('news.txt', 'news\n');
        await s.repo.commit('news');
        await s.repo.git('worktree', 'add', '-q', '--detach', '../rebasing', 'cairn/demo');
        const { git } = openGitRepo(join(s.repo.root, '../rebasing'));
        await git('rebase', '-q', 'main');
        await s.repo.git('update-ref', 'refs/heads/cairn/demo', await git('rev-parse', 'HEAD'));
        expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed' });
        for (const [file, text] of Object.entries({ news: 'news', left: 'left', right: 'right' }))
          expect(await s.repo.git('show', `cairn/demo:${file}.txt`)).toBe(text);
        const kept = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
        const files = await Promise.all(kept.map((ref) => s.repo.git('ls-tree', '-r', '--name-only', ref)));
        expect(files.join('\n')).toContain('half.txt');
      },
    );

  test('squashed: what is done is read from the tip, and going on is a question', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    const squash = await s.repo.git('commit-tree', 'cairn/demo^{tree}', '-p', 'main', '-m', 'all in one');
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', squash);
    await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'pending',
    ]);
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.repo.git('rev-parse', 'cairn/demo^')).toBe(squash);
  });

  for (const { rows, options } of byDepth(
    [
      ['the first two', 1, 3, 'seq 3 follows seq 1'],
      ['the beginning', 0, 2, 'the first checkpoint has seq 2'],
      ['the last two', 2, 4, 'seq 4 follows seq 2'],
    ],
    isFirst,
  ))
    test.each(rows)(
      '[L8] two checkpoints squashed together (%s) are named by verify and status, and a resume asks',
      options,
      async (_which, onto, last, what) => {
        const s = await stage(chain('one', 'two', 'three', 'four'));
        await s.start({ until: 'three' });
        const commits = (await s.api.log(DEMO)).map(({ commit }) => commit);
        let tip = onto === 0 ? await s.repo.git('rev-parse', 'main') : (commits[onto - 1] ?? '');
        for (const commit of commits.slice(last - 1)) {
          const message = await s.repo.git('log', '-1', '--format=%B', commit);
          tip = await s.repo.git('commit-tree', `${commit}^{tree}`, '-p', tip, '-m', message);
        }
        await s.repo.git('update-ref', 'refs/heads/cairn/demo', tip);
        const rules = (await s.violations()).filter((found) => JSON.stringify(found).includes('"R2"'));
        expect(rules).toEqual([expect.objectContaining({ rule: 'R2', what })]);
        expect((await s.api.status(DEMO)).warnings.map(terminalWarning).join('\n')).toContain('seq');
        await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
        expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed', seq: 5 });
      },
    );

  test('[L8] a seq that comes twice is named by verify and status; a STATUS.md of another seq is not the tip’s', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    const message = await s.repo.git('log', '-1', '--format=%B', 'cairn/demo');
    const good = await s.repo.git('rev-parse', 'cairn/demo');
    const twice = await s.repo.git('commit-tree', `${good}^{tree}`, '-p', good, '-m', message);
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', twice);
    expect(await s.violations()).toContainEqual(
      expect.objectContaining({ rule: 'R2', what: 'seq 3 follows seq 3' }),
    );
    expect((await s.api.status(DEMO)).warnings.map(terminalWarning).join('\n')).toContain('seq');
    await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', good);
    // Told by its number: a stale one only lags behind, one that is ahead is somebody's edit. Nothing is taken from either.
    const tree = await s.worktree();
    const path = '.cairn/sessions/demo/STATUS.md';
    const now = await tree.read(path);
    const stale = `${await s.repo.git('show', `cairn/demo~1:${path}`)}\n`;
    const ahead = now.replace('seq: 3', 'seq: 7').replace('| pending |', '| done |');
    for (const [lying, rules, rescues] of [
      [stale, [], 0],
      [ahead, ['R14'], 1],
    ] as const) {
      await tree.write(path, lying);
      expect((await s.violations()).map((found) => (found as { rule: string }).rule)).toEqual(rules);
      expect(await s.api.status(DEMO)).toMatchObject({ seq: 3, next: ['three'] });
      expect(await s.resume({ until: 'two' })).toMatchObject({ reason: 'paused', seq: 3 });
      expect(await tree.read(path)).toBe(now);
      expect(await s.api.rescues(DEMO)).toHaveLength(rescues);
    }
  });

  test('of a clone that is shallow, what it does not have is not missing', THOROUGH, async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    const other = await elsewhere(s, ['--depth=1', '--no-single-branch']);
    expect(await other.violations()).toEqual([]);
    expect((await other.api.status(DEMO)).warnings).toEqual([]);
  });

  test('rebased: the same phases under other ids are a question once', THOROUGH, async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    await s.repo.write('README.md', 'changed on main\n');
    await s.repo.commit('on main');
    const tree = join(s.repo.root, '../rebase');
    await s.repo.git('worktree', 'add', '-q', '--detach', tree, 'cairn/demo');
    await openGitRepo(tree).git('rebase', '-q', 'main');
    const rebased = await openGitRepo(tree).git('rev-parse', 'HEAD');
    await s.repo.git('worktree', 'remove', '--force', tree);
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', rebased);
    await expect(s.resume({ until: 'two' })).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    expect((await s.resume({ until: 'two', trust: true })).reason).toBe('paused');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.repo.git('show', 'cairn/demo:README.md')).toBe('changed on main');
    expect(await s.api.rescues(DEMO)).toEqual([]);
  });
});
