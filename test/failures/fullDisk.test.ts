import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ID, TWO_PHASES, worldAround, type BadWorld } from '../support/badWorld.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { smallDisk } from '../support/smallDisk.ts';

describe('[A26] a full disk', () => {
  it('[X3, X8] full while a phase ends: told, the branch stays, and once there is room the session goes on', async (context) => {
    const disk = await smallDisk(260);
    if (disk === null) return context.skip();
    const repo = await gitRepo(
      { 'a.txt': 'a\n', '.cairn/workflows/w.yaml': TWO_PHASES, '.gitignore': '*.fill\n' },
      { parent: disk },
    );
    const fill = join(disk, 'fill');
    const world: BadWorld = await worldAround(repo, {
      worker: async ({ produce, tree, phase, attempt }) => {
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
    await world.start({ until: 'one' });
    const tip = await repo.git('rev-parse', `cairn/${ID}`);
    const error = await world.resume().then(
      () => null,
      (caught: unknown) => caught as { code: string },
    );
    expect(error?.code).toMatch(/^(git\/disk-full|machine\/(no-space|cannot-write)|git\/failed)$/);
    expect(await repo.git('rev-parse', `cairn/${ID}`)).toBe(tip);
    await rm(fill, { recursive: true });
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect((await world.api.verify(ID))[0]?.violations).toEqual([]);
    expect(await repo.git('fsck', '--no-dangling')).toBe('');
    return undefined;
  });
});
