import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../../src/runner/openWorld.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import type { ResumeOptions } from '../../src/session/api/run.ts';
import { openDrive, takeLease } from '../../src/session/drive/withDrive.ts';
import { findSession } from '../../src/session/record/findSession.ts';
import { underLease } from '../../src/session/underLease.ts';
import { fork, goOn, OTHER } from '../support/forks.ts';
import { chain, DEMO, stage as onGit, type Flow, type Seat } from '../support/session.ts';
import { silentLog } from '../support/silentLog.ts';
import {
  changeElsewhere,
  cloneOf,
  agentOf,
  flowOf,
  mark,
  pull,
  push,
  refused,
  twoClones,
  twoClonesOnGit,
} from '../support/twoClones.ts';

describe('commands of a session that came from elsewhere', () => {
  test('run only once they are trusted in this clone, and from then on', async () => {
    const { s, other, ran, marks } = await twoClones();
    const warning = { warning: 'not-trusted-here' };
    expect(await s.api.status(DEMO)).toMatchObject({ warnings: [] });
    expect(await s.api.status(DEMO)).not.toHaveProperty('asksTrust');
    expect(await other.api.status(DEMO)).toMatchObject({ asksTrust: true, warnings: [warning] });
    const { details } = await refused(other.resume());
    expect(details).toMatchObject({
      session: DEMO,
      commands: [
        { phase: null, does: 'runs', what: mark(marks, 'setup') },
        { phase: 'one', does: 'agent' },
        { phase: 'two', does: 'agent' },
        { phase: 'two', does: 'check', what: mark(marks, 'check') },
        { phase: 'three', does: 'agent' },
      ],
      by: [],
      heldBy: ['origin/cairn/demo'],
      warnings: [],
    });
    // Refused before anything was touched.
    expect(await other.repo.git('for-each-ref', 'refs/heads/cairn')).toBe('');
    expect(await other.repo.git('worktree', 'list', '--porcelain')).not.toContain('.worktrees');
    expect(await ran()).toEqual([]);
    // A yes to others than these is none.
    const wrong = { trust: true, shown: `sha256:${'0'.repeat(64)}` };
    await refused(other.resume(wrong));
    await refused(other.resume({ trust: true, shown: '' }));
    expect(await ran()).toEqual([]);
    expect(await other.resume({ trust: true, shown: details.hash, until: 'two' })).toMatchObject({
      reason: 'paused',
    });
    expect(await ran()).toEqual(['setup', 'agent', 'check']);
    expect(await other.api.status(DEMO)).not.toHaveProperty('asksTrust');
    await other.api.withdrawTrust(DEMO);
    expect(await other.api.status(DEMO)).toMatchObject({ asksTrust: true, warnings: [warning] });
    await other.api.trust(DEMO, details.hash);
    expect(await other.resume()).toMatchObject({ reason: 'completed' });
    await other.api.withdrawTrust(DEMO);
    // What is over runs nothing.
    expect(await other.api.status(DEMO)).not.toHaveProperty('asksTrust');
    await other.api.trust(DEMO, details.hash);
  });

  test('are shown whole, however long the names are that its commits claim', async () => {
    const { other } = await twoClonesOnGit();
    const [at, tree, before] = ['origin/cairn/demo', 'origin/cairn/demo^{tree}', 'origin/cairn/demo^'];
    const person = `${'Trust them. '.repeat(10_000)} <a@example.invalid> 1700000000 +0000`;
    const tip = await other.repo.gitWithInput(
      [
        `tree ${await other.repo.git('rev-parse', tree)}`,
        `parent ${await other.repo.git('rev-parse', before)}`,
        `author ${person}`,
        `committer ${person}`,
        `\n${await other.repo.git('log', '-1', '--format=%B', at)}\n`,
      ].join('\n'),
      'hash-object',
      '-t',
      'commit',
      '-w',
      '--stdin',
    );
    await other.repo.git('update-ref', `refs/remotes/${at}`, tip);
    const [name = ''] = (await other.api.commands(DEMO)).by;
    expect(name).toMatch(/^Trust them\. .{60,68}…$/);
  });

  test('once they are trusted, are noted for the eyes of the person alone', async () => {
    const s = await onGit(chain('one'));
    await s.start();
    await s.api.withdrawTrust(DEMO);
    const { hash } = await s.api.commands(DEMO);
    await s.api.trust(DEMO, hash);
    const folder = join(s.repo.root, '.git/cairn/demo/trusted');
    const file = join(folder, `${hash.slice('sha256:'.length)}.json`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test('what this clone opened is trusted, in all that follows', async () => {
    const { s, ran } = await twoClones();
    expect(await s.resume({ until: 'two' })).toMatchObject({ reason: 'paused' });
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    await fork(s, 'one');
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed' });
    expect(new Set(await ran())).toEqual(new Set(['agent', 'check', 'setup']));
    expect(await s.api.trusted()).toMatchObject([
      { session: DEMO, how: 'opened' },
      { session: OTHER, how: 'opened' },
    ]);
  });

  test('are not trusted by a word that is typed here: approve, reject, answer, restore, fork, cancel and restore', async () => {
    const { other, ran } = await twoClones((file) => flowOf(file, { approval: 'required' }), 'two');
    // It waits for a word, which nothing runs for.
    expect(await other.resume()).toMatchObject({ reason: 'waiting' });
    await other.api.approve(DEMO, null, null);
    await refused(other.resume());
    await other.api.restore(DEMO, { undo: true }, { dryRun: false }).catch(() => null);
    await other.api.restore(DEMO, { to: '3' }, { dryRun: false });
    await other.api.reject(DEMO, null, 'again').catch(() => null);
    await refused(other.resume());
    await fork(other, 'one');
    await refused(goOn(other, OTHER));
    await other.api.cancel(DEMO);
    await other.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await refused(other.resume());
    await refused(other.resume({ again: 'two' }));
    await refused(other.resume({ inPlace: true }));
    expect(await ran()).toEqual([]);
    // A fork of what is trusted here is, and no further.
    await other.resume({ trust: true, until: 'one' });
    await fork(other, 'one', 'third');
    expect(await goOn(other, 'third' as SessionId, { until: 'two' })).toMatchObject({ reason: 'waiting' });
    await refused(goOn(other, OTHER));
  });

  test('are stopped at the seam where the question was forgotten: no program is started, no agent found', async () => {
    const { other, ran, marks } = await twoClonesOnGit();
    const opened = await openWorld(other.repo.root, {
      env: other.repo.env,
      log: silentLog,
      onProgress: () => undefined,
    });
    onTestFinished(() => opened.dispose());
    const { world } = opened;
    const lease = await takeLease(world, DEMO);
    await underLease(lease, async () => {
      const drive = await openDrive(world, await findSession(world, DEMO), lease, { inPlace: false });
      const task = {
        command: mark(marks, 'forgotten'),
        cwd: drive.root,
        env: {},
        stdin: '',
        timeoutMs: 10_000,
        outputFile: join(drive.root, '../log'),
        signal: new AbortController().signal,
      };
      await refused(drive.world.processes.run(task));
      await refused(drive.world.agents.resolve(drive.record.workflow.agent));
      // Withdrawn while it works: the next program is not started.
      const { hash } = await other.api.commands(DEMO);
      await other.api.trust(DEMO, hash);
      await drive.world.processes.run(task);
      await other.api.withdrawTrust(DEMO);
      await refused(drive.world.processes.run(task));
    });
    expect(await ran()).toEqual(['forgotten']);
  });

  test('a gate that a word would have tried runs no check, and the phase stays as it is', async () => {
    const blocked = (file: string): Flow => ({
      agent: { kind: 'command', command: ['sh', '-c', 'exit 1'] },
      phases: [{ id: 'one', checks: [{ run: mark(file, 'check') }] }],
    });
    const { other, ran } = await twoClones(blocked, 'one');
    await refused(other.api.approve(DEMO, 'one', null));
    await refused(other.resume());
    expect(await ran()).toEqual([]);
    expect((await other.api.status(DEMO)).state).toBe('blocked');
    await other.api.trust(DEMO, (await other.api.commands(DEMO)).hash);
    expect(await other.api.approve(DEMO, 'one', null)).toMatchObject({ state: 'done' });
    expect(await ran()).toEqual(['check']);
  });

  const KEY = 'config/key.txt';
  const copies: Readonly<
    Record<string, { readonly flow: Flow; readonly act: (other: Seat) => Promise<unknown> }>
  > = {
    'for the checks of a word': {
      flow: {
        agent: { kind: 'command', command: ['sh', '-c', 'exit 1'] },
        worktree: { copy: [KEY] },
        phases: [{ id: 'one', checks: [{ run: 'true' }] }],
      },
      act: (other) => other.api.approve(DEMO, 'one', null),
    },
    'where a person does it all': {
      flow: {
        agent: { kind: 'manual' },
        worktree: { copy: [KEY] },
        phases: [{ id: 'one', artifacts: ['a.md'] }],
      },
      act: (other) => other.resume(),
    },
  };

  test.each(Object.entries(copies))(
    'copy no file of a person before that, %s',
    async (_when, { flow, act }) => {
      const { other } = await twoClones(() => flow, 'one');
      await other.repo.write(KEY, 'mine');
      await refused(act(other));
      const copied = async (): Promise<string> => (await other.worktree()).read(KEY);
      expect(await copied().catch(() => null)).toBe(null);
      await other.api.trust(DEMO, (await other.api.commands(DEMO)).hash);
      await act(other);
      expect(await copied()).toBe('mine');
    },
  );

  test('that were withdrawn are asked about again, also where the session was opened', async () => {
    const { s, ran } = await twoClones();
    expect(await s.api.withdrawTrust(DEMO)).toBe(true);
    expect(await s.api.withdrawTrust(DEMO)).toBe(false);
    await refused(s.resume());
    expect(await ran()).toEqual([]);
    const { hash, trusted } = await s.api.commands(DEMO);
    expect(trusted).toBe(false);
    await s.api.trust(DEMO, hash);
    expect(await s.api.trusted()).toMatchObject([{ session: DEMO, hash, how: 'said' }]);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
  });

  test('an agent cannot trust them', async () => {
    const { s, other } = await twoClones();
    const { root, env } = other.repo;
    const inside = await s.seat({ folder: root, env: { ...env, CAIRN_PHASE: 'two' } });
    const { hash } = await inside.api.commands(DEMO);
    await expect(inside.api.trust(DEMO, hash)).rejects.toMatchObject({ code: 'usage/inside-phase' });
  });

  test('are none where a person does it all: nothing is asked', async () => {
    const { other } = await twoClones(
      (file) => ({
        agent: { kind: 'manual' },
        phases: [{ id: 'one', agent: agentOf(file) }, { id: 'two' }].slice(1),
      }),
      'two',
    );
    expect(await other.resume()).toMatchObject({ reason: 'waiting' });
  });
});

describe('a tip that was followed', () => {
  const changes: Readonly<Record<string, (text: string) => string>> = {
    'the environment of its agent': (text) =>
      text.replace('"env": {}', '"env": { "NODE_OPTIONS": "-r ./evil.js" }'),
    'its setup': (text) => text.replace('echo setup', 'echo SETUP'),
    'what it copies': (text) => text.replace('"setup"', '"copy": [".env"], "setup"'),
    'the agent of a later phase': (text) =>
      text.replace('"id": "three",', '"id": "three", "agent": "codex",'),
  };

  test.each(Object.entries(changes))('and changes only %s is asked about', async (_what, change) => {
    const { s, other, ran } = await twoClones();
    await changeElsewhere(other, change);
    await pull(s.repo);
    await ran();
    const { details } = await refused(s.resume());
    expect(details.warnings).toHaveLength(1);
    // A yes to the history alone, and a word that stands on that tip, say nothing of it.
    await refused(s.resume({ trust: true, shown: '' }));
    await s.api.cancel(DEMO);
    await s.api.restore(DEMO, { to: String(details.warnings.length > 0 ? 3 : 2) }, { dryRun: false });
    await refused(s.resume());
    expect(await ran()).toEqual([]);
    // Back where this clone had it, what it opened is trusted still.
    await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
  });

  test('with the same commands is a question of its history alone, and a new one of a third clone', async () => {
    const { s, other, ran } = await twoClones();
    await other.resume({ trust: true, until: 'two' });
    await push(other.repo);
    await pull(s.repo);
    await ran();
    await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    expect(await s.resume({ trust: true, shown: '' })).toMatchObject({ reason: 'completed' });
    await refused((await cloneOf(s, 'third')).resume({ again: 'three' }));
  });

  test('both questions are one, and --trust answers both and says what it answered', async () => {
    const { s, other, marks } = await twoClones();
    await changeElsewhere(other, changes['its setup'] ?? ((text) => text));
    await pull(s.repo);
    await s.resume({ trust: true });
    expect(s.progress.filter(({ type }) => type === 'trusted')).toMatchObject([
      {
        commands: expect.arrayContaining([
          { phase: null, does: 'runs', what: `echo SETUP >> ${marks}` },
        ]) as unknown,
        warnings: [expect.stringContaining('was not published here') as string],
      },
    ]);
  });
});

describe('a workflow that the person changes', () => {
  const own = `.cairn/sessions/${DEMO}/workflow.yaml`;
  const edit = async (seat: Seat, over: Partial<ResumeOptions>): Promise<unknown> => {
    const tree = await seat.worktree();
    await tree.write(
      own,
      (await tree.read(own)).replace('echo check', 'echo CHECK').replace('echo agent', 'echo AGENT'),
    );
    return seat.resume({ acceptPlan: true, ...over });
  };

  test('in a session that never left this clone is theirs', async () => {
    const { s, ran } = await twoClones();
    expect(await edit(s, {})).toMatchObject({ reason: 'completed' });
    expect(await ran()).toEqual(['AGENT', 'CHECK', 'AGENT']);
    expect((await s.api.trusted()).map(({ how }) => how)).toEqual(['opened', 'changed']);
  });

  test('in a fork of such a session is theirs, too', async () => {
    const { s, ran, marks } = await twoClones();
    await fork(s, 'one');
    const mine = { schema: 1, name: 'mine', ...flowOf(marks), worktree: { setup: [mark(marks, 'SETUP')] } };
    await s.repo.write('.cairn/workflows/mine.yaml', JSON.stringify(mine));
    expect(await goOn(s, OTHER, { workflow: 'mine', acceptPlan: true })).toMatchObject({
      reason: 'completed',
    });
    expect(await ran()).toContain('agent');
    expect((await s.api.trusted()).map(({ session, how }) => `${session} ${how}`)).toContain('other changed');
  });

  test('in one that came from elsewhere is asked about: nobody can tell it from what came with the branch', async () => {
    const { other, ran } = await twoClones();
    await other.resume({ trust: true, until: 'one' });
    await ran();
    await refused(edit(other, {}));
    expect(await ran()).toEqual([]);
    expect(await other.resume({ acceptPlan: true, trust: true })).toMatchObject({ reason: 'completed' });
    expect(await ran()).toEqual(['AGENT', 'CHECK', 'AGENT']);
  });

  test('in one that came back from elsewhere, too; also where it names another workflow file', async () => {
    const { s, other, ran, marks } = await twoClones();
    await other.resume({ trust: true, until: 'two' });
    await push(other.repo);
    await pull(s.repo);
    await s.resume({ trust: true, until: 'two' });
    await ran();
    await s.repo.write(
      '.cairn/workflows/mine.yaml',
      JSON.stringify({
        schema: 1,
        name: 'mine',
        ...flowOf(marks),
        worktree: { setup: ['true'] },
      }),
    );
    await refused(s.resume({ workflow: 'mine', acceptPlan: true }));
    await refused(edit(s, {}));
    expect(await ran()).toEqual([]);
  });
});

test('a session on a remote only is named so that git knows it, in what can be done with it', async () => {
  const { other } = await twoClones(flowOf, 'three');
  await expect(other.api.path(DEMO)).rejects.toMatchObject({
    details: { refusal: { because: 'no-working-tree', over: 'origin/cairn/demo' } },
  });
});
