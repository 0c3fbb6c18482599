import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ground } from '../support/ground.ts';
import { DEMO } from '../support/session.ts';
import { smallDisk } from '../support/smallDisk.ts';

/** Of either kind the sentence says that the disk is full, and what to do. */
const FULL = /^(git\/disk-full|machine\/no-space)$/;

describe('[A26] a full disk', () => {
  it('[X3, X8] full while a phase ends: told, the branch stays, and once there is room the session goes on', async (context) => {
    const disk = await smallDisk(260);
    if (disk === null) return context.skip();
    const fill = join(disk, 'fill');
    const world = await ground({
      files: { '.gitignore': '*.fill\n' },
      repo: { parent: disk },
      plays: async ({ produce, tree, phase, attempt }) => {
        await produce('out.md');
        if (phase !== 'two' || attempt > 1) return;
        await tree.write('work.txt', 'work\n');
        await mkdir(fill, { recursive: true });
        for (let n = 0; ; n += 1) {
          const full = await writeFile(
            join(fill, `${n}.fill`),
            Buffer.alloc(n < 300 ? 1_000_000 : 4096),
          ).then(
            () => false,
            () => true,
          );
          if (full && n >= 300) break;
          if (full) n = 300;
        }
      },
    });
    const { repo } = world;
    await world.start({ until: 'one' });
    const tip = await repo.git('rev-parse', `cairn/${DEMO}`);
    const error = await world.resume().then(
      () => null,
      (caught: unknown) => caught as { code: string },
    );
    expect(error?.code).toMatch(FULL);
    expect(await repo.git('rev-parse', `cairn/${DEMO}`)).toBe(tip);
    // As long as it is full nothing moves on, however often somebody tries, and no agent is started for it.
    const full = await world.api.status(DEMO);
    expect(full).toMatchObject({ seq: 2, next: ['two'], phases: [{ status: 'done' }, { attempt: 1 }] });
    for (let n = 0; n < 2; n += 1) {
      await expect(world.resume()).rejects.toMatchObject({ code: expect.stringMatching(FULL) });
      expect(await world.api.status(DEMO)).toEqual(full);
    }
    expect(await repo.git('rev-parse', `cairn/${DEMO}`)).toBe(tip);
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
    await rm(fill, { recursive: true });
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    expect(await repo.git('fsck', '--no-dangling')).toBe('');
    return undefined;
  });
});
