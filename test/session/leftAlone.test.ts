import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { describe, expect, it } from 'vitest';
import { atTip, filesAtTip, recordOf } from '../support/atTip.ts';
import { TWO_PHASES } from '../support/ground.ts';
import { stage } from '../support/memoryStage.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nx\n';

/**
 * Phase `two` wrote `build/report.md`, and a `.gitignore` that hides it; a restore to `one` took the `.gitignore` away
 * and left the report where it lies. Later attempts of `two` do what `again` says.
 */
async function reportLeftAlone(again?: (world: Stage['repo']) => Promise<unknown>): Promise<Stage> {
  const world: Stage = await stage(TWO_PHASES, {
    plays: async ({ phase, attempt, produce, tree }) => {
      await produce('out.md', `${phase}, attempt ${attempt}\n`);
      if (phase !== 'two') return;
      if (attempt > 1) return void (await again?.(tree));
      await tree.write('.gitignore', 'build/\n');
      await tree.write('build/report.md', 'report\n');
    },
  });
  await world.start();
  await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
  return world;
}

describe('a file that a restore left alone, because git had ignored it until then', () => {
  it('is in no checkpoint, and told, as long as nobody writes it', async () => {
    const world = await reportLeftAlone();
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await filesAtTip(world)).not.toContain('build/report.md');
    expect((await recordOf(world, '02-two')).notCaptured).toEqual([
      { path: 'build/report.md', why: expect.stringContaining('until a restore') },
    ]);
    expect(await (await world.worktree()).look('build/report.md')).toBe('report\n');
  });

  for (const { rows, options } of byDepth(['another report\n', 'REPORT\n']))
    it.each(rows)('is work as soon as somebody writes it anew: %j', options, async (text) => {
      const world = await reportLeftAlone((tree) => tree.write('build/report.md', text));
      expect(await world.resume()).toMatchObject({ reason: 'completed' });
      expect(await atTip(world, 'build/report.md')).toBe(text.trim());
      expect((await recordOf(world, '02-two')).notCaptured).toEqual([]);
    });

  it('is kept in a rescue when the worktree goes', async () => {
    const world = await reportLeftAlone();
    await world.api.delete(DEMO, { purge: false });
    expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/1:build/report.md`)).toBe('report');
  });

  it('is no reason to delete it unseen: with a secret in it, delete refuses and names it', async () => {
    const world: Stage = await stage(TWO_PHASES, {
      plays: async ({ phase, produce, tree }) => {
        await produce('out.md');
        if (phase !== 'two') return;
        await tree.write('.gitignore', 'build/\n');
        await tree.write('build/key.txt', KEY);
      },
    });
    await world.start();
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    const error = await refusal(world.api.delete(DEMO, { purge: false }), 'usage/not-possible');
    expect(errorSentence(error.code, error.details).message).toContain('build/key.txt');
    expect(await (await world.worktree()).look('build/key.txt')).toBe(KEY);
  });

  it('is nobody’s in each worktree of a session, whatever lies under that name in another one', async () => {
    const begun = Promise.withResolvers<void>();
    const world: Stage = await stage(
      {
        schema: 2,
        parallel: 2,
        phases: [
          { id: 'design', needs: [] },
          { id: 'init', needs: [] },
          ...['left', 'right'].map((id) => ({ id, needs: ['design', 'init'] })),
        ],
      },
      {
        plays: async ({ phase, attempt, produce, tree }) => {
          await produce('result.md');
          if (phase === 'init') await tree.write('.gitignore', 'cache/\n');
          if (phase === 'left' || phase === 'right') await tree.write('cache/x', `${phase}\n`);
          if (attempt === 1) return;
          // By then both worktrees are at the checkpoint that the restore went back to.
          if (phase === 'init') begun.resolve();
          if (phase === 'design') await begun.promise;
        },
      },
    );
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    await world.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect(await world.resume({ until: 'design' })).toMatchObject({ reason: 'paused' });
    expect((await filesAtTip(world)).filter((path) => path.startsWith('cache'))).toEqual([]);
    expect(await world.violations()).toEqual([]);
  });
});
