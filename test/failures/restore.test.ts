import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { previewRestore } from '../../src/vscode/restore/restorePreview.ts';
import { linkedTree } from '../support/atTip.ts';
import { openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { ground, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, stageAround, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { runLine } from '../cli/runLine.ts';

const THREE = workflow(
  'phases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n  - {id: three, artifacts: [out.md]}\n',
);

/** Three phases, each with a file of its own; the second also changes and deletes one. */
async function finished(
  options: { readonly inPlace?: boolean; readonly until?: string } = {},
): Promise<Stage> {
  return startedGround(
    {
      flow: THREE,
      files: { 'changed.txt': 'first\n', 'gone.txt': 'gone\n' },
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        await tree.write(`${phase}.txt`, `${phase}\n`);
        if (phase !== 'two') return;
        await tree.write('changed.txt', 'second\n');
        await tree.remove('gone.txt');
      },
    },
    { inPlace: options.inPlace ?? false, until: options.until ?? null },
  );
}

/** The files of a working tree that git does not ignore, as one tree id: what a checkpoint of it would hold. */
async function treeOf(tree: GitRepo): Promise<string> {
  const index = join(tree.root, '..', `index-${Math.random()}`);
  const { execFileSync } = await import('node:child_process');
  const run = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: tree.root,
      env: { ...tree.env, GIT_INDEX_FILE: index },
      encoding: 'utf8',
    }).trim();
  run('read-tree', 'HEAD');
  run('add', '-A', '-f', '.');
  const id = run('write-tree');
  await rm(index);
  return id;
}

