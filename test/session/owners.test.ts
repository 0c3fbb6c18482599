import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import type { WorldOptions } from '../../src/runner/openWorld.ts';
import type { Point } from '../../src/session/points.ts';
import { atWorkAfter, startAndKill } from '../support/killedEngine.ts';
import { eventually } from '../support/realProcesses.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, workIn, type Stage, stage as onGit } from '../support/session.ts';

/** A world whose process stops for good at a point: nothing of it is tidied up, as if it had been killed. */
const dyingAt = (point: Point): Partial<WorldOptions> => ({
  reached(passed) {
    if (passed === point) throw new Error('died');
  },
});

describe('two who want to drive one session', () => {
  test('the second is told who drives it, and does nothing [exit 6]', async () => {
    const s = await stage(chain('one'));
    await s.agent.part('one', 'while [ ! -f "$PLAY/go" ]; do sleep 0.05; done; usual');
    const running = s.start();
    await eventually(() => s.progress.some((event) => event.type === 'attempt'));
    const other = await s.seat();
    expect(await other.resume()).toMatchObject({ reason: 'lease-held', seq: 1 });
    for (const act of [
      () => other.api.approve(DEMO, null, null),
      () => other.api.restore(DEMO, { to: '1' }, { dryRun: false }),
      () => other.api.delete(DEMO, { purge: false }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'lease/held', details: { session: DEMO } });
    expect((await other.api.restore(DEMO, { to: '1' }, { dryRun: true })).commit).toBe(null);
    await other.repo.write('../play/go', '');
    expect((await running).reason).toBe('completed');
  });

  test('of two starts with one id, one wins', async () => {
    const s = await stage(chain('one'));
    const seats = await Promise.all([s.seat(), s.seat(), s.seat()]);
    const ends = await Promise.allSettled(seats.map((seat) => seat.start()));
    expect(ends.filter((end) => end.status === 'fulfilled').length).toBe(1);
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('[P24] of two that publish at once one moves the branch; the other is told (exit 6), and its work is rescued', async () => {
    const s = await onGit({ phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] });
    const { commit } = await s.start();
    const tree = await s.worktree();
    await tree.write('src/one.txt', 'work of the loser\n');
    // Between the loser's commit and its ref somebody else publishes, as after a lease that was given up for dead.
    const winner = await s.repo.git(
      'commit-tree',
      `${commit}^{tree}`,
      '-p',
      commit ?? '',
      '-m',
      'the winner',
    );
    const loser = await s.seat({
      reached(point) {
        if (point === 'checkpoint/commit-recorded') moveRef(s, winner);
      },
    });
    await expect(loser.api.approve(DEMO, null, null)).rejects.toMatchObject({ code: 'lease/overtaken' });
    expect(exitOfError('lease/overtaken')).toBe(6);
    expect(await s.repo.git('rev-parse', 'cairn/demo')).toBe(winner);
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:src/one.txt`)).toBe('work of the loser');
    expect(loser.told().join('\n')).toContain(`rescue ${String(rescue?.number)} (see it: `);
  });

  test('an engine whose lease was taken over publishes nothing more', async () => {
    const s = await onGit(chain('one', 'two'));
    await s.agent.part('one', 'usual; echo line; while [ ! -f "$PLAY/go" ]; do sleep 0.05; done');
    const running = s.start();
    await eventually(() => s.progress.some((event) => event.type === 'agent-line'));
    // What another machine does when ours has been silent for a whole lease time.
    const lease = '.git/cairn/demo/lease.1.json';
    const record = JSON.parse(await s.repo.read(lease)) as Record<string, unknown>;
    const theirs = { ...record, machine: 'another', nonce: 'other', counter: 0, since: record['since'] };
    await s.repo.write('.git/cairn/demo/lease.2.json', `${JSON.stringify(theirs)}\n`);
    expect(await running).toMatchObject({ reason: 'lease-held', seq: 1 });
    expect(await s.repo.git('rev-list', '--count', 'main..cairn/demo')).toBe('1');
    await s.repo.remove('.git/cairn/demo/lease.2.json');
  });
});

describe('what an owner trips over after it was replaced', () => {
  /** A world in which another takes the session over at a point, and what both work with is gone in that instant. */
  const trippingAt =
    (s: Stage) =>
    (point: Point): Partial<WorldOptions> => ({
      reached(passed) {
        if (passed !== point) return;
        takeOver(s);
        throw Object.assign(new Error('gone under our hands'), { code: 'ENOENT' });
      },
    });

  test.each(['tree/marked', 'attempt/begun', 'attempt/gate-evaluated', 'checkpoint/files-rendered'] as const)(
    'in a run, after %s: it is told that another has the session [exit 6]',
    async (point) => {
      const s = await onGit(chain('one'));
      const loser = await s.seat(trippingAt(s)(point));
      const end = await loser.start().catch((error: unknown) => error);
      expect([end]).toEqual([
        expect.objectContaining(point === 'tree/marked' ? { code: 'lease/held' } : { reason: 'lease-held' }),
      ]);
    },
  );

  test('in an act of a person: it is told so, and what it tripped over is the cause', async () => {
    const s = await onGit({ phases: [{ id: 'one', approval: 'required' }] });
    await s.start();
    const loser = await s.seat(trippingAt(s)('checkpoint/commit-made'));
    await expect(loser.api.approve(DEMO, null, null)).rejects.toMatchObject({
      code: 'lease/held',
      cause: { code: 'ENOENT' },
    });
  });
});

/** What another machine does when the owner has been silent for a whole lease time. */
function takeOver({ repo }: Stage): void {
  const folder = join(repo.root, '.git/cairn/demo');
  const epochs = readdirSync(folder).flatMap((name) => /^lease\.(\d+)\.json$/.exec(name)?.slice(1) ?? []);
  const newest = Math.max(...epochs.map(Number));
  const record = JSON.parse(readFileSync(join(folder, `lease.${newest}.json`), 'utf8')) as object;
  const theirs = { ...record, machine: 'another', nonce: 'other', counter: 0 };
  writeFileSync(join(folder, `lease.${newest + 1}.json`), `${JSON.stringify(theirs)}\n`);
}

describe('attempts that are cut off', () => {
  test('[M2] by SIGKILL of everything: the session is interrupted, and ends as one that was left alone, with nothing of it done twice', async () => {
    const s = await onGit(chain('one', 'two', 'three'));
    await s.agent.part('two-1', atWorkAfter('echo half > half.txt'));
    await startAndKill(s);
    expect(await s.api.status(DEMO)).toMatchObject({
      state: 'interrupted',
      phases: [{ status: 'done' }, { status: 'interrupted' }, { status: 'pending' }],
    });
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'two 2', 'three 1']);
    const left = await onGit(chain('one', 'two', 'three'));
    await left.start();
    expect(await workIn(s.repo, 'cairn/demo')).toEqual(await workIn(left.repo, 'cairn/demo'));
    expect(await s.violations()).toEqual([]);
  });

  test('use no retry, and the next agent is told that nobody knows how far the last one came', async () => {
    const s = await stage({ phases: [{ id: 'one', retries: 1, checks: [{ run: 'test -f mended' }] }] });
    await expect((await s.seat(dyingAt('attempt/begun'))).start()).rejects.toThrow('died');
    await s.agent.part('one-3', 'touch mended; usual');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 2', 'one 3']);
    expect(await s.agent.prompt('one', 2)).toContain('cut off');
  });

  test('[A18, A31, P31, S7, S9] after the agent had ended are judged, not repeated; what was changed since is told', async () => {
    const s = await stage({ phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] });
    await expect((await s.seat(dyingAt('attempt/agent-ended'))).start()).rejects.toThrow('died');
    expect((await s.api.status(DEMO)).phases[0]).toMatchObject({ status: 'interrupted', attempt: 1 });
    const left = '.cairn/sessions/demo/01-one/result.md';
    const tree = await s.worktree();
    const lines = (await s.repo.read('.git/cairn/demo/journal.jsonl')).trimEnd().split('\n');
    // The gate is pending: nothing follows.
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      type: 'agent-ended',
      outcome: 'completed',
      artifacts: [
        createHash('sha256')
          .update(await tree.read(left))
          .digest('hex'),
      ],
    });
    await tree.write(left, 'Written over meanwhile.\n');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', seq: 2 });
    expect(await s.agent.runs()).toEqual(['one 1']);
    const record = await recordOf(s, '01-one');
    expect(record).toMatchObject({
      attempt: 1,
      status: 'waiting',
      outcome: 'completed',
      agent: { kind: 'command', name: 'player' },
      attempts: [{ attempt: 1, outcome: 'completed', reasons: [] }],
    });
    expect(record['began']).not.toBe(null);
    expect(s.told()).toContain(
      'Changed after the agent of one had ended: result.md. It is judged as it is now.',
    );
  });

  test('after an agent that failed use one retry, with its reasons', async () => {
    const s = await stage({ phases: [{ id: 'one', retries: 1 }] });
    await s.agent.part('one', 'echo no such model >&2; exit 9');
    await expect((await s.seat(dyingAt('attempt/agent-ended'))).start()).rejects.toThrow('died');
    expect((await s.resume()).reason).toBe('blocked');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await s.agent.prompt('one', 2)).toContain('no such model');
    const record = await recordOf(s, '01-one');
    expect(record['attempts']).toMatchObject([
      { attempt: 1, outcome: 'crashed' },
      { attempt: 2, outcome: 'crashed' },
    ]);
  });

  test('never lend their number to another: not after a restore, an edit or a cancel', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const stopAt = async (): Promise<void> => {
      await expect((await s.seat(dyingAt('attempt/begun'))).resume()).rejects.toThrow('died');
    };
    await stopAt();
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await stopAt();
    await s.api.cancel(DEMO);
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'two 3']);
    await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect((await s.resume()).reason).toBe('completed');
    expect((await s.agent.runs()).slice(2)).toEqual(['one 2', 'two 4']);
    expect(await s.violations()).toEqual([]);
  });
});

async function recordOf(s: Stage, folder: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${folder}/phase.json`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** At once: the process under test does not wait for anybody. */
function moveRef(s: Stage, to: string): void {
  execFileSync('git', ['update-ref', 'refs/heads/cairn/demo', to], { cwd: s.repo.root, env: s.repo.env });
}
