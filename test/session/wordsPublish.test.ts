import { describe, expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';
import { leftAndRight, onceSaid } from '../support/sideBySide.ts';

const FOLDER = `.cairn/sessions/${DEMO}`;
const LOOP = { to: 'build', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 3 };
const reviewed = (loop: object, rest: object = {}): Flow => ({
  schema: 2,
  phases: [
    { id: 'build' },
    { id: 'review', artifacts: ['verdict.json'], loop: { ...LOOP, ...loop }, ...rest },
    { id: 'after' },
  ],
});
const verdict = (ok: boolean): string => `echo '{"ok": ${ok}}' > "$CAIRN_PHASE_DIR/verdict.json"`;

const recordOf = async (s: Stage, folder: string): Promise<PhaseRecord> =>
  JSON.parse(await s.repo.git('show', `cairn/demo:${FOLDER}/${folder}/phase.json`)) as PhaseRecord;

describe('a yes to a phase that no attempt completed', () => {
  test.each([
    ['is blocked', `${verdict(false)}\nexit 3`, 'blocked'],
    ['asks', `${verdict(false)}\necho "Is it?" > "$CAIRN_PHASE_DIR/QUESTION.md"`, 'waiting'],
  ])('does not close it where it %s and its loop is not over', async (_name, part, reason) => {
    const s = await stage(reviewed({}));
    await s.agent.part('review-1', part);
    expect((await s.start()).reason).toBe(reason);
    await expect(s.api.approve(DEMO, 'review', null)).rejects.toMatchObject({
      code: 'usage/not-possible',
      details: {
        refusal: {
          because: 'gate',
          reasons: ['its loop is not over: review/verdict.json /ok is false'],
        },
      },
    });
    await (await s.worktree()).write(`${FOLDER}/02-review/verdict.json`, '{"ok": true}\n');
    await s.api.approve(DEMO, 'review', null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });
});

describe('a yes to work that waits', () => {
  const path = `${FOLDER}/02-review/verdict.json`;

  test('does not close it where a person has changed what its loop looks at', async () => {
    const s = await stage(reviewed({}, { approval: 'required' }));
    await s.agent.part('review', verdict(true));
    expect((await s.start()).reason).toBe('waiting');
    await (await s.worktree()).write(path, '{"ok": false}\n');
    await expect(s.api.approve(DEMO, 'review', null)).rejects.toMatchObject({
      code: 'usage/not-possible',
      details: { refusal: { reasons: ['its loop is not over: review/verdict.json /ok is false'] } },
    });
    await (await s.worktree()).write(path, '{"ok": true, "by": "hand"}\n');
    await s.api.approve(DEMO, 'review', null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  test('closes it where they have accepted that its loop is not over, and look at its packet', async () => {
    const s = await stage(reviewed({ max: 1 }, { packet: { review: true } }));
    await s.agent.part('review', verdict(false));
    expect((await s.start()).reason).toBe('waiting');
    await s.api.answer(DEMO, 'accept as it is');
    expect((await s.api.status(DEMO)).question?.kind).toBe('packet');
    await (await s.worktree()).write(path, '{"ok": false, "by": "hand"}\n');
    await s.api.approve(DEMO, 'review', null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  test('does not close it where they had accepted that of an earlier round', async () => {
    const until = { file: 'audit/verdict.json', at: '/ok', is: true };
    const { phases, ...rest } = reviewed({ max: 1 }, { approval: 'required' });
    const audit = { id: 'audit', artifacts: ['verdict.json'], loop: { to: 'build', until, max: 2 } };
    const s = await stage({ ...rest, phases: [...phases.slice(0, 2), audit] });
    await s.agent.part('review-1', verdict(false));
    await s.agent.part('review', verdict(true));
    await s.agent.part('audit', verdict(false));
    expect((await s.start()).reason).toBe('waiting');
    await s.api.answer(DEMO, 'accept as it is');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'review' });
    await (await s.worktree()).write(path, '{"ok": false}\n');
    await expect(s.api.approve(DEMO, 'review', null)).rejects.toMatchObject({
      details: { refusal: { reasons: ['its loop is not over: review/verdict.json /ok is false'] } },
    });
    expect(await s.violations()).toEqual([]);
  });
});

test('another round of work whose artifact a person has emptied publishes nothing of it', async () => {
  const s = await stage(reviewed({ max: 1 }));
  await s.agent.part('build', 'usual');
  await s.agent.part('review-1', `${verdict(false)}\necho junk > junk.txt`);
  await s.agent.part('review', verdict(true));
  expect((await s.start()).reason).toBe('waiting');
  await (await s.worktree()).write(`${FOLDER}/02-review/verdict.json`, '');
  await s.api.answer(DEMO, 'another round');
  expect((await s.log()).at(-1)).toMatch(/ round review\/1 running$/);
  expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo', 'junk.txt')).toBe('');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.violations()).toEqual([]);
});

test('a reason without a name is for the phase that waits, not for one that was sent back before', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: ['left', 'right'].map((id) => ({ id, needs: [], approval: 'required' })),
  });
  expect((await s.start()).reason).toBe('waiting');
  await s.api.reject(DEMO, 'left', null);
  await s.api.reject(DEMO, null, 'The right one is wrong.');
  expect((await recordOf(s, '01-left')).approvals).toMatchObject([{ comment: null }]);
  expect((await recordOf(s, '02-right')).approvals).toMatchObject([{ comment: 'The right one is wrong.' }]);
});

describe('work that others have passed', () => {
  test('is published as a person has edited it, told, and recorded as it is', async () => {
    const s = await stage(leftAndRight({ approval: 'required' }));
    await s.agent.part('right', `usual\n${onceSaid('left waits')}`);
    await s.start();
    const path = `${FOLDER}/01-left/result.md`;
    await (await s.worktree('left')).write(path, 'Mended.\n');
    await s.api.approve(DEMO, 'left', null);
    await s.api.approve(DEMO, 'right', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('show', `cairn/demo:${path}`)).toBe('Mended.');
    const { artifacts, approvals, edited } = await recordOf(s, '01-left');
    const blob = await s.repo.git('rev-parse', `cairn/demo:${path}`);
    expect(artifacts).toMatchObject([{ path, blob }]);
    expect(approvals[0]?.artifacts).toMatchObject([{ path, blob }]);
    expect(edited).toMatchObject([{ path, change: 'modified' }]);
    expect(s.told().filter((line) => line.includes(path))).toHaveLength(1);
    expect(await s.violations()).toEqual([]);
  });

  test('is not said to be what a person has changed, where they mended another file of it', async () => {
    const s = await stage(leftAndRight());
    await s.agent.part('left-1', 'echo left > src.txt');
    await s.agent.part('right', `usual\n${onceSaid('left is blocked')}`);
    expect((await s.start()).reason).toBe('blocked');
    const path = `${FOLDER}/01-left/result.md`;
    await (await s.worktree('left')).write(path, 'By hand.\n');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(expect.not.arrayContaining(['left 2']));
    const ledger = await (await s.worktree()).read(`${FOLDER}/01-left/LEDGER.md`);
    expect(ledger).toContain('01-left/result.md');
    expect(ledger).not.toContain('right');
    expect(await s.violations()).toEqual([]);
  });
});
