import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { describe, expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { acpSettings } from '../support/acpAgent.ts';
import type { AcpPart } from '../support/acpPart.ts';
import { allViolations, fork, goOn, OTHER } from '../support/forks.ts';
import { eventually } from '../support/realProcesses.ts';
import { DEMO, stage, type Seat, type Stage } from '../support/session.ts';
import { byDepth, isFirst, THOROUGH } from '../support/thorough.ts';

const HALF: AcpPart = {
  session: 'ses-1',
  resumes: true,
  steps: [{ write: { path: 'half.md', text: 'half\n' } }, { wait: 60_000 }],
};
const WHOLE: AcpPart = {
  session: 'ses-2',
  resumes: true,
  steps: [{ say: 'went on with $resumed' }, { write: { path: 'made.md', text: '# Made\n' } }],
};

const speaking = (part: AcpPart): { readonly agents: unknown } => ({
  agents: { speaker: acpSettings(part) },
});

/** A session whose agent was stopped in the middle of its first attempt. */
async function cutOff({ inPlace = false, part = HALF } = {}): Promise<Stage> {
  const s = await stage(
    { agent: 'speaker', phases: [{ id: 'one', artifacts: ['/made.md'], retries: 1 }] },
    { world: speaking(part) },
  );
  const stop = new AbortController();
  const started = s.start({ inPlace }, stop.signal);
  const half = inPlace ? 'half.md' : `../repo.worktrees/${DEMO}/half.md`;
  await eventually(async () => (await s.repo.look(half)) !== null);
  stop.abort();
  expect(await started).toMatchObject({ reason: 'interrupted' });
  return s;
}

const said = async (seat: Seat, attempt = 2): Promise<string> =>
  (await seat.repo.look(`.git/cairn/${DEMO}/output/one-${attempt}/agent.log`)) ?? '';

describe('an attempt that takes the place of one that was cut off', () => {
  for (const { rows, options } of byDepth(
    [
      ['kept in the worktree', { inPlace: false, leftovers: 'keep' }, 'went on with ses-1'],
      ['kept in place', { inPlace: true, leftovers: null }, 'went on with ses-1'],
      ['rescued', { inPlace: false, leftovers: 'rescue' }, 'went on with none'],
      ['rescued in place', { inPlace: true, leftovers: 'rescue' }, 'went on with none'],
    ] as const,
    isFirst,
  ))
    test.each(rows)(
      '[A30] when what it left is %s',
      options,
      async (_how, { inPlace, leftovers }, expected) => {
        const s = await cutOff({ inPlace });
        const seat = await s.seat(speaking(WHOLE));
        expect(await seat.resume({ leftovers })).toMatchObject({ reason: 'completed' });
        expect(await said(seat)).toContain(expected);
        expect((await seat.api.status(DEMO)).phases).toMatchObject([{ attempt: 2, status: 'done' }]);
        expect(await seat.violations()).toEqual([]);
      },
    );

  test('[P20] a fork has a session of the agent’s own; the one that was cut off is still gone on with', async () => {
    const s = await cutOff();
    const seat = await s.seat(speaking(WHOLE));
    await fork(seat, 'opened');
    expect(await goOn(seat, OTHER)).toMatchObject({ reason: 'completed', seq: 2 });
    expect(await seat.repo.look('.git/cairn/other/output/one-1/agent.log')).toContain('went on with none');
    expect(await seat.resume({ leftovers: 'keep' })).toMatchObject({ reason: 'completed' });
    expect(await said(seat)).toContain('went on with ses-1');
    expect(await allViolations(seat)).toEqual([]);
  });

  test(
    'a second cut goes on from the second session of the agent, a gate that did not hold from none',
    THOROUGH,
    async () => {
      const s = await cutOff();
      const again = await s.seat(
        speaking({ ...HALF, resumes: { code: -32_002, message: 'gone' }, session: 'ses-3' }),
      );
      const stop = new AbortController();
      const resumed = again.resume({ leftovers: 'keep' }, stop.signal);
      await eventually(async () => (await said(again)).includes('▸'));
      stop.abort();
      await resumed;
      const seat = await s.seat(
        speaking({
          ...WHOLE,
          steps: [{ say: 'went on with $resumed' }, { write: { path: 'other.md', text: 'x' } }],
        }),
      );
      expect(await seat.resume({ leftovers: 'keep' })).toMatchObject({ reason: 'blocked' });
      expect(await said(seat, 3)).toContain('went on with ses-3');
      expect(await said(seat, 4)).toContain('went on with none');
    },
  );

  const begunAnew: readonly (readonly [string, AcpPart, (s: Stage) => Promise<void>, string | null])[] = [
    [
      'the agent refuses',
      { ...WHOLE, resumes: { code: -32_002, message: 'no such session' } },
      async () => {},
      'no such session',
    ],
    [
      'its own file of the session is torn',
      { ...WHOLE, resumes: { code: -32_603, message: 'Unexpected end of JSON input' } },
      async () => {},
      'Unexpected end',
    ],
    ['the agent does not know how', { session: 'ses-2', steps: WHOLE.steps ?? [] }, async () => {}, null],
    ['the hint is gone', WHOLE, (s) => withoutHint(s, () => ''), null],
    ['the hint is empty', WHOLE, (s) => withoutHint(s, (line) => line.replace('ses-1', '')), null],
  ];
  for (const { rows, options } of byDepth(begunAnew, (_row, at) => at < 2))
    test.each(rows)(
      '[A29, A59, P20, S35] begins anew when %s: the outcome is the same, and a refusal is on record',
      options,
      async (_why, part, before, refused) => {
        const s = await cutOff();
        await before(s);
        const seat = await s.seat(speaking({ ...part, steps: [...(part.steps ?? []), { say: '$prompt' }] }));
        expect(await seat.resume({ leftovers: 'keep' })).toMatchObject({ reason: 'completed' });
        const log = await said(seat);
        expect(log).toContain('went on with none');
        // Whoever begins anew knows nothing: it is given the packet.
        expect(log).toContain('## Goal');
        const tree = await seat.worktree();
        expect([await tree.look('half.md'), await tree.look('made.md')]).toEqual(['half\n', '# Made\n']);
        const record = await seat.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
        const { attempts } = JSON.parse(record) as PhaseRecord;
        expect(attempts.map(({ attempt, sessionExpired }) => [attempt, sessionExpired])).toEqual([
          [1, undefined],
          [2, refused === null ? undefined : expect.stringContaining(refused)],
        ]);
        expect(await seat.violations()).toEqual([]);
      },
    );

  test('[A36, S27] begins anew with another agent, which is told as a warning that lists what differs', async () => {
    const s = await cutOff();
    await s.agent.part('one', 'printf "# Made\\n" > made.md');
    const player = (s.agent.settings as { readonly player: unknown }).player;
    const seat = await s.seat({ agents: { speaker: player } });
    expect(await seat.resume({ leftovers: 'keep' })).toMatchObject({ reason: 'completed' });
    expect(seat.told()).toContain('The agent of one is not the one of attempt 1: kind acp → command.');
    const record = await seat.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
    const agent = { kind: 'command', name: 'speaker', version: null };
    expect(JSON.parse(record)).toMatchObject({ agent });
  });
});

async function withoutHint(s: Stage, edit: (line: string) => string): Promise<void> {
  const journal = `.git/cairn/${DEMO}/journal.jsonl`;
  const lines = (await s.repo.read(journal)).split(/(?<=\n)/);
  expect(lines.some((line) => line.includes('session-hint'))).toBe(true);
  await s.repo.write(
    journal,
    lines.map((line) => (line.includes('session-hint') ? edit(line) : line)).join(''),
  );
}

test(
  'a phase done by another agent than the one before it is a warning, for as long as it is the last',
  THOROUGH,
  async () => {
    const s = await stage({ phases: ['one', 'two', 'three'].map((id) => ({ id })) });
    await s.start({ until: 'one' });
    expect((await s.api.status(DEMO)).warnings).toEqual([]);
    const other = await s.seat({
      agents: {
        player: acpSettings({
          steps: [{ write: { path: `.cairn/sessions/${DEMO}/02-two/result.md`, text: 'Result.\n' } }],
        }),
      },
    });
    await other.resume({ until: 'two' });
    const differs = 'he agent of two is not the one of one: kind command → acp';
    expect(other.told()).toContain(`T${differs}.`);
    expect((await other.api.status(DEMO)).warnings.map(terminalWarning)).toEqual([`t${differs}`]);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect((await s.api.status(DEMO)).warnings).toEqual([]);
  },
);

test('[S27] a resume with another model of the same agent is a warning that lists it', async () => {
  const writes = (folder: string, model: string): AcpPart => ({
    opened: { models: { currentModelId: model } },
    steps: [{ write: { path: `.cairn/sessions/${DEMO}/${folder}/result.md`, text: 'Result.\n' } }],
  });
  const s = await stage(
    { agent: 'speaker', phases: ['one', 'two', 'three'].map((id) => ({ id })) },
    { world: speaking(writes('01-one', 'small')) },
  );
  await s.start({ until: 'one' });
  const same = await s.seat(speaking(writes('02-two', 'small')));
  await same.resume({ until: 'two' });
  expect(same.told().join('\n')).not.toContain('is not the one of');
  const other = await s.seat(speaking(writes('03-three', 'large')));
  await other.resume();
  expect(other.told()).toContain('The agent of three is not the one of two: model small → large.');
});
