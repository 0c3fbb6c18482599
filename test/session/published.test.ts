import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parsePhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { parseStatus } from '../../src/model/status/parseStatus.ts';
import type { Log } from '../../src/session/ports.ts';
import type { Progress } from '../../src/session/progress.ts';
import { runLine } from '../cli/runLine.ts';
import { scriptedApi } from '../cli/scriptedApi.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, type Stage, stage as onGit } from '../support/session.ts';

type Told = Extract<Progress, { type: 'checkpoint' }>;

/** A log as a window's output channel is one: lines with their facts. */
function channel(): { readonly lines: string[]; readonly log: Log } {
  const lines: string[] = [];
  const line =
    (level: string) =>
    (message: string, facts: Readonly<Record<string, unknown>> = {}): void =>
      void lines.push(
        [level, message, ...Object.entries(facts).map(([key, value]) => `${key}=${String(value)}`)].join(' '),
      );
  return { lines, log: { info: line('info'), warn: line('warn'), error: line('error') } };
}

const FOLDER = '.cairn/sessions/demo';
const fileAt = async (s: Stage, at: string, path: string): Promise<string> =>
  `${await s.repo.git('show', `${at}:${FOLDER}/${path}`)}\n`;
const journalOf = async (s: Stage): Promise<readonly unknown[]> =>
  (await s.repo.read('.git/cairn/demo/journal.jsonl'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

describe('a checkpoint that is published', () => {
  test('[M7, M15, M20, M47] a checkpoint is told only after its ref has moved, and reads back by its id as what was published', async () => {
    const s = await onGit(chain('one', 'two'));
    const { lines, log } = channel();
    const told: Told[] = [];
    const atOnce: string[] = [];
    const onProgress = (event: Progress): void => {
      if (event.type !== 'checkpoint') return;
      told.push(event);
      // Whoever is told looks at once, with a git of their own.
      const options = { cwd: s.repo.root, env: s.repo.env, encoding: 'utf8' } as const;
      atOnce.push(execFileSync('git', ['rev-parse', 'refs/heads/cairn/demo'], options).trim());
    };
    const seat = await s.seat({ onProgress, log });
    const done = await seat.start();

    expect(told).toMatchObject([
      { session: DEMO, seq: 2, kind: 'phase', phase: 'one' },
      { session: DEMO, seq: 3, kind: 'phase', phase: 'two' },
    ]);
    expect(atOnce).toEqual(told.map(({ commit }) => commit));
    expect(done.commit).toBe(told[1]?.commit);
    const listed = await s.api.log(DEMO);
    expect(listed.slice(1)).toMatchObject(
      told.map(({ seq, kind, phase, commit }) => ({ seq, kind, phase, commit })),
    );
    for (const { commit, seq, phase } of told) {
      const status = parseStatus('STATUS.md', await fileAt(s, commit, 'STATUS.md'));
      expect(status).toMatchObject({ ok: true, value: { seq, session: DEMO } });
      const folder = `0${seq - 1}-${phase}`;
      // Fields of their own in each: what the session stands at, what the phase came to.
      const record = parsePhaseRecord('phase.json', await fileAt(s, commit, `${folder}/phase.json`));
      expect(record).toMatchObject({ ok: true, value: { seq, phase, status: 'done', attempt: 1 } });
    }
    const line = (seq: number, kind: string, commit: string | undefined): unknown =>
      expect.stringMatching(
        new RegExp(
          `^info checkpoint published session=demo kind=${kind} seq=${seq} commit=${commit} ms=\\d+$`,
        ),
      );
    expect(lines.filter((each) => each.includes('checkpoint'))).toEqual([
      line(1, 'opened', listed[0]?.commit),
      line(2, 'phase', told[0]?.commit),
      line(3, 'phase', told[1]?.commit),
    ]);
    expect(await journalOf(s)).toEqual([
      {
        type: 'checkpoint-published',
        at: expect.stringMatching(/Z$/),
        kind: 'phase',
        seq: 3,
        commit: done.commit,
        ms: told[1]?.ms,
      },
    ]);
  });

  test('[M6, M10, M30] says its format, plan and engine; the next phase is handed its packet and its artifacts', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part('two', 'cat "$CAIRN_SESSION_DIR/01-one/result.md" > "$PLAY/found"; usual');
    await s.start();
    const { plan } = await s.api.status(DEMO);
    expect(plan).toMatch(/^sha256:[0-9a-f]{64}$/);
    const messages = (await s.repo.git('log', '--format=%B%x00', 'main..cairn/demo'))
      .split('\0')
      .slice(0, -1);
    expect(messages).toHaveLength(3);
    for (const message of messages)
      expect(message.split('\n')).toEqual(
        expect.arrayContaining([
          'Cairn-Schema: 3',
          `Cairn-Plan: ${plan}`,
          expect.stringMatching(/^Cairn-Engine: cairn\/\d+\.\d+\.\d+/),
        ]),
      );
    const records = (await s.repo.git('ls-tree', '-r', '--name-only', `cairn/demo:${FOLDER}`))
      .split('\n')
      .filter((path) => !/(REQUEST|result)\.md$/.test(path));
    expect(records).toHaveLength(12);
    for (const path of records) {
      // A workflow is kept as it was written.
      const schema = path === 'workflow.yaml' ? /^\s*"?schema"?: 1,?$/m : /^\s*"?schema"?: 3,?$/m;
      expect(await fileAt(s, 'cairn/demo', path), path).toMatch(schema);
    }

    const packet = await fileAt(s, 'cairn/demo', '01-one/PACKET.md');
    expect(packet).toContain('result.md@one');
    expect(await s.agent.prompt('two')).toContain(packet.slice(packet.indexOf('## ')).trim());
    const artifact = await s.api
      .show(DEMO, 'result.md@one')
      .catch(() => s.api.show(DEMO, '01-one/result.md@one'));
    expect(Buffer.from(artifact).toString()).toBe('Result of one.\n');
    expect(await s.repo.read('../play/found')).toBe('Result of one.\n');
  });

  test('[M38, M47] with more than 64 KB of records is told, with more than 1 MB refused; the log says what became of each', async () => {
    const s = await onGit(chain('one', 'two', 'three'));
    await s.start({ until: 'one' });
    const tree = await s.worktree();
    const status = await tree.read(`${FOLDER}/STATUS.md`);
    const notes = (kilobytes: number): Promise<void> =>
      tree.write(
        `${FOLDER}/STATUS.md`,
        `${status}${'a note of 32 bytes, with its end\n'.repeat(kilobytes * 32)}`,
      );
    const { lines, log } = channel();
    const seat = await s.seat({ log });
    await notes(62);
    await seat.resume({ until: 'two' });
    expect(seat.told()).toContainEqual(
      expect.stringMatching(/^This checkpoint carries 6\d\.\d KB of Cairn's own records/),
    );
    const tip = await s.repo.git('rev-parse', 'cairn/demo');

    await notes(1024);
    await expect(seat.resume()).rejects.toMatchObject({
      code: 'data/too-large',
      details: { limit: 1_048_576 },
    });
    expect(await s.repo.git('rev-parse', 'cairn/demo')).toBe(tip);
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^warn checkpoint not published session=demo kind=phase seq=4 ms=\d+ why=data\/too-large$/,
      ),
    );
    expect((await journalOf(s)).at(-1)).toMatchObject({
      type: 'checkpoint-failed',
      kind: 'phase',
      seq: 4,
      ms: expect.any(Number),
      why: 'data/too-large',
    });
    await tree.write(`${FOLDER}/STATUS.md`, status);
    expect(await seat.resume()).toMatchObject({ reason: 'completed', seq: 4 });
    // The agent had ended: nothing of its work was asked for again.
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
  });
});

