import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lostSaves, startSaving, WAYS_TO_SAVE } from '../support/savers.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { chain, DEMO, stage, type Stage } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

const LINES = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n');
const ROUNDS = 4;

/** Two phases, which both change the same files. */
async function twoDone(): Promise<Stage> {
  const s = await stage(chain('one', 'two'), { files: { 'shared.txt': `${LINES}\nlast\n` } });
  await s.agent.part('one', 'usual; echo one > a.txt; echo one > b.txt; echo one > gone.txt');
  await s.agent.part(
    'two',
    'usual; echo two > a.txt; rm gone.txt; sed -i.old "1s/.*/session/" shared.txt; rm shared.txt.old',
  );
  await s.start();
  return s;
}

for (const { rows, options } of byDepth(WAYS_TO_SAVE))
  describe.each(rows)('files that an editor saves meanwhile (%s)', options, (way) => {
    test('a restore and its undo lose none of them, and neither fails', async () => {
      const s = await twoDone();
      const { root } = await s.worktree();
      const saver = await startSaving(root, ['a.txt', 'b.txt', 'gone.txt'], {
        way,
        log: join(await temporaryFolder(), 'log'),
      });
      for (let round = 0; round < ROUNDS; round += 1) {
        await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
        await s.api.restore(DEMO, { undo: true }, { dryRun: false });
      }
      const saves = await saver.stop();
      expect(saves.length).toBeGreaterThan(ROUNDS);
      expect(await lostSaves(s.repo, root, DEMO, saves)).toEqual([]);
      expect(await s.repo.git('-C', root, 'status', '--short', '--untracked-files=all')).not.toMatch(
        /cairn-/,
      );
      expect(await s.violations()).toEqual([]);
    });

    test('landing loses none of them', async () => {
      const s = await twoDone();
      const began = performance.now();
      await s.api.land(DEMO, { apply: true });
      const saver = await startSaving(s.repo.root, ['shared.txt'], {
        way,
        // Half a file cannot be merged, and what is never the same twice cannot be captured: several saves for each landing.
        pause: Math.max(25, (performance.now() - began) / 6),
        head: `${LINES}\n`,
        log: join(await temporaryFolder(), 'log'),
      });
      let landed = 1;
      for (let round = 0; round < 20 * ROUNDS; round += 1) {
        if (landed === ROUNDS) break;
        await s.api.land(DEMO, { apply: true }).then(
          () => (landed += 1),
          (error: { code?: string }) =>
            expect(['repo/land-conflict', 'repo/land-refused']).toContain(error.code),
        );
      }
      expect(landed).toBe(ROUNDS);
      const saves = await saver.stop();
      expect(await lostSaves(s.repo, s.repo.root, DEMO, saves)).toEqual([]);
      expect(await s.repo.git('status', '--short')).not.toMatch(/cairn-/);
    });
  });
