import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Seat, type Stage } from '../support/session.ts';

/** All that any window or terminal of this machine remembers is gone, and another one comes. */
async function muchLater(s: Stage): Promise<Seat> {
  await rm(join(s.repo.root, '.git', 'cairn'), { recursive: true, force: true });
  return s.seat();
}

const recordAt = async (s: Stage, folder: string): Promise<Partial<PhaseRecord>> =>
  JSON.parse(
    await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${folder}/phase.json`),
  ) as Partial<PhaseRecord>;

test('[M8, M49] a question, a gate that does not hold and an approval are in checkpoints: each is asked again once by whoever resumes, until it is answered', async () => {
  const s = await stage({ phases: [{ id: 'one' }, { id: 'two', approval: 'required' }] });
  const ask = `usual; printf 'Which colour?\\n\\n- [ ] red\\n- [ ] blue\\n' > "$CAIRN_PHASE_DIR/QUESTION.md"`;
  await s.agent.part('one-1', ask);
  await s.agent.part('two-1', 'true');
  const first = await s.start();
  expect(first).toMatchObject({ reason: 'waiting', phase: 'one', seq: 2 });
  expect((await recordAt(s, '01-one')).question).toEqual({
    text: 'Which colour?',
    options: ['red', 'blue'],
    asked: expect.stringMatching(/Z$/),
  });
  for (const turn of [1, 2]) {
    const later = await muchLater(s);
    const asked = await later.resume();
    expect(asked, `turn ${turn}`).toEqual({ ...first, changed: [] });
    const said = [asked.message, ...later.told()].join('\n');
    expect(said.split('Which colour?').length - 1).toBe(1);
    expect((await later.api.status(DEMO)).question).toEqual({
      kind: 'question',
      text: 'Which colour?',
      options: ['red', 'blue'],
    });
  }
  expect(await s.agent.runs()).toEqual(['one 1']);
  await s.api.answer(DEMO, '2');

  // The gate: what is missing is named, nothing goes on.
  const blocked = await s.resume();
  expect(blocked).toMatchObject({ reason: 'blocked', phase: 'two' });
  expect((await s.api.status(DEMO)).phases[1]?.reasons).toEqual([
    expect.stringContaining('02-two/result.md'),
  ]);
  await s.agent.part('two-2', 'usual');

  const waiting = await s.resume();
  expect(waiting).toMatchObject({ reason: 'waiting', phase: 'two' });
  const { question } = await s.api.status(DEMO);
  expect(question).toMatchObject({ kind: 'approval', text: expect.stringContaining('two') });
  expect(await recordAt(s, '02-two')).toMatchObject({ status: 'waiting', attempt: 2 });
  const much = await muchLater(s);
  const asked = await much.resume();
  expect(asked).toEqual({ ...waiting, changed: [] });
  const said = [asked.message, ...much.told()].join('\n');
  expect(said.split('two waits for your approval.').length - 1, said).toBe(1);
  expect((await much.api.status(DEMO)).question).toEqual(question);
  await much.api.approve(DEMO, null, 'fine');
  expect(await much.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.prompt('one', 2)).toContain('> blue');
  expect((await s.log()).map((line) => line.replace(/^\d+ /, ''))).toEqual([
    'opened - running',
    'waiting one/1 waiting',
    'answer one/1 running',
    'phase one/2 running',
    'blocked two/1 blocked',
    'waiting two/2 waiting',
    'approval two/2 done',
  ]);
});
