import { lstat, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RestoreTarget } from '../../src/session/api/restore.ts';
import type { RestoreResult } from '../../src/session/results.ts';
import type { GitRepo } from '../support/gitRepo.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, workIn, type Seat, type Stage, stage as onGit } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const restore = (seat: Seat, to: string): Promise<RestoreResult> =>
  seat.api.restore(DEMO, { to }, { dryRun: false });
const undo = (seat: Seat): Promise<RestoreResult> =>
  seat.api.restore(DEMO, { undo: true }, { dryRun: false });

/** What is restored is what was shown. */
async function asShown(seat: Seat, target: RestoreTarget): Promise<RestoreResult> {
  const shown = await seat.api.restore(DEMO, target, { dryRun: true });
  const done = await seat.api.restore(DEMO, target, { dryRun: false });
  expect({ changed: shown.changed, skipped: shown.skipped }).toEqual({
    changed: done.changed,
    skipped: done.skipped,
  });
  return done;
}

/** Three phases done; the second and third each change what the one before left. */
async function threeDone(
  open = stage,
  inPlace = false,
): Promise<{ readonly s: Stage; readonly tree: GitRepo }> {
  const s = await open(chain('one', 'two', 'three'), {
    files: { '.gitignore': '*.log\n', 'kept.txt': 'kept\n' },
  });
  await s.agent.part(
    'one',
    'usual; echo 1 > grows.txt; echo one > only-one.txt; printf "#!/bin/sh\\n" > tool; chmod +x tool; ln -s README.md link',
  );
  await s.agent.part(
    'two',
    'usual; echo 2 >> grows.txt; rm only-one.txt; chmod -x tool; ln -sf kept.txt link',
  );
  await s.agent.part('three', 'usual; echo 3 >> grows.txt; rm link tool; mkdir tool; echo in > tool/in.txt');
  await s.start({ inPlace });
  return { s, tree: await s.worktree() };
}

describe('a restore', () => {
  test('[P2] brings files, modes and links back, deletes what came later, and is a checkpoint on top', async () => {
    const { s, tree } = await threeDone(onGit);
    const tip = await s.repo.git('rev-parse', 'cairn/demo');
    const done = await asShown(s, { to: 'one' });
    expect(done).toMatchObject({ restoredTo: { phase: 'one', seq: 2 }, seq: 5, rescue: null, skipped: [] });
    expect(done.changed.map(({ path, change }) => `${change} ${path}`)).toEqual([
      'deleted .cairn/sessions/demo/02-two/result.md',
      'deleted .cairn/sessions/demo/03-three/result.md',
      'modified grows.txt',
      'added link',
      'added only-one.txt',
      'deleted src/three.txt',
      'deleted src/two.txt',
      'added tool',
      'deleted tool/in.txt',
    ]);
    expect(await s.repo.git('rev-parse', 'cairn/demo^')).toBe(tip);
    expect(await workIn(s.repo, 'cairn/demo')).toEqual(await workIn(s.repo, 'cairn/demo~3'));
    expect([await tree.look('grows.txt'), await tree.look('link'), await tree.look('only-one.txt')]).toEqual([
      '1\n',
      '-> README.md',
      'one\n',
    ]);
    expect((await lstat(join(tree.root, 'tool'))).mode & 0o111).not.toBe(0);
    expect(await tree.git('status', '--porcelain')).toBe('');
    expect(await s.violations()).toEqual([]);
  });

  test('to 3, to 5, to 3 again: every point stays listed and usable', async () => {
    const { s } = await threeDone();
    for (const [to, phase] of [
      ['2', 'one'],
      ['4', 'three'],
      ['2', 'one'],
      ['3', 'two'],
      ['three', 'three'],
    ] as const) {
      await restore(s, to);
      const [work, wanted] = [
        await workIn(s.repo, 'cairn/demo'),
        await workIn(s.repo, await closing(s, phase)),
      ];
      expect(work).toEqual(wanted);
    }
    expect((await s.api.log(DEMO)).length).toBe(9);
    expect(await s.violations()).toEqual([]);
  });

  test('[P26] reopens a finished session, which then goes on from there, with numbers that were never used', async () => {
    const { s } = await threeDone();
    await restore(s, 'two');
    expect(await s.api.status(DEMO)).toMatchObject({ state: 'paused', next: ['three'] });
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 6 });
    expect((await s.agent.runs()).at(-1)).toBe('three 2');
    expect((await s.api.log(DEMO)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await s.api.log(DEMO)).filter((entry) => entry.superseded).map(({ seq }) => seq)).toEqual([4]);
    expect(await s.violations()).toEqual([]);
  });

  test('reopens a cancelled session', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await s.api.cancel(DEMO);
    await restore(s, 'one');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.violations()).toEqual([]);
  });

  test('to a checkpoint that waited waits again, with its question', async () => {
    const s = await stage({ phases: [{ id: 'plan', approval: 'required' }, { id: 'build' }] });
    await s.start();
    await s.api.approve(DEMO, null, null);
    await s.resume();
    await restore(s, '2');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'plan' });
    await s.api.approve(DEMO, null, null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.violations()).toEqual([]);
  });

  test('to something that is not there is refused, naming what is', async () => {
    const { s } = await threeDone();
    await expect(restore(s, 'four')).rejects.toMatchObject({
      code: 'usage/unknown-phase',
      details: { known: ['one', 'two', 'three', '1..4'] },
    });
    await expect(undo(s)).rejects.toMatchObject({ code: 'usage/not-possible' });
  });

  test('to a phase that is planned and not done yet says so, and names those that can be restored', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await expect(restore(s, 'two')).rejects.toMatchObject({
      code: 'usage/not-possible',
      details: { refusal: { because: 'not-closed', phase: 'two', closed: ['one'] } },
    });
    await restore(s, 'opened');
    await expect(restore(s, 'three')).rejects.toMatchObject({ code: 'usage/unknown-phase' });
  });
});

