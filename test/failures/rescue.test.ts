import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { linkedTree } from '../support/atTip.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';
import { THOROUGH } from '../support/thorough.ts';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nx\n';

/** A session after its first phase, with work in its worktree that no checkpoint has. */
async function withWork(): Promise<Stage> {
  const world = await startedGround({}, { until: 'one' });
  const tree = linkedTree(world);
  await tree.write('a.txt', 'uncommitted\n');
  await tree.write('new.txt', 'new\n');
  return world;
}

describe('rescue', () => {
  async function rescued(): Promise<Stage> {
    const world = await withWork();
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    return world;
  }

  it('lists, shows, applies one file, applies all, and is deleted', async () => {
    const world = await rescued();
    const tree = linkedTree(world);
    expect(await world.api.rescues(DEMO)).toMatchObject([
      { number: 1, ref: `refs/cairn/${DEMO}/rescue/1`, files: 2 },
    ]);
    expect((await world.api.rescueDiff(DEMO, 1)).changed).toEqual([
      { path: 'a.txt', change: 'modified' },
      { path: 'new.txt', change: 'added' },
    ]);
    expect(await world.api.rescueApply(DEMO, 1, ['new.txt'])).toEqual({ written: ['new.txt'], skipped: [] });
    expect(await tree.look('new.txt')).toBe('new\n');
    expect(await tree.look('a.txt')).toBe('a\n');
    expect(await world.api.rescueApply(DEMO, 1, [])).toEqual({ written: ['a.txt', 'new.txt'], skipped: [] });
    expect(await tree.look('a.txt')).toBe('uncommitted\n');
    expect((await world.api.status(DEMO)).leftovers).toBe(2);
    await world.api.rescueDelete(DEMO, 1);
    expect(await world.api.rescues(DEMO)).toEqual([]);
    await refusal(world.api.rescueApply(DEMO, 1, []), 'usage/invalid');
  });

  it('keeps what an apply would overwrite, and says where', async () => {
    const world = await rescued();
    const tree = linkedTree(world);
    await tree.write('a.txt', 'work of today\n');
    await tree.write('new.txt', 'also of today\n');
    await tree.write('other.txt', 'not concerned\n');
    await world.api.rescueApply(DEMO, 1, []);
    expect(await tree.look('a.txt')).toBe('uncommitted\n');
    expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/2:a.txt`)).toBe('work of today');
    expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/2:new.txt`)).toBe('also of today');
    expect(world.told().join('\n')).toContain('rescue 2');
    expect((await world.api.rescueDiff(DEMO, 2)).changed.map((change) => change.path)).toEqual([
      'a.txt',
      'new.txt',
    ]);
    await world.api.rescueApply(DEMO, 2, []);
    expect(await tree.look('a.txt')).toBe('work of today\n');
    expect(await tree.look('other.txt')).toBe('not concerned\n');
    // The same again overwrites nothing, so nothing is kept.
    await world.api.rescueApply(DEMO, 2, []);
    expect((await world.api.rescues(DEMO)).map((rescue) => rescue.number)).toEqual([1, 2, 3]);
  });

  it('leaves alone what no rescue may hold, and tells it', async () => {
    const world = await rescued();
    const tree = linkedTree(world);
    await tree.write('a.txt', KEY);
    await tree.write('.gitignore', 'new.txt\n');
    await tree.write('new.txt', 'ignored\n');
    const { written, skipped } = await world.api.rescueApply(DEMO, 1, []);
    expect(written).toEqual([]);
    expect(skipped.map((item) => item.path)).toEqual(['a.txt', 'new.txt']);
    expect(await tree.look('a.txt')).toBe(KEY);
    expect(await tree.look('new.txt')).toBe('ignored\n');
  });

  it('refuses paths that it does not hold', async () => {
    const world = await rescued();
    for (const path of ['nope.txt', '../a.txt', '/etc/passwd', '', '.', 'a', '.cairn', '--all'])
      await refusal(world.api.rescueApply(DEMO, 1, [path]), 'usage/invalid');
  });

  it('refuses a number that is none', async () => {
    const world = await rescued();
    for (const n of [0, 2, -1, 1.5, Number.NaN]) {
      await refusal(world.api.rescueDiff(DEMO, n), 'usage/invalid');
      await refusal(world.api.rescueApply(DEMO, n, []), 'usage/invalid');
      await refusal(world.api.rescueDelete(DEMO, n), 'usage/invalid');
    }
  });

  it('[D9] does not write through a link', async () => {
    const world = await rescued();
    const outside = join(world.repo.root, '..', 'outside.txt');
    await writeFile(outside, 'outside\n');
    const tree = linkedTree(world);
    await tree.remove('a.txt');
    await tree.link('a.txt', outside);
    await world.api.rescueApply(DEMO, 1, []);
    expect(await tree.look('a.txt')).toBe('uncommitted\n');
    expect(await world.repo.look('../outside.txt')).toBe('outside\n');
  });

  it('[A19] bytes that git converts come back as they were', async () => {
    const world = await startedGround(
      { files: { '.gitattributes': '*.crlf text eol=lf\n' } },
      { until: 'one' },
    );
    const tree = linkedTree(world);
    await tree.write('x.crlf', 'one\r\ntwo\n');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    await world.api.rescueApply(DEMO, 1, []);
    expect(await tree.look('x.crlf')).toBe('one\r\ntwo\n');
  });

  it('[A19] keeps the raw bytes of what an apply overwrites', async () => {
    const world = await startedGround(
      { files: { '.gitattributes': '*.crlf text eol=lf\n' } },
      { until: 'one' },
    );
    const tree = linkedTree(world);
    await tree.write('x.crlf', 'one\r\ntwo\n');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    await tree.write('x.crlf', 'three\r\nfour\n');
    await world.api.rescueApply(DEMO, 1, []);
    expect(await tree.look('x.crlf')).toBe('one\r\ntwo\n');
    await world.api.rescueApply(DEMO, 2, []);
    expect(await tree.look('x.crlf')).toBe('three\r\nfour\n');
  });

  it(
    'takes back what an apply wrote when it fails half way, and tells a failure that it knows',
    THOROUGH,
    async () => {
      const world = await rescued();
      const tree = linkedTree(world);
      await tree.write('a.txt', 'work of today\n');
      let left = 1;
      const { api: refused } = await world.seat({
        reached(point) {
          if (point === 'replace/placed' && left-- === 1)
            throw new CairnError('machine/cannot-write', { path: 'new.txt', why: 'EACCES' });
        },
      });
      await refusal(refused.rescueApply(DEMO, 1, []), 'machine/cannot-write');
      expect([await tree.look('a.txt'), await tree.look('new.txt')]).toEqual(['work of today\n', null]);
      expect(await world.api.rescueApply(DEMO, 1, [])).toEqual({
        written: ['a.txt', 'new.txt'],
        skipped: [],
      });
    },
  );
});
