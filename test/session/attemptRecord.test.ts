import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { JournalLine } from '../../src/model/attempt/journal.ts';
import { parseJournalLine } from '../../src/model/attempt/journal.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import type { AgentTask } from '../../src/session/ports.ts';
import { agentHere, type Work } from '../support/agentHere.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, stage as onGit, type Flow, type Seat, type Stage } from '../support/session.ts';

const JOURNAL = `.git/cairn/${DEMO}/journal.jsonl`;

/** The journal as it lies on the disk at this instant. */
const journalOf = ({ repo }: Pick<Seat, 'repo'>): readonly JournalLine[] =>
  readFileSync(join(repo.root, JOURNAL), 'utf8')
    .split('\n')
    .flatMap((line) => parseJournalLine(line) ?? []);

const recordOf = async (s: Seat, folder = '01-one'): Promise<PhaseRecord> =>
  JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${folder}/phase.json`)) as PhaseRecord;

/** As {@link Work}, with the repository that it works in: on a disk or in memory. */
type WorkIn = (
  task: AgentTask,
  of: Parameters<Work>[1] & { readonly repo: Seat['repo'] },
) => ReturnType<Work>;

const usual: WorkIn = (_task, { phase, folder, repo }) =>
  repo.write(relative(repo.root, join(folder, 'result.md')), `Result of ${phase}.\n`);

async function playing(
  flow: Flow,
  work: WorkIn,
  { staged = stage, ...over }: Parameters<typeof agentHere>[1] & { readonly staged?: typeof stage } = {},
): Promise<Stage> {
  const agent = agentHere((task, of) => work(task, { ...of, repo: s.repo }), over);
  const s: Stage = await staged({ agent: 'here', ...flow }, { world: { extraAgents: [agent] } });
  return s;
}

test('[A20, A39, A40, A41] what an attempt begins on is on disk before its agent does anything', async () => {
  const seen: (JournalLine | undefined)[] = [];
  const s: Stage = await playing(
    chain('one', 'two', 'three'),
    (task, of) => {
      seen.push(journalOf(s).findLast(({ type }) => type === 'attempt-begun'));
      return usual(task, of);
    },
    { requestedModel: 'vendor/model', staged: onGit },
  );
  await s.start({ until: 'two' });
  await s.resume();
  const log = await s.api.log(DEMO);
  const packets = ['00-opened/PACKET.md', '01-one/PACKET.md', '02-two/PACKET.md'];
  const tokens = await Promise.all(
    packets.map(async (path) => {
      const text = await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${path}`);
      return Number(/^tokens: (\d+)$/m.exec(text)?.[1]);
    }),
  );
  expect(seen).toEqual(
    ['one', 'two', 'three'].map((phase, at) => ({
      type: 'attempt-begun',
      at: expect.any(String) as string,
      phase,
      attempt: 1,
      tip: log[at]?.commit,
      resumed: phase === 'three',
      head: log[at]?.commit,
      agent: 'here',
      agentKind: 'command',
      state: 'running',
      packetTokens: tokens[at],
      artifacts: at,
      requestedModel: 'vendor/model',
    })),
  );
  for (const { commit } of log)
    expect(await s.repo.git('log', '-1', '--format=%B', commit)).toContain('Cairn-Workflow: flow\n');
});