describe('checkpoints are asked for', () => {
  test('[M17, M21, M26] newest first by the port, oldest first by the log; status prints where the session stands, and a resume tells of what lies beyond that only', async () => {
    const s = await stage({ phases: [{ id: 'one' }, { id: 'two', approval: 'required' }, { id: 'three' }] });
    await s.start();
    const printed = await runLine(['status', '--json'], {
      api: scriptedApi({ status: () => s.api.status(DEMO) }),
    });
    expect(printed.json()).toMatchObject({
      workflow: 'flow',
      plan: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      state: 'waiting',
      seq: 3,
      next: ['two'],
      leftovers: 0,
      effects: { done: 0, failed: 0, inDoubt: 0 },
      phases: [
        { status: 'done', attempt: 1, artifacts: [{ present: true }] },
        { status: 'waiting', attempt: 1, artifacts: [{ present: true }] },
        { status: 'pending', attempt: 0, artifacts: [{ present: false }] },
      ],
      question: { kind: 'approval', text: expect.stringContaining('two') },
    });
    await s.api.approve(DEMO, null, null);
    const later = await s.seat();
    await later.resume();
    const seqs = async (wanted?: Parameters<typeof s.api.checkpoints>[1]): Promise<readonly number[]> =>
      (await s.api.checkpoints(DEMO, wanted)).map(({ seq }) => seq);
    expect(await seqs()).toEqual([5, 4, 3, 2, 1]);
    expect((await s.api.log(DEMO)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(await seqs({ limit: 2 })).toEqual([5, 4]);
    expect(await seqs({ before: 4 })).toEqual([3, 2, 1]);
    expect(await seqs({ before: 4, limit: 1 })).toEqual([3]);
    expect(await seqs({ filter: { kind: 'phase' } })).toEqual([5, 2]);
    expect(await seqs({ filter: { phase: 'two' }, limit: 1 })).toEqual([4]);

    // What the resume said, of phases and checkpoints: nothing of what was done before it.
    const said = later.progress.flatMap((event) =>
      event.type === 'attempt' || event.type === 'checkpoint' ? [`${event.type} ${event.phase}`] : [],
    );
    expect(said).toEqual(['attempt three', 'checkpoint three']);
  });

  test('[M16, M31] by a name that is none, or the id of another session’s: refused; list and trailers name the workflow of both', async () => {
    const s = await stage(chain('one'));
    await s.start();
    const other = await s.start({ id: 'other' });
    const to = (target: string): Promise<unknown> => s.api.restore(DEMO, { to: target }, { dryRun: true });
    for (const target of ['9', other.commit ?? '', 'f'.repeat(40)])
      await expect(to(target)).rejects.toMatchObject({ code: 'usage/unknown-phase' });
    expect(
      (await s.api.list()).map(({ session, workflow, branch }) => ({ session, workflow, branch })),
    ).toEqual([
      { session: 'other', workflow: 'flow', branch: 'cairn/other' },
      { session: DEMO, workflow: 'flow', branch: 'cairn/demo' },
    ]);
    for (const branch of ['cairn/other', 'cairn/demo'])
      expect(await s.repo.git('log', '-1', '--format=%B', branch)).toContain('\nCairn-Workflow: flow\n');

    await s.repo.git('update-ref', 'refs/heads/cairn/demo', other.commit ?? '');
    for (const act of [s.resume, () => s.api.approve(DEMO, null, null), () => s.api.status(DEMO)])
      await expect(act()).rejects.toMatchObject({ code: 'data/no-checkpoint', details: { session: DEMO } });
    expect(await s.agent.runs()).toEqual(['one 1', 'one 1']);
  });
});
