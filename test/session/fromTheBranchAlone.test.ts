import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGit } from '../../src/git/createGit.ts';
import { createRepository } from '../../src/git/createRepository.ts';
import type { CommitId, RefName } from '../../src/model/names/ids.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import type { Repository } from '../../src/session/ports.ts';
import { readSession } from '../../src/session/record/sessionRecord.ts';
import { newestPacket } from '../../src/session/record/newestPacket.ts';
import { agentHere } from '../support/agentHere.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { silentLog } from '../support/silentLog.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';

const REF = `refs/heads/cairn/${DEMO}` as RefName;
const used = (inputTokens: number, costUsd: number | null): PhaseRecord['usage'] => ({
  inputTokens,
  outputTokens: null,
  totalTokens: null,
  costUsd,
});

/** Tokens of each attempt; the second phase’s agent tells nothing of what it used. */
const USES: Readonly<Record<string, number>> = { 'one 1': 10, 'one 2': 5 };

/** One phase after two attempts with a check, one that was approved, one that has not begun; an effect that happened. */
async function played(): Promise<Stage> {
  const agent = agentHere(async ({ onEvent }, { phase, attempt, folder }) => {
    const inputTokens = USES[`${phase} ${attempt}`];
    if (inputTokens !== undefined)
      onEvent({
        type: 'usage',
        usage: { inputTokens, outputTokens: null, totalTokens: null, costUsd: 0.25 },
      });
    if (phase !== 'one' || attempt === 2) await writeFile(join(folder, 'result.md'), `Result of ${phase}.\n`);
  });
  const s = await stage(
    {
      agent: 'here',
      phases: [
        {
          id: 'one',
          artifacts: ['result.md'],
          retries: 1,
          checks: [{ name: 'looks', run: 'seq 1 5000; echo looked' }],
        },
        { id: 'two', approval: 'required' },
        { id: 'three' },
      ],
    },
    { world: { extraAgents: [agent] } },
  );
  expect(await s.start({ until: 'one' })).toMatchObject({ reason: 'paused' });
  const command = ['sh', '-c', 'echo sent; exit 0'] as const;
  const options = { key: 'one/mail', probe: null, cwd: s.repo.root, command };
  await s.api.effect(DEMO, options, { out() {}, errors() {} }, new AbortController().signal);
  const later = await s.seat();
  expect(await later.resume()).toMatchObject({ reason: 'waiting' });
  await later.api.approve(DEMO, null, 'Ship it.');
  return s;
}

/** The engine's reader on a bare clone, which no session could be driven in. */
function readerOf(root: string, env: NodeJS.ProcessEnv): Repository {
  const program = { binary: 'git', env };
  const git = createGit(program);
  const who = { name: 'Cairn', email: 'cairn@example.invalid' };
  const [commonDir, mainRoot] = [root, root];
  const repository = createRepository({
    program,
    git,
    root,
    commonDir,
    mainRoot,
    idBytes: 20,
    who,
    log: silentLog,
    flush: async () => {},
  });
  onTestFinished(() => repository.dispose());
  return repository;
}

test('[A3, A6, A25, A28, A32] a bare clone of the branch alone says all of a session, and its history what happened in which order', async () => {
  const s = await played();
  const shown = await s.api.status(DEMO);
  // Of each phase and of the session, over all attempts and across a resume; null is what nobody told.
  expect([shown.usage, ...shown.phases.map(({ usage }) => usage)]).toEqual([
    used(15, 0.5),
    used(15, 0.5),
    null,
    null,
  ]);
  const bare = join(s.repo.root, '../bare.git');
  await s.repo.git('clone', '-q', '--bare', '--single-branch', '-b', 'cairn/demo', s.repo.root, bare);
  const reader = readerOf(bare, s.repo.env);
  const git = openGitRepo(bare);
  expect(await git.git('for-each-ref', '--format=%(refname)')).toBe(REF);
  const session = await readSession(reader, DEMO, REF, (await git.git('rev-parse', REF)) as CommitId);

  expect(session.workflow.phases.map(({ id, approval }) => [id, approval])).toEqual([
    ['one', 'none'],
    ['two', 'required'],
    ['three', 'none'],
  ]);
  expect(session.status).toMatchObject({ state: 'running', next: ['three'], seq: 4 });
  expect(session.status.rows.map(({ status, attempt }) => [status, attempt])).toEqual([
    ['done', 2],
    ['done', 1],
    ['pending', 0],
  ]);
  const [one, two] = [...session.records.values()];
  const blob = await git.git('rev-parse', `${REF}:.cairn/sessions/demo/01-one/result.md`);
  expect(one?.artifacts).toMatchObject([{ path: '.cairn/sessions/demo/01-one/result.md', blob }]);
  expect(two?.approvals).toMatchObject([{ decision: 'approved', comment: 'Ship it.' }]);
  expect((await newestPacket(reader, session)).text).toContain('Ship it.');
  expect(one).toMatchObject({ usage: used(15, 0.5) });
  // What the engine itself ran: the command, how it ended, how long it took or when it was, and the end of what it said.
  expect(one?.checks).toEqual([
    {
      name: 'looks',
      run: 'seq 1 5000; echo looked',
      outcome: 'passed',
      exitCode: 0,
      ms: expect.any(Number) as number,
      tail: expect.stringMatching(/^4972\n(\d+\n){28}looked$/) as string,
    },
  ]);
  expect(session.effects.effects).toMatchObject([
    {
      key: 'one/mail',
      command: ['sh', '-c', 'echo sent; exit 0'],
      outcome: { kind: 'ran', at: expect.any(String) as string, exitCode: 0, output: 'sent\n' },
    },
  ]);
  await expectTheSameTable(git, [one, two]);
});

/** `phase, attempt, who, began, ended, how the gate was, usage` of each closing checkpoint, from messages and trees alone. */
async function expectTheSameTable(
  { git }: ReturnType<typeof openGitRepo>,
  records: readonly (PhaseRecord | undefined)[],
): Promise<void> {
  const row = (known: Partial<PhaseRecord> | undefined, phase: string, attempt: number): unknown => [
    phase,
    attempt,
    known?.agent?.name,
    known?.began,
    known?.ended,
    known?.attempts?.map(({ outcome, reasons }) => [outcome, reasons.length]),
    known?.usage,
  ];
  const chain = (await git('rev-list', '--first-parent', '--reverse', REF)).split('\n');
  const told: unknown[] = [];
  for (const commit of chain) {
    const message = await git('log', '-1', '--format=%B', commit);
    const [, phase = ''] = /^Cairn-Phase: (.*)$/m.exec(message) ?? [];
    if (!/^Cairn-Kind: (phase|approval)$/m.test(message)) continue;
    const [path = ''] = (await git('ls-tree', '-r', '--name-only', commit))
      .split('\n')
      .filter((file) => file.endsWith(`-${phase}/phase.json`));
    const record = JSON.parse(await git('show', `${commit}:${path}`)) as PhaseRecord;
    told.push(row(record, phase, Number(/^Cairn-Attempt: (.*)$/m.exec(message)?.[1])));
  }
  expect(told).toEqual(records.map((known) => row(known, known?.phase ?? '', known?.attempt ?? 0)));
  expect(told).toMatchObject([
    [
      'one',
      2,
      'here',
      expect.any(String),
      expect.any(String),
      [
        ['completed', 1],
        ['completed', 0],
      ],
      used(15, 0.5),
    ],
    ['two', 1, 'here', expect.any(String), expect.any(String), [['completed', 0]], undefined],
  ]);
}