test('[A20, A22] a checkpoint holds the workflow, the cursor and the counters as they are when its phase closes', async () => {
  const s = await playing(chain('one', 'two'), (task, of) => {
    task.onEvent({
      type: 'usage',
      usage: { inputTokens: 7, outputTokens: 1, totalTokens: 8, costUsd: null },
    });
    return usual(task, of);
  });
  await s.start({ until: 'one' });
  const at = (path: string): Promise<string> => s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${path}`);
  expect(await at('workflow.yaml')).toContain('"id": "two"');
  const status = await at('STATUS.md');
  expect(status).toMatch(/^next: two$/m);
  expect(status).toMatch(/^\| 1 \| one \| done \| 1 \| 1 \|/m);
  expect(status).toMatch(/^\| 2 \| two \| pending \| 1 \| 0 \|/m);
  expect(await s.repo.git('log', '-1', '--format=%B', 'cairn/demo')).toMatch(
    /^Cairn-Phase: one\nCairn-Attempt: 1\nCairn-Round: 1\nCairn-Next: two$/m,
  );
  expect(await recordOf(s)).toMatchObject({ attempt: 1, usage: { inputTokens: 7, totalTokens: 8 } });
});

const TRANSCRIPT = 'Everything that was said, word for word.\n';

/** Tells all that an agent can tell of itself. */
async function tellAll({ onEvent, outputFile }: AgentTask): Promise<void> {
  onEvent({ type: 'model', model: 'model-2026-11' });
  onEvent({ type: 'session-hint', id: 'ses-9' });
  const call = { type: 'tool', id: '1', title: 'look', kind: 'read', path: null } as const;
  onEvent({ ...call, status: 'started' });
  onEvent({ ...call, status: 'ended' });
  onEvent({ type: 'turns', turns: 3 });
  onEvent({ type: 'usage', usage: { inputTokens: 9, outputTokens: 2, totalTokens: 11, costUsd: 0.25 } });
  await appendFile(outputFile, TRANSCRIPT);
}

test('[A9a, A21, A42] how an attempt ended is in the journal, with a pointer to its transcript, which is in no checkpoint', async () => {
  const s = await playing(
    chain('one'),
    async (task, of) => {
      await tellAll(task);
      await usual(task, of);
    },
    { staged: onGit },
  );
  let lines: readonly JournalLine[] = [];
  const seat = await s.seat({
    reached: (point) => {
      if (point === 'attempt/gate-evaluated') lines = journalOf(s);
    },
  });
  expect(await seat.start()).toMatchObject({ reason: 'completed' });
  expect(lines.map(({ type }) => type)).toEqual([
    'attempt-begun',
    'session-hint',
    'agent-ended',
    'gate-evaluated',
  ]);
  expect(lines[1]).toMatchObject({ id: 'ses-9' });
  expect(lines[2]).toEqual({
    type: 'agent-ended',
    at: expect.any(String) as string,
    outcome: 'completed',
    detail: null,
    head: { commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string, branch: null },
    ms: expect.any(Number) as number,
    artifacts: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    usage: { inputTokens: 9, outputTokens: 2, totalTokens: 11, costUsd: 0.25 },
    model: 'model-2026-11',
    turns: 3,
    calls: 1,
    transcript: {
      path: 'output/one-1/agent.log',
      sha256: createHash('sha256').update(TRANSCRIPT).digest('hex'),
      bytes: TRANSCRIPT.length,
    },
  });
  expect(await s.repo.read(`.git/cairn/${DEMO}/output/one-1/agent.log`)).toBe(TRANSCRIPT);
  expect(await s.repo.git('log', '--all', '--oneline', `-S${TRANSCRIPT.trim()}`)).toBe('');
});

test('[A34, A35] the model that was asked for and the one that was told are recorded of each attempt', async () => {
  const s = await playing(
    { phases: [{ id: 'one', retries: 1 }] },
    async (task, of) => {
      if (of.attempt === 1) task.onEvent({ type: 'model', model: 'model-2026-11' });
      else await usual(task, of);
    },
    { requestedModel: 'vendor/model' },
  );
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect((await recordOf(s)).attempts).toEqual([
    {
      attempt: 1,
      outcome: 'completed',
      reasons: [expect.stringContaining('result.md') as string],
      agent: 'here',
      requestedModel: 'vendor/model',
      model: 'model-2026-11',
    },
    { attempt: 2, outcome: 'completed', reasons: [], agent: 'here', requestedModel: 'vendor/model' },
  ]);
  expect(await s.violations()).toEqual([]);
});

test('[A26] the time of `opened` stays through every resume, and what agents took is counted apart from it', async () => {
  const s = await playing({ phases: [{ id: 'one', retries: 1 }, { id: 'two' }] }, async (task, of) => {
    await sleep(30);
    if (of.phase === 'two' || of.attempt === 2) await usual(task, of);
  });
  await s.start({ until: 'one' });
  const [{ at: opened } = { at: '' }] = await s.api.log(DEMO);
  const before = await s.api.status(DEMO);
  await sleep(100);
  await s.resume();
  const after = await s.api.status(DEMO);
  expect([before.opened, after.opened]).toEqual([opened, opened]);
  const records = await Promise.all(['01-one', '02-two'].map((folder) => recordOf(s, folder)));
  // Two attempts at the first phase, one at the second; a timer may be a millisecond early.
  expect(records[0]?.workedMs).toBeGreaterThanOrEqual(58);
  expect(records[1]?.workedMs).toBeGreaterThanOrEqual(29);
  expect(before.workedMs).toBe(records[0]?.workedMs);
  expect(after.workedMs).toBe((records[0]?.workedMs ?? 0) + (records[1]?.workedMs ?? 0));
  const elapsed = Date.parse((await s.api.log(DEMO)).at(-1)?.at ?? '') - Date.parse(opened);
  expect(elapsed).toBeGreaterThan((after.workedMs ?? 0) + 90);
});

test('an attempt whose beginning is damaged in the journal has used its number, which its output folder tells', async () => {
  const s = await onGit(chain('one', 'two'));
  const dying = await s.seat({
    reached(point) {
      if (point === 'attempt/begun') throw new Error('died');
    },
  });
  await expect(dying.start()).rejects.toThrow('died');
  const lines = (await s.repo.read(JOURNAL)).split(/(?<=\n)/);
  await s.repo.write(
    JOURNAL,
    lines.map((line) => (line.includes('"attempt-begun"') ? `${line.slice(0, 40)}\n` : line)).join(''),
  );
  await s.resume({ until: 'one' });
  expect(s.told().join('\n')).toMatch(
    /that began attempt 1 of one was damaged: what that attempt left counts as an edit/,
  );
  expect(await s.agent.runs()).toEqual(['one 2']);
  expect(await s.log()).toEqual(['1 opened - running', '2 phase one/2 running']);
  expect(await s.violations()).toEqual([]);
});

test('[A58] a journal that is damaged before its end counts its attempt as cut off, although its agent had ended, and says so', async () => {
  const s = await onGit(chain('one', 'two'));
  const dying = await s.seat({
    reached(point) {
      if (point === 'attempt/agent-ended') throw new Error('died');
    },
  });
  await expect(dying.start()).rejects.toThrow('died');
  const lines = (await s.repo.read(JOURNAL)).split(/(?<=\n)/);
  expect(lines.map((line) => parseJournalLine(line)?.type)).toEqual([
    'attempt-begun',
    'process-started',
    'agent-ended',
  ]);
  await s.repo.write(JOURNAL, lines.with(1, '{"type":"process-sta\n').join(''));
  expect(await s.resume({ until: 'one' })).toMatchObject({ reason: 'paused', seq: 2 });
  expect(s.told()).toContain(
    'The journal of attempt 1 of one was damaged on this machine: it counts as cut off.',
  );
  expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
  expect(await s.agent.prompt('one', 2)).toContain('Attempt 1 was cut off');
  expect((await recordOf(s)).attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [1, 'cut-off'],
    [2, 'completed'],
  ]);
  expect(await s.violations()).toEqual([]);
});
