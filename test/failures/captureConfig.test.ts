import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkedTree } from '../support/atTip.ts';
import { ground } from '../support/ground.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';
import { THOROUGH } from '../support/thorough.ts';

describe('a checkpoint and what a person configured, or lost', () => {
  it('config of the person that would run something or rewrite the repository does nothing', async () => {
    const world = await ground();
    const ran = join(world.repo.root, '..', 'ran');
    await writeFile(`${ran}.sh`, `#!/bin/sh\necho "$0 $@" >> '${ran}'\nexit 1\n`);
    await chmod(`${ran}.sh`, 0o755);
    const settings = [
      ['core.fsmonitor', `${ran}.sh`],
      ['core.pager', `${ran}.sh`],
      ['pager.log', `${ran}.sh`],
      ['diff.external', `${ran}.sh`],
      ['core.editor', `${ran}.sh`],
      ['core.askPass', `${ran}.sh`],
      ['gc.auto', '1'],
      ['maintenance.auto', 'true'],
      ['branch.autoSetupMerge', 'always'],
      ['branch.autoSetupRebase', 'always'],
      ['push.autoSetupRemote', 'true'],
      ['log.showSignature', 'true'],
      ['gpg.program', `${ran}.sh`],
      ['trailer.separators', '='],
      ['core.quotePath', 'true'],
      ['color.ui', 'always'],
      ['log.date', 'relative'],
      ['format.pretty', 'oneline'],
      ['status.showUntrackedFiles', 'no'],
      ['status.renames', 'copies'],
      ['diff.noprefix', 'true'],
      ['core.commentChar', 'C'],
      ['i18n.commitEncoding', 'latin1'],
      ['i18n.logOutputEncoding', 'latin1'],
      ['core.untrackedCache', 'true'],
      ['index.version', '4'],
      ['feature.manyFiles', 'true'],
      ['core.splitIndex', 'true'],
      ['worktree.guessRemote', 'true'],
      ['core.logAllRefUpdates', 'always'],
      ['checkout.defaultRemote', 'origin'],
      ['commit.template', '/nonexistent'],
      ['commit.cleanup', 'scissors'],
      ['diff.ignoreSubmodules', 'all'],
      ['core.safecrlf', 'true'],
      ['fetch.recurseSubmodules', 'true'],
      ['submodule.recurse', 'true'],
    ] as const;
    for (const [key, value] of settings) await world.repo.git('config', key, value);
    const config = await world.repo.read('.git/config');
    expect(await world.start({ request: 'Prüfe Ünïcode = and C comments' })).toMatchObject({
      reason: 'completed',
      seq: 3,
    });
    await linkedTree(world).write('b.txt', 'b\n');
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await world.api.status(DEMO)).toMatchObject({
      title: 'Prüfe Ünïcode = and C comments',
      warnings: [],
    });
    expect((await world.api.log(DEMO)).map((entry) => entry.kind)).toEqual([
      'opened',
      'phase',
      'phase',
      'restore',
    ]);
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    expect(await readFile(ran, 'utf8').catch(() => '')).toBe('');
    expect(await world.repo.read('.git/config')).toBe(config);
  });

  it('[A35] few objects a checkpoint, and a gc of the person in between takes nothing of a session with a worktree', async () => {
    const world = await ground({
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        await tree.write('src/deep/made.txt', `${phase}\n`);
      },
    });
    const { repo } = world;
    for (const key of ['gc.auto', 'gc.autoPackLimit']) await repo.git('config', key, '1');
    const loose = async (): Promise<number> => Number.parseInt(await repo.git('count-objects'), 10);
    await world.start({ until: 'one' });
    await linkedTree(world).write('mine.txt', 'not in any checkpoint\n');
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await repo.git('gc', '-q', '--prune=now');
    expect(await loose()).toBe(0);
    expect(await linkedTree(world).git('status', '--porcelain')).toBe('');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    // One commit with its folders and files; nothing is packed behind the back of the person.
    expect(await loose()).toBeLessThan(21);
    expect((await repo.git('count-objects', '-v')).split('\n')).toContain('packs: 1');
    await repo.git('gc', '-q', '--prune=now');
    expect(await repo.git('show', `refs/cairn/${DEMO}/rescue/1:mine.txt`)).toBe('not in any checkpoint');
    expect(await repo.git('fsck', '--no-dangling')).toBe('');
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });

  it('replace refs change nothing of what we see', THOROUGH, async () => {
    const world = await startedGround();
    const tip = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    await world.repo.git('replace', tip, 'main');
    expect(await world.api.status(DEMO)).toMatchObject({ state: 'done', seq: 3 });
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    expect(await world.api.list()).toMatchObject([{ session: DEMO, state: 'done' }]);
  });

  it('a SHA-256 repository is like any other', async () => {
    const world = await ground({
      repo: { objectFormat: 'sha256' },
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('b.txt', 'b\n');
      },
    });
    await world.start({ until: 'one' });
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    await world.api.land(DEMO, { branch: 'x' });
    await world.api.delete(DEMO, { purge: true });
  });
});

describe('time', () => {
  it('a stop in the middle ends git and the agent, and the next resume goes on', async () => {
    const stop = new AbortController();
    const world: Stage = await ground({
      plays: async ({ phase, produce, task, attempt }) => {
        await produce('out.md');
        if (phase !== 'two' || attempt > 1) return undefined;
        const aborted = new Promise((resolve) =>
          task.signal.addEventListener('abort', resolve, { once: true }),
        );
        stop.abort(new Error('stopped'));
        await aborted;
        return { kind: 'cancelled' };
      },
    });
    expect(await world.start({}, stop.signal)).toMatchObject({
      reason: 'interrupted',
      phase: 'two',
    });
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1', 'two 2']);
  });
});