describe('what lies uncommitted when a restore comes', () => {
  test('[P2, P14] is rescued, and the undo brings it back byte for byte, with modes, links and deletions', async () => {
    const { s, tree } = await threeDone();
    await tree.write('grows.txt', 'edited by hand\n');
    await tree.write('only-one.txt', 'written anew by hand\n', 0o755);
    await tree.write('new/deep.bin', new Uint8Array([0, 13, 10, 255, 0]));
    await tree.link('new/link', 'deep.bin');
    await tree.remove('kept.txt');
    await tree.write('README.md', await tree.read('README.md'), 0o755);
    await tree.write('ignored.log', 'ignored, and nobody’s business\n');
    const before = await tree.everything();
    const done = await asShown(s, { to: 'one' });
    expect(done.rescue).toBe('refs/cairn/demo/rescue/1');
    expect(await workIn(s.repo, 'cairn/demo')).toEqual(await workIn(s.repo, 'cairn/demo~3'));
    expect(await tree.look('new')).toBe(null);
    expect(await tree.look('ignored.log')).toBe('ignored, and nobody’s business\n');
    await asShown(s, { undo: true });
    expect(await tree.everything()).toEqual(before);
    expect(await s.api.status(DEMO)).toMatchObject({ state: 'done', leftovers: 6 });
    expect(await s.violations()).toEqual([]);
  });

  test('an ignored file in the way is rescued by name and comes back with its mode', async () => {
    const { s, tree } = await threeDone();
    await tree.write('.gitignore', 'only-one.txt\nlink\n');
    await tree.write('only-one.txt', 'ignored now\n', 0o755);
    await tree.link('link', 'elsewhere');
    const before = await tree.everything();
    const done = await asShown(s, { to: 'one' });
    expect(done.changed).toContainEqual({ path: 'only-one.txt', change: 'modified' });
    expect(await s.repo.git('show', `${done.rescue}:only-one.txt`)).toBe('ignored now');
    expect(await tree.look('only-one.txt')).toBe('one\n');
    await asShown(s, { undo: true });
    expect(await tree.everything()).toEqual(before);
  });

  test('a folder in the way is never removed, and told', async () => {
    const { s, tree } = await threeDone();
    await tree.write('only-one.txt/precious.log', 'precious\n');
    const done = await asShown(s, { to: 'one' });
    expect(done.skipped).toEqual([{ path: 'only-one.txt', why: 'a folder is in the way' }]);
    expect(done.changed.map(({ path }) => path)).not.toContain('only-one.txt');
    expect(await tree.look('only-one.txt/precious.log')).toBe('precious\n');
    expect((await s.api.status(DEMO)).leftovers).toBeGreaterThan(0);
  });

  test('a link to somewhere else is not followed', async () => {
    const { s, tree } = await threeDone(onGit);
    const outside = join(tree.root, '../outside');
    await mkdir(outside);
    await rm(join(tree.root, 'src'), { recursive: true });
    await tree.link('src', outside);
    await asShown(s, { to: 'one' });
    expect(await tree.look('src/one.txt')).toBe('work of one\n');
    expect(await readFile(join(outside, 'one.txt')).catch(() => null)).toBe(null);
    await undo(s);
    expect(await tree.look('src')).toBe(`-> ${outside}`);
  });

  test('a file that holds a secret is left where it is: no rescue may have it, and nothing overwrites it', async () => {
    const { s, tree } = await threeDone(onGit);
    const key = `token = "ghp_${'k3'.repeat(18)}"\n`;
    await tree.write('grows.txt', key);
    await tree.write('.env', 'PASSWORD=hunter2\n');
    const done = await asShown(s, { to: 'one' });
    expect(done.skipped).toMatchObject([
      { path: 'grows.txt', why: expect.stringContaining('secret') as string },
    ]);
    expect([await tree.look('grows.txt'), await tree.look('.env')]).toEqual([key, 'PASSWORD=hunter2\n']);
    const objects = await s.repo.git('cat-file', '--batch-check', '--batch-all-objects');
    expect(objects).not.toContain(await s.repo.gitWithInput(key, 'hash-object', '--stdin'));
  });

  test('a file too large to be captured is rescued by name when it is in the way, and left when it is not', async () => {
    const { s, tree } = await threeDone();
    const seat = await s.seat({ settings: { maxFileBytes: 1000 } });
    await tree.write('only-one.txt', 'x'.repeat(2000));
    await tree.write('large.bin', 'y'.repeat(2000));
    const before = await tree.everything();
    const done = await asShown(seat, { to: 'one' });
    expect(await tree.look('only-one.txt')).toBe('one\n');
    expect(await tree.look('large.bin')).toBe('y'.repeat(2000));
    expect((await s.repo.git('show', `${done.rescue}:only-one.txt`)).length).toBe(2000);
    await asShown(seat, { undo: true });
    expect(await tree.everything()).toEqual(before);
  });

  test('undo of an undo is the restore again', async () => {
    const { s, tree } = await threeDone();
    await tree.write('grows.txt', 'edited by hand\n');
    await restore(s, 'one');
    await tree.write('grows.txt', 'edited after the restore\n');
    const restored = await tree.everything();
    await undo(s);
    expect(await tree.look('grows.txt')).toBe('edited by hand\n');
    await undo(s);
    expect(await tree.everything()).toEqual(restored);
    await undo(s);
    expect(await tree.look('grows.txt')).toBe('edited by hand\n');
  });

  test('a rescue of an earlier restore that failed is not what an undo puts back', async () => {
    const { s, tree } = await threeDone();
    await tree.write('new.txt', 'then\n');
    await expect(restore(await failing(s), 'one')).rejects.toThrow('disk full');
    await tree.remove('new.txt');
    expect((await restore(s, 'one')).rescue).toBe(null);
    await undo(s);
    expect(await tree.look('new.txt')).toBe(null);
  });
});

