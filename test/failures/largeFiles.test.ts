import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atTip, linkedTree, recordOf } from '../support/atTip.ts';
import { openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { ground, workflow } from '../support/ground.ts';
import { DEMO } from '../support/session.ts';

const ONE = workflow('phases: [{id: one, artifacts: [out.md]}]\n');

/**
 * Git LFS as its filters work: bytes are kept below `.git`, and what is not there is asked of a network that is not
 * there either. Answers what was asked of it since the last time.
 */
async function largeFiles(repo: GitRepo): Promise<() => Promise<string | null>> {
  const [program, store] = [join(repo.root, '.git/lfs'), join(repo.root, '.git/lfs-store')];
  const clean = `f=$(mktemp); cat > $f; read word rest < $f
if [ "$word" = pointer ]; then cat $f; else
  id=$(sha256sum $f | cut -c1-64); cp $f '${store}'/$id; echo pointer $id; fi; rm $f`;
  const smudge = `[ -n "$GIT_LFS_SKIP_SMUDGE" ] && exec cat
read word id; cat '${store}'/$id && exit; echo "$id" >> '${store}/fetched'; exit 2`;
  await repo.write('.git/lfs', `#!/bin/sh\nif [ $1 = clean ]; then ${clean}\nelse ${smudge}\nfi\n`, 0o755);
  await repo.write('.git/lfs-store/keep', '');
  for (const way of ['clean', 'smudge']) await repo.git('config', `filter.lfs.${way}`, `'${program}' ${way}`);
  await repo.git('config', 'filter.lfs.required', 'true');
  return async () => {
    const fetched = await repo.look('.git/lfs-store/fetched');
    await repo.remove('.git/lfs-store/fetched');
    return fetched;
  };
}

describe('files whose bytes are elsewhere', () => {
  it('[A30] Git LFS: pointers are stored and the bytes come back; offline a checkpoint asks for none, and a restore gives pointers', async () => {
    const world = await ground({
      files: { '.gitattributes': '*.bin filter=lfs\n' },
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        // Of a clone without the bytes: a copy of what lies there.
        await (phase === 'one'
          ? tree.write('x.bin', 'payload\n')
          : tree.write('y.bin', await tree.read('x.bin')));
      },
    });
    const fetched = await largeFiles(world.repo);
    expect(await world.start({ until: 'one' })).toMatchObject({ reason: 'paused' });
    const pointer = await atTip(world, 'x.bin');
    expect(pointer).toMatch(/^pointer [0-9a-f]{64}$/);
    expect((await recordOf(world)).normalised).toEqual([]);
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    await world.api.restore(DEMO, { undo: true }, { dryRun: false });
    expect(await linkedTree(world).look('x.bin')).toBe('payload\n');
    expect(await fetched()).toBeNull();

    const clone = openGitRepo(`${world.repo.root}-clone`);
    await world.repo.git('clone', '-q', '.', clone.root);
    const asked = await largeFiles(clone);
    const seat = await world.seat({ folder: clone.root });
    await seat.resume({ until: 'one', trust: true });
    const tree = openGitRepo(await seat.api.path(DEMO));
    expect(await tree.look('x.bin')).toBe(`${pointer}\n`);
    expect(await asked()).toContain(pointer.slice(8));
    expect(await seat.resume()).toMatchObject({
      reason: 'completed',
    });
    expect(await asked()).toBeNull();
    expect(await seat.api.status(DEMO)).toMatchObject({ leftovers: 0, rescues: [] });
    expect(await clone.git('show', `cairn/${DEMO}:y.bin`)).toBe(pointer);
    for (const to of [{ to: '1' }, { undo: true }] as const)
      expect((await seat.api.restore(DEMO, to, { dryRun: false })).skipped).toEqual([]);
    expect([await tree.look('x.bin'), await tree.look('y.bin')]).toEqual([`${pointer}\n`, `${pointer}\n`]);
    expect(await seat.api.status(DEMO)).toMatchObject({ state: 'done', leftovers: 0 });
  });

  it('[A30] a required filter whose program is missing: the file is listed as not captured, the rest is kept', async () => {
    const world = await ground({
      flow: ONE,
      files: { '.gitattributes': '*.bin filter=gone\n' },
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('x.bin', 'payload\n');
        await tree.write('y.txt', 'y\n');
      },
    });
    for (const [key, value] of [
      ['clean', 'no-such-program clean'],
      ['smudge', 'no-such-program smudge'],
      ['required', 'true'],
    ] as const)
      await world.repo.git('config', `filter.gone.${key}`, value);
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect((await recordOf(world)).notCaptured).toEqual([{ path: 'x.bin', why: expect.any(String) }]);
    expect(await atTip(world, 'y.txt')).toBe('y');
    expect(await linkedTree(world).look('x.bin')).toBe('payload\n');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await linkedTree(world).look('x.bin')).toBe('payload\n');
    expect(await linkedTree(world).look('y.txt')).toBeNull();
  });
});
