import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Point } from '../../src/session/points.ts';
import { linkedTree } from '../support/atTip.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';

/** A session whose process dies at a named place of the checkpoint of its second phase. */
async function diedAt(point: Point): Promise<Stage> {
  const world = await startedGround({}, { until: 'one' });
  const seat = await world.seat({
    reached: (at) => {
      if (at === point) throw new Error('the process dies');
    },
  });
  await expect(seat.resume()).rejects.toThrow('the process dies');
  return world;
}

describe('records that disagree', () => {
  it('[E1] died after the commit, before STATUS.md: done is done, nothing runs again', async () => {
    const world = await diedAt('checkpoint/ref-moved');
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
    expect((await world.api.status(DEMO)).state).toBe('done');
    expect(await world.resume()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });

  for (const { rows, options } of byDepth([
    'attempt/agent-ended',
    'attempt/gate-evaluated',
    'checkpoint/commit-made',
    'checkpoint/commit-recorded',
  ] as const))
    it.each(rows)('[E2] died at %s: gate and checkpoint again, the same attempt', options, async (point) => {
      const world = await diedAt(point);
      expect((await world.api.status(DEMO)).state).toBe('interrupted');
      // As an engine would leave it that wrote the page before the commit. Ours does so after the branch moved: to it a page
      // ahead of a commit that is recorded says that the branch was moved back.
      const page = `.cairn/sessions/${DEMO}/STATUS.md`;
      const ahead = point !== 'checkpoint/commit-recorded';
      if (ahead)
        await linkedTree(world).write(page, (await linkedTree(world).read(page)).replace('seq: 2', 'seq: 3'));
      expect(await world.resume()).toMatchObject({ reason: 'completed', seq: 3 });
      expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
      expect(world.told().join('\n').includes('STATUS.md')).toBe(ahead);
      expect((await world.api.log(DEMO)).at(-1)).toMatchObject({ kind: 'phase', phase: 'two', attempt: 1 });
    });

  it('[E8] status and artifact against the tip: verify names it and changes nothing, resume follows the tip', async () => {
    const world = await startedGround({}, { until: 'one' });
    const tree = linkedTree(world);
    const status = `.cairn/sessions/${DEMO}/STATUS.md`;
    await tree.write(status, (await tree.read(status)).replace('| pending |', '| done |'));
    await tree.write(`.cairn/sessions/${DEMO}/02-two/phase.json`, '{"status": "done"}\n');
    await tree.write(`.cairn/sessions/${DEMO}/02-two/out.md`, 'not by an agent\n');
    const before = await snapshot(world.repo.root);
    const [verified] = await world.api.verify(DEMO);
    expect(verified?.violations.map((violation) => violation.rule)).toEqual(['R14']);
    expect(await world.api.status(DEMO)).toMatchObject({
      state: 'paused',
      phases: [{ status: 'done' }, { status: 'pending' }],
    });
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
  });

  it('[E8] the files of the engine and the journal against the tip: verify and status change nothing, a resume repairs them and tells what it did', async () => {
    const world = await startedGround({}, { until: 'one' });
    const [tree, at] = [linkedTree(world), `.cairn/sessions/${DEMO}`];
    const files = [`${at}/STATUS.md`, `${at}/01-one/phase.json`, `${at}/01-one/PACKET.md`] as const;
    const whole = await Promise.all(files.map((file) => tree.read(file)));
    for (const [file, from, to] of [
      [files[0], '| pending |', '| done |'],
      [files[1], '"status": "done"', '"status": "blocked"'],
      [files[2], 'phase: one', 'phase: two'],
    ] as const)
      await tree.write(file, (await tree.read(file)).replace(from, to));
    // To the journal the phase that the tip has as done is at work, from a checkpoint that is no more the tip.
    const begun = {
      type: 'attempt-begun',
      at: '2026-11-20T10:01:22.123Z',
      phase: 'one',
      attempt: 1,
      tip: await world.repo.git('rev-parse', `cairn/${DEMO}~1`),
      resumed: false,
      head: null,
      agent: 'player',
    };
    await world.repo.write(`.git/cairn/${DEMO}/journal.jsonl`, `${JSON.stringify(begun)}\n`);
    const before = await snapshot(world.repo.root);
    const [verified] = await world.api.verify(DEMO);
    expect(verified?.violations.map(({ rule, where }) => [rule, where])).toEqual([
      ['R14', join(tree.root, files[0])],
    ]);
    expect(await world.api.list()).toMatchObject([{ state: 'paused', seq: 2 }]);
    expect(await world.api.status(DEMO)).toMatchObject({
      state: 'paused',
      next: ['two'],
      phases: [{ status: 'done' }, { status: 'pending' }],
    });
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
    await world.resume({ until: 'one' });
    expect(await Promise.all(files.map((file) => tree.read(file)))).toEqual(whole);
    expect(world.told().join('\n')).toMatch(/STATUS\.md is Cairn's and written again from checkpoint 2/);
    expect(world.told().join('\n')).toMatch(/phase\.json/);
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    expect(await world.resume()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
  });

  it('[E10] [A58] output, journal and everything else of this machine torn or gone: resume works all the same', async () => {
    const files = [
      'output/one-1/agent.log',
      'journal.jsonl',
      'about.json',
      'published',
      'index-1',
      'index-1.tree',
    ];
    const damages: readonly ((path: string) => Promise<void>)[] = [
      (path) => rm(path, { force: true, recursive: true }),
      (path) => writeFile(path, '{"torn'),
      (path) => writeFile(path, ''),
      (path) => writeFile(path, Buffer.from([0, 255, 1, 254, 10, 10])),
    ];
    for (const damage of damages) {
      const world = await startedGround({}, { until: 'one' });
      const folder = join(world.repo.root, '.git/cairn', DEMO);
      for (const file of files) await damage(join(folder, file)).catch(() => {});
      const before = await world.repo.untouchables();
      const outcome = await world.resume().catch((error: unknown) => error);
      expect(outcome).toMatchObject({ reason: 'completed' });
      expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
      expect({ ...(await world.repo.untouchables()), branches: '' }).toEqual({ ...before, branches: '' });
      expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    }
  });

  it('the whole state folder gone: only what this machine remembered is lost', THOROUGH, async () => {
    const world = await startedGround({}, { until: 'one' });
    await rm(join(world.repo.root, '.git/cairn'), { recursive: true });
    const before = await snapshot(world.repo.root);
    expect(await world.api.list()).toMatchObject([{ session: DEMO, state: 'paused' }]);
    expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([]);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.api.path(DEMO)).toBe(linkedTree(world).root);
    expect(await world.start({ id: 'second' })).toMatchObject({ reason: 'completed' });
  });
});
