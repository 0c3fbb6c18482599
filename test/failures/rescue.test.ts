import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { ID, refusal, type BadWorld } from '../support/badWorld.ts';
import { THOROUGH } from '../support/thorough.ts';
import { startedWorld } from '../support/startedWorld.ts';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nx\n';

/** A session after its first phase, with work in its worktree that no checkpoint has. */
async function withWork(): Promise<BadWorld> {
  const world = await startedWorld({}, { until: 'one' });
  const tree = world.worktree();
  await tree.write('a.txt', 'uncommitted\n');
  await tree.write('new.txt', 'new\n');
  return world;
}

describe('rescue', () => {
  async function rescued(): Promise<BadWorld> {
    const world = await withWork();
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    return world;
  }

  it('lists, shows, applies one file, applies all, and is deleted', async () => {
    const world = await rescued();
    const tree = world.worktree();
    expect(await world.api.rescues(ID)).toMatchObject([
      { number: 1, ref: `refs/cairn/${ID}/rescue/1`, files: 2 },
    ]);
    expect((await world.api.rescueDiff(ID, 1)).changed).toEqual([
      { path: 'a.txt', change: 'modified' },
      { path: 'new.txt', change: 'added' },
    ]);
    expect(await world.api.rescueApply(ID, 1, ['new.txt'])).toEqual({ written: ['new.txt'], skipped: [] });
    expect(await tree.look('new.txt')).toBe('new\n');
    expect(await tree.look('a.txt')).toBe('a\n');
    expect(await world.api.rescueApply(ID, 1, [])).toEqual({ written: ['a.txt', 'new.txt'], skipped: [] });
    expect(await tree.look('a.txt')).toBe('uncommitted\n');
    expect((await world.api.status(ID)).leftovers).toBe(2);
    await world.api.rescueDelete(ID, 1);
    expect(await world.api.rescues(ID)).toEqual([]);
    await refusal(world.api.rescueApply(ID, 1, []), 'usage/invalid');
  });

  it('keeps what an apply would overwrite, and says where', async () => {
    const world = await rescued();
    const tree = world.worktree();
    await tree.write('a.txt', 'work of today\n');
    await tree.write('new.txt', 'also of today\n');
    await tree.write('other.txt', 'not concerned\n');
    await world.api.rescueApply(ID, 1, []);
    expect(await tree.look('a.txt')).toBe('uncommitted\n');
    expect(await world.repo.git('show', `refs/cairn/${ID}/rescue/2:a.txt`)).toBe('work of today');
    expect(await world.repo.git('show', `refs/cairn/${ID}/rescue/2:new.txt`)).toBe('also of today');
    expect(world.told.join('\n')).toContain(`refs/cairn/${ID}/rescue/2`);
    expect((await world.api.rescueDiff(ID, 2)).changed.map((change) => change.path)).toEqual([
      'a.txt',
      'new.txt',
    ]);
    await world.api.rescueApply(ID, 2, []);
    expect(await tree.look('a.txt')).toBe('work of today\n');
    expect(await tree.look('other.txt')).toBe('not concerned\n');
    // The same again overwrites nothing, so nothing is kept.
    await world.api.rescueApply(ID, 2, []);
    expect((await world.api.rescues(ID)).map((rescue) => rescue.number)).toEqual([1, 2, 3]);
  });

  it('leaves alone what no rescue may hold, and tells it', async () => {
    const world = await rescued();
    const tree = world.worktree();
    await tree.write('a.txt', KEY);
    await tree.write('.gitignore', 'new.txt\n');
    await tree.write('new.txt', 'ignored\n');
    const { written, skipped } = await world.api.rescueApply(ID, 1, []);
    expect(written).toEqual([]);
    expect(skipped.map((item) => item.path)).toEqual(['a.txt', 'new.txt']);
    expect(await tree.look('a.txt')).toBe(KEY);
    expect(await tree.look('new.txt')).toBe('ignored\n');
  });

  it('refuses paths that it does not hold', async () => {
    const world = await rescued();
    for (const path of ['nope.txt', '../a.txt', '/etc/passwd', '', '.', 'a', '.cairn', '--all'])
      await refusal(world.api.rescueApply(ID, 1, [path]), 'usage/invalid');
  });

  it('refuses a number that is none', async () => {
    const world = await rescued();
    for (const n of [0, 2, -1, 1.5, Number.NaN]) {
      await refusal(world.api.rescueDiff(ID, n), 'usage/invalid');
      await refusal(world.api.rescueApply(ID, n, []), 'usage/invalid');
      await refusal(world.api.rescueDelete(ID, n), 'usage/invalid');
    }
  });

  it('[D9] does not write through a link', async () => {
    const world = await rescued();
    const outside = join(world.repo.root, '..', 'outside.txt');
    await writeFile(outside, 'outside\n');
    const tree = world.worktree();
    await tree.remove('a.txt');
    await tree.link('a.txt', outside);
    await world.api.rescueApply(ID, 1, []);
    expect(await tree.look('a.txt')).toBe('uncommitted\n');
    expect(await world.repo.look('../outside.txt')).toBe('outside\n');
  });

  it('[A19] bytes that git converts come back as they were', async () => {
    const world = await startedWorld(
      { files: { '.gitattributes': '*.crlf text eol=lf\n' } },
      { until: 'one' },
    );
    const tree = world.worktree();
    await tree.write('x.crlf', 'one\r\ntwo\n');
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    await world.api.rescueApply(ID, 1, []);
    expect(await tree.look('x.crlf')).toBe('one\r\ntwo\n');
  });

  it('[A19] keeps the raw bytes of what an apply overwrites', async () => {
    const world = await startedWorld(
      { files: { '.gitattributes': '*.crlf text eol=lf\n' } },
      { until: 'one' },
    );
    const tree = world.worktree();
    await tree.write('x.crlf', 'one\r\ntwo\n');
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    await tree.write('x.crlf', 'three\r\nfour\n');
    await world.api.rescueApply(ID, 1, []);
    expect(await tree.look('x.crlf')).toBe('one\r\ntwo\n');
    await world.api.rescueApply(ID, 2, []);
    expect(await tree.look('x.crlf')).toBe('three\r\nfour\n');
  });

  it(
    'takes back what an apply wrote when it fails half way, and tells a failure that it knows',
    THOROUGH,
    async () => {
      const world = await rescued();
      const tree = world.worktree();
      await tree.write('a.txt', 'work of today\n');
      let left = 1;
      const refused = await world.open(world.repo.root, {
        reached(point) {
          if (point === 'replace/placed' && left-- === 1)
            throw new CairnError('machine/cannot-write', { path: 'new.txt', why: 'EACCES' });
        },
      });
      await refusal(refused.rescueApply(ID, 1, []), 'machine/cannot-write');
      expect([await tree.look('a.txt'), await tree.look('new.txt')]).toEqual(['work of today\n', null]);
      expect(await world.api.rescueApply(ID, 1, [])).toEqual({ written: ['a.txt', 'new.txt'], skipped: [] });
    },
  );
});
