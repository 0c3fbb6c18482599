import { execFileSync } from 'node:child_process';
import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { ground } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, snapshot } from '../support/snapshot.ts';
import { smallDisk } from '../support/smallDisk.ts';

/** A folder that can be closed to everybody who writes: the system administrator is stopped by nothing but the disk. */
async function closable(): Promise<{ readonly folder: string; close(): Promise<void> }> {
  const disk = await smallDisk(400);
  const folder = disk ?? (await temporaryFolder());
  const modes = async (mode: number): Promise<void> => {
    for (const path of [folder, join(folder, 'repo/.git')]) await chmod(path, mode).catch(() => {});
  };
  return {
    folder,
    async close() {
      if (disk !== null) execFileSync('mount', ['-o', 'remount,ro', disk]);
      else {
        await modes(0o555);
        onTestFinished(() => modes(0o755));
      }
    },
  };
}

describe('a disk that is less to be relied on than who works', () => {
  /** Refused as a machine that is not in a state to work in, with nothing written. */
  const refused = async (world: Stage, over = {}): Promise<{ path: string }> => {
    const before = await snapshot(world.repo.root);
    const { details } = await refusal(world.start(over), 'machine/cannot-write');
    expect(exitOfError('machine/cannot-write')).toBe(8);
    expect(details.why).toMatch(/^(EROFS|EACCES)$/);
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
    expect(await world.api.list()).toEqual([]);
    return details;
  };

  it('[P17] cannot be written where the repository is: told before anything begins', async () => {
    const { folder, close } = await closable();
    const world = await ground({ repo: { parent: folder } });
    await close();
    for (const over of [{}, { inPlace: true }])
      expect(await refused(world, over)).toMatchObject({ path: `${world.repo.root}/.git` });
  });

  it('[P17] cannot be written where the work is to be done: told before there is a session', async () => {
    const world = await ground();
    const { folder, close } = await closable();
    await symlink(folder, `${world.repo.root}.worktrees`);
    await close();
    expect(await refused(world)).toMatchObject({ path: `${world.repo.root}.worktrees/${DEMO}` });
    expect(await world.start({ inPlace: true })).toMatchObject({ reason: 'completed' });
  });

  it('[P17] has less than 200 MB left, there or there: told with how much', async (context) => {
    const disk = await smallDisk(50);
    if (disk === null) return context.skip();
    const here = await ground({ repo: { parent: disk } });
    const beside = await ground();
    await symlink(disk, `${beside.repo.root}.worktrees`);
    for (const world of [here, beside]) {
      const before = await snapshot(world.repo.root);
      const { details } = await refusal(world.start(), 'machine/no-space');
      expect(exitOfError('machine/no-space')).toBe(8);
      expect(details.needed).toBe(200 * 1024 * 1024);
      expect(details.free).toBeLessThan(details.needed);
      expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
    }
    return undefined;
  });

  it('[P17] is no place that Cairn works in, or git is in the middle of something: exit 8', () => {
    const codes = [
      'git/not-found',
      'git/too-old',
      'git/bare',
      'git/no-commit',
      'git/dubious-ownership',
      'repo/forbidden-folder',
      'git/busy',
      'git/unmerged',
    ] as const;
    expect(codes.map(exitOfError)).toEqual(codes.map(() => 8));
  });
});
