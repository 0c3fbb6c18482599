import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Result } from '../../src/base/result.ts';
import { sha256 } from '../../src/host/hashes.ts';
import { parseTrailers } from '../../src/model/checkpoint/checkpointMessage.ts';
import { parsePacket } from '../../src/model/packet/parsePacket.ts';
import { parsePhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { parseStatus } from '../../src/model/status/parseStatus.ts';
import { parseWorkflow } from '../../src/model/workflow/parseWorkflow.ts';
import { planHash } from '../../src/model/workflow/planHash.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, stage as onGit, type Flow, type Stage } from '../support/session.ts';

const PLANNED: Flow = {
  phases: [
    { id: 'research' },
    { id: 'plan', approval: 'required' },
    { id: 'implement', checks: [{ run: 'true' }] },
  ],
};
const FOLDERS = { research: '01-research', plan: '02-plan', implement: '03-implement' };

function sure<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const atSession = ({ repo }: Stage, commit: string, name: string): Promise<string> =>
  repo.git('show', `${commit}:.cairn/sessions/demo/${name}`);

/** Everything that one checkpoint says of its session, read from git alone. */
async function saved(s: Stage, commit: string) {
  const trailers = parseTrailers(await s.repo.git('show', '-s', '--format=%B', commit));
  const status = sure(parseStatus('STATUS.md', `${await atSession(s, commit, 'STATUS.md')}\n`));
  const workflow = sure(parseWorkflow('workflow.yaml', await atSession(s, commit, 'workflow.yaml')));
  const folder = FOLDERS[trailers?.phase as keyof typeof FOLDERS] ?? null;
  const record =
    folder === null
      ? null
      : sure(parsePhaseRecord('phase.json', await atSession(s, commit, `${folder}/phase.json`)));
  const request = await atSession(s, commit, 'REQUEST.md');
  return { trailers, status, workflow, record, request };
}

test('[L4, L13, L38, L40, P22] each checkpoint holds version, number, request, state, plan, cursor and results', async () => {
  const s = await stage(PLANNED);
  await s.start();
  await s.api.approve(DEMO, null, null);
  await s.resume();
  const log = await s.api.log(DEMO);
  const all = await Promise.all(log.map(({ commit }) => saved(s, commit)));

  // State of the session, status of each phase, and the cursor: the same in STATUS.md and in the trailers.
  expect(
    all.map(({ status: { state, next, rows } }) => [
      state,
      next?.join() ?? null,
      rows.map((row) => row.status).join(' '),
    ]),
  ).toEqual([
    ['running', 'research', 'pending pending pending'],
    ['running', 'plan', 'done pending pending'],
    ['waiting', 'plan', 'done waiting pending'],
    ['running', 'implement', 'done done pending'],
    ['done', null, 'done done done'],
  ]);
  // What stands behind it, of each phase and of all of them.
  expect(all.map(({ status: { checked, rows } }) => [checked, ...rows.map((row) => row.checked)])).toEqual([
    [null, null, null, null],
    [null, 'nothing', null, null],
    [null, 'nothing', null, null],
    [null, 'nothing', 'approved', null],
    ['passed', 'nothing', 'approved', 'passed'],
  ]);
  for (const [index, { trailers, status, workflow, record, request }] of all.entries()) {
    // Two numbers for two things: the version of the format stays, the number of the checkpoint grows.
    const says = { schema: 3, session: DEMO, seq: index + 1 };
    expect(status).toMatchObject(says);
    const { state, next, plan, checked } = status;
    expect(trailers).toMatchObject({ ...says, state, next, plan, checked });
    expect(plan).toBe(planHash(workflow, sha256));
    expect(request).toBe('Make it so');
    if (record === null) continue;
    const row = status.rows.find(({ phase }) => phase === trailers?.phase);
    expect(record).toMatchObject({ ...says, phase: row?.phase, attempt: row?.attempt, status: row?.status });
    expect(trailers?.attempt).toBe(row?.attempt);
  }
  // What closes a phase carries the packet of it: `phase`, and where a person must agree, the approval.
  const closing = async (folder: string): Promise<string | undefined> => {
    for (const { commit, kind } of log)
      if (await atSession(s, commit, `${folder}/PACKET.md`).catch(() => null)) return kind;
    return undefined;
  };
  expect(await Promise.all(Object.values(FOLDERS).map(closing))).toEqual(['phase', 'approval', 'phase']);
});

test('[L6] a result that was accepted is in its checkpoint, with the hashes of what it is', async () => {
  const s = await stage({ phases: [{ id: 'one', artifacts: ['result.md', '/src/one.txt'] }] });
  const { commit } = await s.start();
  const record = sure(parsePhaseRecord('phase.json', await atSession(s, commit ?? '', '01-one/phase.json')));
  expect(record.artifacts.map(({ path }) => path)).toEqual([
    '.cairn/sessions/demo/01-one/result.md',
    'src/one.txt',
  ]);
  const tree = await s.worktree();
  for (const { path, blob, sha256: hash, bytes } of record.artifacts) {
    const onDisk = Buffer.from(await tree.read(path));
    expect(blob).toBe(await s.repo.git('rev-parse', `${commit}:${path}`));
    expect(await s.repo.git('cat-file', 'blob', blob)).toBe(onDisk.toString().trimEnd());
    expect(hash).toBe(createHash('sha256').update(onDisk).digest('hex'));
    expect(bytes).toBe(onDisk.length);
  }
});

test('[L21, P15] a session of one phase is two commits, and each moved its branch once, from the one before', async () => {
  const s = await onGit(chain('one'));
  const base = await s.repo.git('rev-parse', 'main');
  await s.start();
  expect(await s.log()).toEqual(['1 opened - running', '2 phase one/1 done']);
  const commits = (await s.api.log(DEMO)).map(({ commit }) => commit);
  const everything = await s.repo.git(
    'cat-file',
    '--batch-all-objects',
    '--batch-check=%(objecttype) %(objectname)',
  );
  const made = everything.split('\n').flatMap((line) => (line.startsWith('commit ') ? [line.slice(7)] : []));
  expect(made.toSorted()).toEqual([base, ...commits].toSorted());
  const moves = (await s.repo.read('.git/logs/refs/heads/cairn/demo')).trim().split('\n');
  expect(moves.map((line) => line.split(' ').slice(0, 2))).toEqual(
    commits.map((commit, at) => [commits[at - 1] ?? '0'.repeat(40), commit]),
  );
  // What each phase costs besides its agent is measured, not guessed.
  expect(await readFile('bench/README.md', 'utf8')).toMatch(/^\| overhead of a phase \|.* \d+ ms/m);
});

test('[P19, P25, P30, S8] a phase is closed after its gate and before the next one begins, which finds no trace of it but the branch', async () => {
  const s = await onGit({
    phases: [
      { id: 'one', checks: [{ name: 'tests', run: 'echo one >> "$CAIRN_REPO/../judged"' }] },
      { id: 'two' },
    ],
  });
  await s.agent.part(
    'two',
    'usual; git rev-parse refs/heads/cairn/demo > "$PLAY/tip"; cp "$(git rev-parse --git-common-dir)/cairn/demo/journal.jsonl" "$PLAY"',
  );
  expect((await s.start({ until: 'one' })).reason).toBe('paused');
  const other = await s.seat();
  expect((await other.resume()).reason).toBe('completed');
  const [, closed] = await s.api.log(DEMO);
  // Whoever goes on does not go through what is done: neither its agent nor its checks.
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
  expect(await readFile(`${s.repo.root}.worktrees/judged`, 'utf8')).toBe('one\n');
  const told = [...s.progress, ...other.progress].flatMap((event) => {
    if (event.type === 'attempt') return [`${event.phase} begins`];
    if (event.type === 'check-ended') return ['judged'];
    if (event.type === 'checkpoint') return [`${event.kind} ${event.phase ?? ''}`];
    return [];
  });
  expect(told).toEqual(['one begins', 'judged', 'phase one', 'two begins', 'phase two']);
  expect((await readFile(`${s.agent.folder}/tip`, 'utf8')).trim()).toBe(closed?.commit);
  // The journal is of the attempt in flight alone, and of none when there is none.
  const journal = (await readFile(`${s.agent.folder}/journal.jsonl`, 'utf8')).trim().split('\n');
  const lines = journal.map((line) => JSON.parse(line) as { type: string; phase?: string });
  expect(lines[0]).toMatchObject({ type: 'checkpoint-published', seq: closed?.seq, commit: closed?.commit });
  expect(lines[1]).toMatchObject({ type: 'attempt-begun', phase: 'two', tip: closed?.commit });
  expect(lines.filter(({ phase = 'two' }) => phase !== 'two')).toEqual([]);
  expect(JSON.parse(await s.repo.read('.git/cairn/demo/journal.jsonl'))).toMatchObject({
    type: 'checkpoint-published',
  });
});

test('[L23, P23] where nothing is saved there is nothing to resume and no error; to resume it by name is one', async () => {
  const s = await stage(chain('one'));
  expect(await s.api.list()).toEqual([]);
  expect(await s.api.verify(null)).toEqual([]);
  await expect(s.resume()).rejects.toMatchObject({ code: 'usage/unknown-session' });
  expect(await s.repo.git('for-each-ref', 'refs/heads/cairn', 'refs/cairn')).toBe('');
});

test('[P4] whoever reads STATUS.md and the packet alone names the phase that comes next', async () => {
  const s = await stage(chain('one', 'two', 'three'));
  for (const [done, next] of [
    ['one', 'two'],
    ['two', 'three'],
  ] as const) {
    await (done === 'one' ? s.start({ until: done }) : s.resume({ until: done }));
    const status = await atSession(s, 'cairn/demo', 'STATUS.md');
    expect(status).toContain('\n| # | Phase | Status | Round | Attempt | Artifacts | Checked | Updated |\n');
    // Read as an agent would: no parser of ours.
    const named = /^next: (\S+)$/m.exec(status)?.[1];
    const first = status.split('\n').find((line) => / \| pending \| /.test(line));
    const packet = await s.api.packet(DEMO, null);
    expect([named, first?.split(' | ')[1]]).toEqual([next, next]);
    expect(packet.slice(packet.indexOf('## Next'))).toContain(next);
    expect(sure(parsePacket('PACKET.md', packet)).phase).toBe(done);
  }
  await s.resume();
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
});

test('verify misses a trailer that STATUS.md has words for: who waits, and the round', async () => {
  const s = await onGit(PLANNED);
  await s.start();
  const branch = 'refs/heads/cairn/demo';
  const message = await s.repo.git('log', '-1', '--format=%B', branch);
  const without = message.replace(/^Cairn-(?:Waiting|Round): .*\n/gm, '');
  expect(without.length).toBeLessThan(message.length - 20);
  await s.repo.git(
    'update-ref',
    branch,
    await s.repo.git(
      'commit-tree',
      `${branch}^{tree}`,
      '-p',
      `${branch}^1`,
      '-p',
      `${branch}^2`,
      '-m',
      without,
    ),
  );
  const found = (await s.violations()).map((each) => Object.values(each as object));
  expect(found.filter(([rule]) => rule === 'R4')).toEqual([
    ['R4', expect.any(String), 'the round of plan is 1 in STATUS.md and missing in the trailer'],
    ['R4', expect.any(String), 'plan waits in STATUS.md and nothing in the trailer'],
  ]);
});
