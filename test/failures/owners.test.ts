import { describe, expect, it } from 'vitest';
import { exitOfError, exitOfOutcome } from '../../src/cli/output/exitCodes.ts';
import { engineProcess } from '../support/engineProcess.ts';
import { eventually, isAlive } from '../support/realProcesses.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

const IMPATIENT = { lease: { leaseMs: 1_000, heartbeatMs: 100 } } as const;
/** The outcome of a run, or the error of what comes before it: exit 6 both. */
const LOST = /"reason":"lease-held"|"code":"lease\/held"/;

/** One phase done; the first attempt of the second lasts, and one of its processes has left its group. */
async function atWork(): Promise<Stage & { readonly pids: () => Promise<readonly number[]> }> {
  const s = await stage({ phases: [{ id: 'one' }, { id: 'two' }] }, { world: IMPATIENT });
  await s.start({ until: 'one' });
  await s.agent.part(
    'two-1',
    `export PLAY; setsid sh -c 'echo $$ > "$PLAY/left"; exec sleep 600' & echo $$ > "$PLAY/agent"; sleep 600`,
  );
  await s.agent.part('two-2', 'touch "$PLAY/second"; usual');
  const pidIn = async (name: string): Promise<number> => Number(await s.repo.look(`../play/${name}`));
  return { ...s, pids: () => Promise.all(['left', 'agent'].map(pidIn)) };
}

describe('a session that another process drives', () => {
  it('[E14] alive: a resume exits 6; silent beyond its lease: what is left of its agent is ended first, and told', async () => {
    const s = await atWork();
    const before = await engineProcess(s, { verb: 'resume' }, null);
    expect(await eventually(async () => (await s.pids()).every((pid) => pid > 0), 20_000)).toBe(true);
    const pids = await s.pids();
    expect(await s.resume()).toMatchObject({ reason: 'lease-held' });
    before.stop();
    expect(pids.map(isAlive)).toEqual([true, true]);
    const running = s.resume();
    await eventually(async () => (await s.repo.look('../play/second')) !== null, 20_000);
    expect(pids.map(isAlive)).toEqual([false, false]);
    expect((await running).reason).toBe('completed');
    // No second writer: what it comes to is told, and nothing of it is published.
    const tip = await s.repo.git('rev-parse', 'cairn/demo');
    before.goOn();
    expect(await before.says()).toMatch(LOST);
    expect(await s.repo.git('rev-parse', 'cairn/demo')).toBe(tip);
    expect(s.told().join()).toContain('was still running and has been ended');
  });

  for (const { rows, options } of byDepth(['killed', 'silent'] as const, (how) => how === 'killed'))
    it.each(rows)(
      '[C10] %s while it drove: no mark of it stays in the way of a restore',
      options,
      async (how) => {
        const s = await atWork();
        const driver = await engineProcess(s, { verb: 'resume' }, null);
        expect(await eventually(async () => (await s.pids()).every((pid) => pid > 0), 20_000)).toBe(true);
        const restore = () => s.api.restore(DEMO, { to: '1' }, { dryRun: false });
        await expect(restore()).rejects.toMatchObject({ code: 'lease/held' });
        if (how === 'killed') await driver.kill();
        else driver.stop();
        expect(await restore()).toMatchObject({ seq: 3, restoredTo: { seq: 1 } });
        expect(await s.resume()).toMatchObject({ reason: 'completed' });
        expect(await s.violations()).toEqual([]);
      },
    );

  it('[A31, P24] two that end a phase at once: one line of history, the loser is told (exit 6), what it made is not lost', async () => {
    const s = await stage({ phases: [{ id: 'one' }, { id: 'two' }] }, { world: IMPATIENT });
    await s.start({ until: 'one' });
    await s.agent.part('two', 'usual; echo of the loser > mine.txt');
    // Between its commit and the move of the branch.
    const loser = await engineProcess(s, { verb: 'resume' }, 'checkpoint/commit-recorded');
    expect(await loser.says()).toBe('stopped');
    const tree = await s.worktree();
    await tree.write('more.txt', 'written meanwhile\n');
    const won = await s.resume();
    expect(won).toMatchObject({ reason: 'completed', seq: 3 });
    loser.goOn();
    const lost = await loser.says();
    expect(lost).toMatch(LOST);
    expect(exitOfOutcome({ reason: 'lease-held' })).toBe(6);
    expect(exitOfError('lease/held')).toBe(6);
    expect(await s.repo.git('rev-parse', 'cairn/demo')).toBe(won.commit);
    expect(await s.repo.git('rev-list', '--count', 'main..cairn/demo')).toBe('3');
    const rescues = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
    for (const [file, text] of [
      ['mine.txt', 'of the loser'],
      ['more.txt', 'written meanwhile'],
    ] as const) {
      const kept = ['cairn/demo', ...rescues].map((ref) =>
        s.repo.git('show', `${ref}:${file}`).catch(() => ''),
      );
      expect(await Promise.all(kept)).toContain(text);
    }
    expect(await s.violations()).toEqual([]);
  });
});