describe('bytes that git converts', () => {
  test('are kept raw in a rescue when they are captured, and come back by undo', async () => {
    const s = await onGit(chain('one', 'two'), { files: { '.gitattributes': '*.txt text\n' } });
    await s.agent.part('one', 'usual; printf "a\\r\\nb\\r\\n" > crlf.txt');
    await s.start();
    const record = JSON.parse(
      await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/phase.json'),
    ) as { normalised: string[] };
    expect(record.normalised).toEqual(['crlf.txt']);
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:.cairn/raw/crlf.txt`)).toBe('a\r\nb\r');
    const tree = await s.worktree();
    expect(await tree.look('crlf.txt')).toBe('a\r\nb\r\n');
    await tree.write('mixed.txt', 'x\r\ny\n');
    const before = await tree.everything();
    await asShown(s, { to: 'opened' });
    expect(await tree.look('crlf.txt')).toBe(null);
    await asShown(s, { undo: true });
    expect(await tree.everything()).toEqual(before);
    expect(await s.violations()).toEqual([]);
  });

  test('a blob that no checkout gives back unchanged does not make a restore fail', THOROUGH, async () => {
    const s = await onGit(chain('one', 'two'));
    await s.agent.part('one', 'usual; printf "a\\r\\nb\\n" > mixed.txt');
    await s.agent.part('two', 'usual; echo "*.txt text=auto" > .gitattributes; rm mixed.txt');
    await s.start();
    expect((await asShown(s, { to: 'one' })).skipped).toEqual([]);
    expect(await (await s.worktree()).look('mixed.txt')).toBe('a\r\nb\n');
    await undo(s);
    expect(await (await s.worktree()).look('mixed.txt')).toBe(null);
  });
});

describe('all or nothing', () => {
  test('a failure once files are written: everything is put back, and the session is where it was', async () => {
    const { s, tree } = await threeDone();
    await tree.write('grows.txt', 'edited by hand\n');
    await tree.write('.gitignore', 'only-one.txt\n*.log\n');
    await tree.write('only-one.txt', 'ignored, mine\n', 0o755);
    const before = await tree.everything();
    const tip = await s.repo.git('rev-parse', 'cairn/demo');
    await expect(restore(await failing(s), 'one')).rejects.toThrow('disk full');
    expect(await tree.everything()).toEqual(before);
    expect(await s.repo.git('rev-parse', 'cairn/demo')).toBe(tip);
    expect(await s.resume()).toMatchObject({ reason: 'completed', commit: tip });
    expect(await tree.everything()).toEqual(before);
  });

  test(
    'a filter that cannot give a file back: nothing is half restored, and the file is named',
    THOROUGH,
    async () => {
      const { s, tree } = await threeDone(onGit);
      await s.repo.git('config', 'filter.large.required', 'true');
      await s.repo.git('config', 'filter.large.clean', 'cat');
      await s.repo.git('config', 'filter.large.smudge', 'false');
      await s.repo.write('.git/info/attributes', 'only-one.txt filter=large\n');
      const before = await tree.everything();
      await expect(restore(s, 'one')).rejects.toMatchObject({
        code: 'data/restore-failed',
        details: { differing: ['only-one.txt'] },
      });
      expect(await tree.everything()).toEqual(before);
      await s.repo.git('config', 'filter.large.smudge', 'cat');
      expect((await restore(s, 'one')).skipped).toEqual([]);
    },
  );

  test('[M46] an object that is missing is found before anything is written', async () => {
    const { s, tree } = await threeDone(onGit);
    const blob = await s.repo.git('rev-parse', 'cairn/demo~2:only-one.txt');
    await s.repo.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
    const before = await tree.everything();
    const seat = await s.seat();
    await expect(restore(seat, 'one')).rejects.toMatchObject({ code: 'data/missing-object' });
    expect(await tree.everything()).toEqual(before);
  });
});

describe('in place', () => {
  test('[C14] staged hunks, HEAD, stash and branches stay as they are, byte for byte', async () => {
    const { s, tree } = await threeDone(onGit, true);
    await tree.write('kept.txt', 'staged\n');
    await tree.git('add', 'kept.txt');
    await tree.write('kept.txt', 'staged, and more\n');
    await tree.write('README.md', 'mine\n');
    const theirs = await s.repo.untouchables();
    const before = await tree.everything();
    const done = await asShown(s, { to: 'one' });
    expect(await tree.look('kept.txt')).toBe('kept\n');
    expect(without(await s.repo.untouchables())).toEqual(without(theirs));
    expect(await s.repo.git('show', `${done.rescue}:kept.txt`)).toBe('staged, and more');
    await asShown(s, { undo: true });
    expect(await tree.everything()).toEqual(before);
    expect(without(await s.repo.untouchables())).toEqual(without(theirs));
    expect(await tree.git('diff', '--cached', '--name-only')).toBe('kept.txt');
    expect(await s.violations()).toEqual([]);
  });
});

/** Somebody whose disk is full as soon as files have been written. */
const failing = (s: Stage): Promise<Seat> =>
  s.seat({
    reached(point) {
      if (point === 'overwrite/files-written') throw new Error('disk full');
    },
  });

const closing = async (s: Stage, phase: string): Promise<string> =>
  (await s.api.log(DEMO)).find((entry) => entry.phase === phase && entry.kind === 'phase')?.commit ?? '';

const without = (all: Readonly<Record<string, string>>): unknown => ({
  ...all,
  branches: all['branches']?.split('\n').filter((line) => !line.includes('refs/heads/cairn/')),
});

test(
  'files of a person’s own below .cairn/raw are no raw bytes of a rescue: an undo writes them over nothing',
  THOROUGH,
  async () => {
    const { s, tree } = await threeDone(onGit);
    await tree.write('.cairn/raw/README.md', 'mine\n');
    await tree.write('.gitattributes', 'crlf.txt text\n');
    await tree.write('crlf.txt', 'a\r\nb\r');
    const before = await tree.everything();
    await restore(s, 'one');
    await s.api.restore(DEMO, { undo: true }, { dryRun: false });
    expect(await tree.everything()).toEqual(before);
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:.cairn/raw/README.md`)).toBe('mine');
    expect(await s.repo.git('show', `${rescue?.ref}:.cairn/raw-2/crlf.txt`)).toBe('a\r\nb\r');
  },
);
