import { saidOf } from '../support/said.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { rewriteSession } from '../support/rewriteSession.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Seat, type Stage, stage as onGit } from '../support/session.ts';

/** Half of the artifact is there, and its agent is gone: the gate would hold. */
const HALF = 'printf "Half of it.\\n" > "$CAIRN_PHASE_DIR/result.md"; kill -KILL $$';

async function crashed(phase: object = {}, inPlace = false, open = stage): Promise<Stage> {
  const s = await open({ phases: [{ id: 'one', ...phase }] });
  await s.agent.part('one-1', HALF);
  expect((await s.start({ inPlace })).reason).toBe('blocked');
  return s;
}

const recordOf = async (s: Seat): Promise<PhaseRecord> =>
  JSON.parse(await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/phase.json')) as PhaseRecord;

describe('what an agent left that did not complete is not accepted by a resume', () => {
  test.each([
    ['in a worktree', {}, false, 'completed'],
    ['in place', {}, true, 'completed'],
    ['that is to be approved', { approval: 'required' }, false, 'waiting'],
    ['whose packet is looked at', { packet: { review: true } }, false, 'completed'],
  ] as const)('%s: a new attempt', async (_name, phase, inPlace, reason) => {
    const s = await crashed(phase, inPlace);
    expect((await s.resume()).reason).toBe(reason);
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await s.agent.prompt('one', 2)).toContain('the agent crashed');
    expect((await recordOf(s)).attempts).toMatchObject([
      { attempt: 1, outcome: 'crashed' },
      { attempt: 2, outcome: 'completed' },
    ]);
    expect(await s.violations()).toEqual([]);
  });

  test('in a clone that has the branch alone: the same', async () => {
    const s = await crashed({}, false, onGit);
    const folder = join(await temporaryFolder(), 'clone');
    await s.repo.git('clone', '-q', '--branch', 'cairn/demo', s.repo.root, folder);
    await s.repo.git('-C', folder, 'checkout', '-q', '--detach');
    const there = await s.seat({ folder });
    expect((await there.resume({ trust: true })).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
  });

  test.each([
    ['crashed', HALF],
    ['refused as its attempt was cut off', 'printf "Half.\\n" > "$CAIRN_PHASE_DIR/result.md"; exit 3'],
  ])(
    '%s, and the engine died before it was judged: given up, told, and a new attempt',
    async (_name, part) => {
      const s = await stage({ phases: [{ id: 'one' }] });
      await s.agent.part('one-1', part);
      const dying = await s.seat({
        reached(point) {
          if (point === 'attempt/agent-ended') throw new Error('died');
        },
      });
      await expect(dying.start()).rejects.toThrow('died');
      expect((await s.resume()).reason).toBe('completed');
      expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
      expect((await recordOf(s)).attempts.map(({ outcome }) => outcome)).toEqual(['crashed', 'completed']);
    },
  );
});

describe('a person’s word on a phase that no attempt completed', () => {
  test('closes it without another attempt, and the record says who and how the attempt had ended', async () => {
    const s = await crashed({ checks: [{ run: 'test -f mended' }], artifacts: ['result.md'] });
    // Its gate has to hold, checks too: they were never run.
    expect(await saidOf(s.api.approve(DEMO, 'one', null))).toMatchObject({
      message: expect.stringContaining('the check "test -f mended" failed with exit code 1'),
    });
    await (await s.worktree()).write('mended', 'by a person\n');
    expect(await s.api.approve(DEMO, 'one', 'I looked at it')).toMatchObject({ state: 'done', seq: 3 });
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect(await s.log()).toEqual(['1 opened - running', '2 blocked one/1 blocked', '3 approval one/1 done']);
    expect((await s.api.log(DEMO)).at(-1)?.subject).toBe(
      'cairn: one is approved, checks passed, though attempt 1 ended as crashed',
    );
    const record = await recordOf(s);
    expect(record).toMatchObject({
      status: 'done',
      outcome: 'crashed',
      attempts: [{ attempt: 1, outcome: 'crashed' }],
      checks: [{ outcome: 'passed' }],
      approvals: [{ decision: 'approved', comment: 'I looked at it' }],
    });
    expect(await s.violations()).toEqual([]);
    expect((await s.resume()).reason).toBe('completed');
  });

  test('is asked for by name: a yes to whatever waits is none', async () => {
    const s = await crashed();
    expect(await saidOf(s.api.approve(DEMO, null, null))).toMatchObject({
      hint: expect.stringContaining('Name the phase'),
    });
    expect(await s.log()).toHaveLength(2);
  });

  test('in a clone that has the branch alone: the same', async () => {
    const s = await crashed({}, false, onGit);
    const folder = join(await temporaryFolder(), 'clone');
    await s.repo.git('clone', '-q', '--branch', 'cairn/demo', s.repo.root, folder);
    await s.repo.git('-C', folder, 'checkout', '-q', '--detach');
    const there = await s.seat({ folder });
    expect(await there.api.approve(DEMO, 'one', null)).toMatchObject({ state: 'done' });
  });

  test('closes one whose agent asks, too', async () => {
    const s = await stage({ phases: [{ id: 'one' }, { id: 'two' }] });
    await s.agent.part('one-1', 'usual; printf "Which?\\n" > "$CAIRN_PHASE_DIR/QUESTION.md"');
    expect((await s.start()).reason).toBe('waiting');
    await expect(s.api.approve(DEMO, null, null)).rejects.toMatchObject({ code: 'usage/not-possible' });
    expect(await s.api.approve(DEMO, 'one', null)).toMatchObject({ state: 'running' });
    expect(await recordOf(s)).toMatchObject({ status: 'done', outcome: 'needs-input' });
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
    expect(await s.violations()).toEqual([]);
  });
});

test('verify names a phase that an earlier version closed on work that no attempt completed', async () => {
  const s = await onGit({ phases: [{ id: 'one' }, { id: 'two' }] });
  await s.start();
  const crashedFirst = (text: string): string => {
    const record = JSON.parse(text) as PhaseRecord;
    if (record.phase !== 'one' || record.attempts.length === 0) return text;
    const attempts = [{ attempt: 1, outcome: 'crashed', reasons: ['the agent crashed'] }, ...record.attempts];
    return `${JSON.stringify({ ...record, attempts }, null, 2)}\n`;
  };
  await rewriteSession(s.repo, DEMO, (kind, text) => (kind === 'phase' ? crashedFirst(text) : text));
  // Once, where it was closed, and not at every later checkpoint that has the record.
  expect((await s.violations()).filter((one) => (one as { rule: string }).rule === 'R19')).toEqual([
    {
      rule: 'R19',
      where: expect.stringMatching(/^checkpoint 2 /),
      what: "attempt 1 of one ended as crashed, and the phase was closed without another and without a person's word",
    },
  ]);
});
