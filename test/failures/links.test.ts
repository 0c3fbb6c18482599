import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkedTree } from '../support/atTip.ts';
import { openGitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { ground, makesOut, workflow } from '../support/ground.ts';
import { DEMO, stageAround, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { THOROUGH, byDepth } from '../support/thorough.ts';

const SESSION = `.cairn/sessions/${DEMO}`;

/** An agent that puts a link to a folder outside where a folder of the session was. */
async function replacing(folder: string, inPlace: boolean): Promise<{ world: Stage; outside: string }> {
  const outside = await temporaryFolder();
  const world: Stage = await ground({
    plays: async ({ produce, root, phase, attempt }) => {
      await produce('out.md');
      if (phase !== 'two' || attempt > 1) return;
      await rename(join(root, folder), join(root, 'moved'));
      await symlink(outside, join(root, folder));
    },
  });
  await world.start({ inPlace, until: 'one' });
  return { world, outside };
}

describe('links where a folder of ours was', () => {
  for (const { rows, options } of byDepth([
    ['the session folder', SESSION],
    ['the phase folder', `${SESSION}/02-two`],
    ['.cairn', '.cairn'],
  ] as const))
    it.each(rows)(
      '%s: nothing is written beyond it, the branch stays whole, and it can be resumed',
      options,
      async (_what, folder) => {
        for (const inPlace of [false, true]) {
          const { world, outside } = await replacing(folder, inPlace);
          const before = await world.repo.git('rev-parse', `cairn/${DEMO}`);
          const outcome = await world.resume().then(
            (value) => value.reason,
            (error: { code: string }) => error.code,
          );
          expect(outcome).toMatch(/^(blocked|machine\/cannot-write|completed)$/);
          expect(await openGitRepo(outside).look('.cairn')).toBeNull();
          expect(await openGitRepo(outside).look('STATUS.md')).toBeNull();
          expect(await openGitRepo(outside).look('PACKET.md')).toBeNull();
          expect(await openGitRepo(outside).look('phase.json')).toBeNull();
          expect(await world.repo.git('merge-base', '--is-ancestor', before, `cairn/${DEMO}`)).toBe('');
          expect((await world.api.status(DEMO)).phases[0]?.status).toBe('done');
          const root = inPlace ? world.repo.root : linkedTree(world).root;
          // The link was moved aside meanwhile, and a folder stands in its place; or it stands there still.
          await rm(join(root, folder), { recursive: true, force: true });
          await rename(join(root, 'moved'), join(root, folder));
          expect(await world.resume()).toMatchObject({ reason: 'completed' });
          expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
        }
      },
    );

  it('a repository that is reached through a link is the same repository', async () => {
    const world = await ground();
    const link = `${world.repo.root}-link`;
    await symlink(world.repo.root, link);
    const linked = await stageAround(openGitRepo(link), { plays: makesOut });
    expect(await linked.start({ until: 'one' })).toMatchObject({ reason: 'paused' });
    expect(await linked.api.path(DEMO)).toBe(`${world.repo.root}.worktrees/${DEMO}`);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
  });

  it('worktrees below a folder that is a link to another disk are found again', THOROUGH, async () => {
    const world = await ground();
    const elsewhere = await temporaryFolder();
    await symlink(elsewhere, `${world.repo.root}.worktrees`);
    const before = await snapshot(world.repo.root);
    expect(await world.start({ until: 'one' })).toMatchObject({ reason: 'paused' });
    expect(await openGitRepo(elsewhere).look(`${DEMO}/a.txt`)).toBe('a\n');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    await world.api.delete(DEMO, { purge: false });
    expect(await openGitRepo(elsewhere).look(DEMO)).toBeNull();
    expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([]);
  });

  it('a workflow that names what an agent replaced by a link takes the link for no artifact', async () => {
    const world = await ground({
      flow: workflow('phases: [{id: one, artifacts: [/result.md]}]\n'),
      plays: ({ root }) => symlink('/etc/passwd', join(root, 'result.md')),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    expect((await world.api.status(DEMO)).phases[0]?.reasons.join()).toContain('result.md');
  });
});