describe('restore', () => {
  it('[C1] [C23] leaves the branch of the person, and later phases stay reachable, shown as superseded', async () => {
    const world = await finished();
    const main = await world.repo.git('rev-parse', 'main');
    const before = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await world.repo.git('rev-parse', 'main')).toBe(main);
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}~1`)).toBe(before);
    expect((await world.api.log(DEMO)).map(({ kind, superseded }) => [kind, superseded])).toEqual([
      ['opened', false],
      ['phase', false],
      ['phase', true],
      ['phase', true],
      ['restore', false],
    ]);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect((await world.agent.runs()).at(-1)).toBe('three 2');
  });

  it('[C3] a large output that nobody captured survives', async () => {
    const world = await finished();
    await linkedTree(world).write('model.bin', Buffer.alloc(11 * 1024 * 1024));
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect((await linkedTree(world).read('model.bin')).length).toBe(11 * 1024 * 1024);
  });

  it('[C5] in another repository there is no such session, and nothing changes', async () => {
    await finished();
    const other = await ground();
    const before = await snapshot(other.repo.root);
    const error = await refusal(
      other.api.restore(DEMO, { to: 'one' }, { dryRun: false }),
      'usage/unknown-session',
    );
    expect(error.details.session).toBe(DEMO);
    expect(foreign(differences(before, await snapshot(other.repo.root)))).toEqual([]);
  });

  it('[C5] from another tree of its repository a session is restored in the tree that it works in, and this one stays', async () => {
    const { repo } = await ground({ flow: THREE });
    const linked = `${repo.root}-linked`;
    await repo.git('worktree', 'add', '-q', '-b', 'side', linked);
    const world = await stageAround(openGitRepo(linked), {
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        await tree.write('made.txt', `${phase}\n`);
      },
    });
    await world.start({ inPlace: true });
    await repo.write('made.txt', 'mine\n');
    const { api } = await world.seat({ folder: repo.root });
    await api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await world.repo.look('made.txt')).toBe('one\n');
    expect(await repo.look('made.txt')).toBe('mine\n');
  });

  it('[C6] what was made afterwards goes: unchanged since we captured it, and else only once a rescue has it; what the phase deleted is gone again', async () => {
    const world = await finished();
    const tree = linkedTree(world);
    // Ours and unchanged: three.txt. Ours and changed, a person's, and what the phase had deleted: each with what nobody has captured.
    const theirs = { '.cairn/note.txt': 'mine\n', 'mine.txt': 'mine\n', 'gone.txt': 'made again\n' };
    for (const [path, text] of Object.entries(theirs)) await tree.write(path, text);
    const out = `.cairn/sessions/${DEMO}/03-three/out.md`;
    await tree.write(out, 'changed\n');
    // And what no checkpoint holds: ignored, too large. That is not removed.
    await tree.write('../../repo/.git/info/exclude', 'kept.log\n');
    await tree.write('kept.log', 'kept\n');
    await tree.write('kept.bin', Buffer.alloc(11 * 1024 * 1024));
    const kept = { ...theirs, [out]: 'changed\n' };
    const preview = await world.api.restore(DEMO, { to: 'two' }, { dryRun: true });
    const restored = await world.api.restore(DEMO, { to: 'two' }, { dryRun: false });
    expect(restored.rescue).toBe(`refs/cairn/${DEMO}/rescue/1`);
    const gone = [...Object.keys(kept), 'three.txt'];
    expect(await Promise.all(gone.map((path) => tree.look(path)))).toEqual(gone.map(() => null));
    const removed = restored.changed.filter(({ change }) => change === 'deleted').map(({ path }) => path);
    expect(removed.toSorted()).toEqual(gone.toSorted());
    expect(restored.changed).toEqual(preview.changed);
    const rescued = await world.repo.git('diff', '--name-only', `${restored.rescue}^`, `${restored.rescue}`);
    expect(rescued.split('\n').toSorted()).toEqual(Object.keys(kept).toSorted());
    for (const [path, text] of Object.entries(kept))
      expect(`${await world.repo.git('show', `${restored.rescue}:${path}`)}\n`).toBe(text);
    expect(await tree.look('kept.log')).toBe('kept\n');
    expect(await tree.look('kept.bin')).toHaveLength(11 * 1024 * 1024);
  });

  it('[C7] a file that cannot be written: all is as it was, the branch too, and it is named', async () => {
    const world = await ground({
      flow: THREE,
      files: { '.gitattributes': '*.bin filter=fickle\n' },
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        await tree.write('a.txt', `${phase}\n`);
        await tree.write('x.bin', `${phase}\n`);
      },
    });
    for (const [key, value] of [
      ['clean', 'cat'],
      ['smudge', 'cat'],
      ['required', 'true'],
    ] as const)
      await world.repo.git('config', `filter.fickle.${key}`, value);
    await world.start();
    await linkedTree(world).write('a.txt', 'uncommitted\n');
    await world.repo.git('config', 'filter.fickle.smudge', 'false');
    const tip = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    const error = await world.api.restore(DEMO, { to: 'one' }, { dryRun: false }).then(
      () => null,
      (caught: unknown) => caught as Error,
    );
    expect(error).toMatchObject({ code: 'data/restore-failed' });
    expect(String(error)).toContain('x.bin');
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}`)).toBe(tip);
    expect(await linkedTree(world).look('a.txt')).toBe('uncommitted\n');
    expect(await linkedTree(world).look('x.bin')).toBe('three\n');
    await world.repo.git('config', 'filter.fickle.smudge', 'cat');
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await linkedTree(world).look('x.bin')).toBe('one\n');
  });

  it('[C8] [C21] files, status and packet are those of the phase afterwards, and it is told which moved: the conversation of an agent not', async () => {
    const world = await finished();
    const phase = await world.repo.git('rev-parse', `cairn/${DEMO}~1`);
    const moved =
      /Files(,| move| moved) .*(together with what the next phase is told|go back( together)?).*conversation of an agent d(oes|id) not( go back)?: the next attempt begins from th(at|is)( context)? packet/s;
    const planned = await world.api.restore(DEMO, { to: 'two' }, { dryRun: true });
    expect(previewRestore(planned, 'Phase 2').detail).toMatch(moved);
    for (const more of [['--dry-run'], []])
      expect(
        (
          await runLine(['restore', DEMO, 'two', ...more], { api: { ...world.api, calls: [] } })
        ).out.replaceAll(/\s+/g, ' '),
      ).toMatch(moved);
    const tree = await treeOf(linkedTree(world));
    expect(tree).toBe(await world.repo.git('rev-parse', `cairn/${DEMO}^{tree}`));
    const differing = (await world.repo.git('diff', '--name-only', phase, tree)).split('\n').filter(Boolean);
    expect(differing).toEqual([`.cairn/sessions/${DEMO}/STATUS.md`]);
    expect(await world.api.packet(DEMO, null)).toContain('phase: two');
    expect(await world.api.status(DEMO)).toMatchObject({ next: ['three'], state: 'paused', leftovers: 0 });
    // So it is: the next attempt is told what that packet says, and given no session of an agent's to go on with.
    await world.resume();
    expect(await world.agent.prompt('three', 2)).toContain(await world.api.packet(DEMO, 'two'));
  });

  it('[C9] is refused while the session is driven', async () => {
    const codes: string[] = [];
    const world: Stage = await ground({
      plays: async ({ produce, phase }) => {
        await produce('out.md');
        if (phase !== 'two') return;
        const { api: other } = await world.seat();
        codes.push((await refusal(other.restore(DEMO, { to: 'one' }, { dryRun: false }), 'lease/held')).code);
        await other.restore(DEMO, { to: 'one' }, { dryRun: true });
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(codes).toEqual(['lease/held']);
  });

  it('[C12] the preview says what happens and writes nothing; the undo brings back all that was', async () => {
    for (const inPlace of [false, true]) {
      const world = await finished({ inPlace });
      const tree = inPlace ? world.repo : linkedTree(world);
      await tree.write('changed.txt', 'uncommitted\n');
      await tree.write('deep/new.txt', 'new\n');
      await tree.remove('three.txt');
      if (inPlace) await tree.git('add', 'deep/new.txt');
      const [before, index] = [await treeOf(tree), (await world.repo.untouchables())['index']];
      const preview = await world.api.restore(DEMO, { to: '1' }, { dryRun: true });
      expect(await treeOf(tree)).toBe(before);
      const restored = await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
      expect(restored.changed).toEqual(preview.changed);
      expect(await tree.look('changed.txt')).toBe('first\n');
      await world.api.restore(DEMO, { undo: true }, { dryRun: false });
      const status = `.cairn/sessions/${DEMO}/STATUS.md`;
      const differing = (await world.repo.git('diff', '--name-only', before, await treeOf(tree))).split('\n');
      expect(differing.filter((path) => path !== '' && path !== status)).toEqual([]);
      expect((await world.repo.untouchables())['index']).toBe(index);
    }
  });

  it('[C13] to 3, to 2, to 3 again: every point stays listed and usable', async () => {
    const world = await finished();
    const { api: dying } = await world.seat({
      reached: (point) => {
        if (point === 'overwrite/files-written') throw new Error('cut off half way');
      },
    });
    for (const to of ['3', '2', '3', '4', '1', '4']) {
      if (to === '2')
        await expect(dying.restore(DEMO, { to }, { dryRun: false })).rejects.toThrow('cut off half way');
      await world.api.restore(DEMO, { to }, { dryRun: false });
    }
    expect((await world.api.log(DEMO)).map((entry) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await linkedTree(world).look('three.txt')).toBe('three\n');
    expect(await world.api.status(DEMO)).toMatchObject({ state: 'done' });
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });

  it('[C14] staged hunks stay staged and the rest unstaged, the index byte for byte', async () => {
    const world = await finished({ inPlace: true });
    const { repo } = world;
    await repo.write('changed.txt', 'first\nstaged\n');
    await repo.write('new.txt', 'new\n');
    await repo.git('add', 'changed.txt', 'new.txt');
    await repo.write('changed.txt', 'first\nstaged\nnot staged\n');
    const staged = await repo.git('diff', '--cached');
    const { index } = await repo.untouchables();
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await repo.look('changed.txt')).toBe('first\n');
    expect(await repo.git('diff', '--cached')).toBe(staged);
    await world.api.restore(DEMO, { undo: true }, { dryRun: false });
    expect(await repo.look('changed.txt')).toBe('first\nstaged\nnot staged\n');
    expect(await repo.git('diff', '--cached')).toBe(staged);
    expect((await repo.untouchables())['index']).toBe(index);
  });

  it('[C18] a branch that moves between look and publish is not overwritten, and nothing is lost', async () => {
    const world = await finished({ until: 'two' });
    await linkedTree(world).write('mine.txt', 'mine\n');
    const { execFileSync } = await import('node:child_process');
    const { api } = await world.seat({
      reached: (point) => {
        if (point === 'overwrite/released')
          execFileSync('git', ['update-ref', `refs/heads/cairn/${DEMO}`, 'main'], { cwd: world.repo.root });
      },
    });
    await refusal(api.restore(DEMO, { to: 'one' }, { dryRun: false }), 'lease/overtaken');
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}`)).toBe(
      await world.repo.git('rev-parse', 'main'),
    );
    expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/1:mine.txt`)).toBe('mine');
  });

  it("[C22] another git holds the lock of the worktree's index: a plain message, nothing has changed, and the same restore goes through later", async () => {
    const world = await finished({ until: 'two' });
    const tree = linkedTree(world);
    await tree.write('mine.txt', 'mine\n');
    const lock = `${await tree.git('rev-parse', '--absolute-git-dir')}/index.lock`;
    const held = await open(lock, 'w');
    const seen = async (): Promise<unknown> => [
      await world.repo.git('for-each-ref', '--format=%(refname) %(objectname)'),
      await tree.git('rev-parse', 'HEAD'),
      await tree.look('mine.txt'),
      await tree.look('changed.txt'),
    ];
    const before = await seen();
    const error = await refusal(world.api.restore(DEMO, { to: 'one' }, { dryRun: false }), 'git/locked');
    expect(errorSentence('git/locked', error.details).message).toBe(`Another git holds ${lock}.`);
    expect(await seen()).toEqual(before);
    await held.close();
    await rm(lock);
    const { rescue } = await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await world.repo.git('show', `${rescue}:mine.txt`)).toBe('mine');
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });

  it('[C24] never uses a stash, also where it fails half way', async () => {
    const world = await finished({ inPlace: true, until: 'two' });
    await world.repo.write('changed.txt', 'stashed\n');
    await world.repo.git('stash');
    const before = await world.repo.git('stash', 'list', '--format=%H');
    const { api } = await world.seat({
      reached: (point) => {
        if (point === 'overwrite/files-written') throw new Error('the machine dies');
      },
    });
    await world.repo.write('mine.txt', 'mine\n');
    await expect(api.restore(DEMO, { to: 'one' }, { dryRun: false })).rejects.toThrow('the machine dies');
    expect(await world.repo.git('stash', 'list', '--format=%H')).toBe(before);
    const again = await world.seat();
    expect(await again.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.repo.git('stash', 'list', '--format=%H')).toBe(before);
  });
});
