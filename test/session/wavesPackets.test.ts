import { expect, test } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { flow, handsOn, passed, packetOf, edit, holding, leftWaits } from './packetUnderReview.ts';
import { onceSaid } from '../support/sideBySide.ts';

/** Several packets under review, and what may happen between the word on one and its being merged. */

class Died extends Error {}

async function mergedOnce(point: string): Promise<void> {
  let deaths = 0;
  const s = await stage(flow());
  await passed(s);
  await edit(s, 'left', ['left says', 'left says, mended'], ['- [01-first] use md5\n', '']);
  const dying = (): ReturnType<Stage['seat']> =>
    s.seat({
      reached(now) {
        if (now !== point) return;
        deaths += 1;
        throw new Died();
      },
    });
  const first = await dying();
  await first.api.approve(DEMO, 'left', null).catch(() => null);
  await first.dispose();
  const isTaken = (await s.log()).some((line) => line.includes(' approval left'));
  if (!isTaken) await s.api.approve(DEMO, 'left', null);
  const second = await dying();
  await second.resume().catch(() => null);
  await second.dispose();
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect((await holding(s)).toSorted()).toEqual([
    '01-first: use a cookie',
    '02-left: left drops',
    '02-left: left keeps',
    '02-left: left says, mended',
    '03-right: right says',
  ]);
  expect(deaths).toBeGreaterThan(0);
  expect(await s.violations()).toEqual([]);
}

const DIES =
  'a packet that was edited is merged once, where the engine dies at %s, as it takes the word and as it closes the phase';
test.each(['checkpoint/ref-moved', 'checkpoint/commit-made', 'slot/noted', 'held/laid'])(DIES, mergedOnce);

test('a packet is looked at anew where what it is of does not merge, and another attempt follows', async () => {
  const s = await stage(flow(), { files: { 'app.txt': '1\n' } });
  await passed(s, 'usual; echo "$CAIRN_PHASE" > app.txt');
  await edit(s, 'left', ['left says', 'left says, mended']);
  await s.api.approve(DEMO, 'left', null);
  await s.agent.part('left-2', `echo both > app.txt; ${handsOn('## Decisions', '- left says more')}`);
  expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'left' });
  const asked = await packetOf(s, 'left');
  expect(asked).toContain('left says more');
  expect(asked).toContain('right says');
  expect(asked).not.toContain('mended');
  await edit(s, 'left', ['left says more', 'left says more, mended']);
  await s.api.approve(DEMO, 'left', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await holding(s)).toEqual([
    '01-first: use md5',
    '01-first: use a cookie',
    '03-right: right says',
    '02-left: left says more, mended',
  ]);
  expect(await s.violations()).toEqual([]);
});

test('a packet that a restore brought back is looked at once, with what a person made of it', async () => {
  const s = await stage(flow());
  await passed(s);
  const waits = (await s.log()).length;
  await s.api.reject(DEMO, 'left', 'not so');
  await s.agent.part('left-2', `usual\n${handsOn('## Decisions', '- left says other')}`);
  expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'left' });
  await s.api.restore(DEMO, { to: String(waits) }, { dryRun: false });
  await edit(s, 'left', ['left says', 'left says, mended']);
  await s.api.approve(DEMO, 'left', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await holding(s)).toContain('02-left: left says, mended');
  expect(await s.violations()).toEqual([]);
});

test('a packet is looked at once, also where an artifact that the merge changed is asked about again', async () => {
  const s = await stage(flow({}, { artifacts: ['/plan.md'], approval: 'required' }), {
    files: { 'plan.md': 'a\nb\nc\nd\ne\n' },
  });
  await s.agent.part('left', `usual; sed -i s/a/left/ plan.md; ${handsOn('## Decisions', '- left says')}`);
  await s.agent.part('right', `usual; sed -i s/e/right/ plan.md; ${onceSaid('left is approved and waits')}`);
  const run = s.start();
  await leftWaits(s);
  await (await s.seat()).api.approve(DEMO, 'left', null);
  expect(await run).toMatchObject({ reason: 'waiting', phase: 'left' });
  await edit(s, 'left', ['left says', 'left says, mended']);
  await s.api.approve(DEMO, 'left', null);
  expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'left' });
  expect((await s.api.status(DEMO)).question).toMatchObject({ kind: 'approval' });
  await s.api.approve(DEMO, 'left', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.repo.git('show', 'cairn/demo:plan.md')).toBe('left\nb\nc\nd\nright');
  expect(await holding(s)).toContain('02-left: left says, mended');
  expect(await s.violations()).toEqual([]);
});

test('a fork from a word that was given on a packet merges it, too', async () => {
  const s = await stage(flow());
  await passed(s);
  await edit(s, 'left', ['left says', 'left says, mended']);
  await s.api.approve(DEMO, 'left', null);
  await s.api.fork(DEMO, String((await s.api.status(DEMO)).seq), { id: 'other' });
  const other = 'other' as SessionId;
  expect(await s.api.resume(other, PLAIN_RESUME, new AbortController().signal)).toMatchObject({
    reason: 'completed',
  });
  const said = (await s.api.ledger(other))
    .filter(({ removedBy }) => removedBy === null)
    .map(({ text }) => text);
  for (const text of ['left says, mended', 'right says', 'use md5'])
    expect(said.filter((one) => one === text)).toHaveLength(1);
  expect(said).not.toContain('left says');
  expect((await s.api.verify(other))[0]?.violations).toEqual([]);
});

test('a packet is edited in the first worktree while an earlier phase waits in another', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'first', needs: [] },
      { id: 'asked', needs: [], packet: { review: true } },
      { id: 'right', needs: ['first'], packet: { review: true } },
      { id: 'join', needs: ['asked', 'right'] },
    ],
  });
  await s.agent.part('right', `usual\n${handsOn('## Decisions', '- right says')}`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  expect((await s.worktree('right')).root).toBe(await s.api.path(DEMO));
  await edit(s, 'right', ['right says', 'right says, mended']);
  await s.api.approve(DEMO, 'right', null);
  await s.api.approve(DEMO, 'asked', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await holding(s)).toEqual(['03-right: right says, mended']);
  expect(await s.api.rescues(DEMO)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

test.each([
  ['left', 'right'],
  ['right', 'left'],
] as const)('of two packets under review, approved %s first, each has its edits', async (one, other) => {
  const s = await stage(flow({ packet: { review: true } }));
  await s.agent.part('first', `usual\n${handsOn('## Decisions', '- use md5', '- use a cookie')}`);
  for (const id of ['left', 'right'])
    await s.agent.part(id, `usual\n${handsOn('## Decisions', `- ${id} says`, `- ${id} drops`)}`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  await edit(
    s,
    'left',
    ['left says', 'left says, mended'],
    ['- [02-left] left drops\n', ''],
    ['- [01-first] use md5\n', ''],
  );
  await edit(
    s,
    'right',
    ['right says', 'right says, mended'],
    ['- [03-right] right drops\n', ''],
    ['use md5', 'use sha1'],
  );
  await s.api.approve(DEMO, one, null);
  await s.resume();
  await s.api.approve(DEMO, other, null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  // An edit of what was taken out is over with it; taken out is what was there when it was looked at.
  const sha1 = one === 'right' ? ['03-right: use sha1'] : [];
  expect((await holding(s)).toSorted()).toEqual(
    [
      '01-first: use a cookie',
      '02-left: left says, mended',
      '03-right: right says, mended',
      ...sha1,
    ].toSorted(),
  );
  expect(await s.api.rescues(DEMO)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});
