import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import { linkedTree } from '../support/atTip.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { ground, workflow } from '../support/ground.ts';
import { putOnTip } from '../support/putOnTip.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, START, takeSeat, type Stage } from '../support/session.ts';
import { differences, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { storeIn } from '../support/storeIn.ts';
import { THOROUGH } from '../support/thorough.ts';

/** A git that notes every command it is called with, before it runs it. */
async function countingGit(): Promise<{
  readonly git: string;
  readonly calls: () => Promise<readonly string[]>;
}> {
  const folder = await temporaryFolder();
  const [git, log] = [join(folder, 'git'), join(folder, 'log')];
  await writeFile(git, `#!/bin/sh\necho "$*" >> '${log}'\nexec git "$@"\n`);
  await chmod(git, 0o755);
  return {
    git,
    calls: async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean),
  };
}

/** State files of other sessions, and which of them were read since. */
async function unread(
  root: string,
): Promise<{ add(session: string, file: string): Promise<void>; read(): Promise<readonly string[]> }> {
  const made: string[] = [];
  const add = async (session: string, file: string): Promise<void> => {
    const path = join(root, '.git/cairn', session, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '{}\n');
    await utimes(path, 0, new Date());
    made.push(path);
  };
  const isRead = async (path: string): Promise<boolean> => (await stat(path)).atimeMs > 0;
  // Where the system notes no reads, nothing is known of them.
  await add('control', 'about.json');
  await readFile(made.pop() ?? '');
  const noted = await isRead(join(root, '.git/cairn/control/about.json'));
  await rm(join(root, '.git/cairn/control'), { recursive: true });
  return {
    add,
    read: async () => {
      const seen = await Promise.all(made.map(isRead));
      return noted ? made.filter((_path, at) => seen[at]) : [];
    },
  };
}

describe('many sessions', () => {
  it('[B15] 200 sessions are listed by one git process, foreign branches not among them, and going on with one costs what it did alone', async () => {
    const phases = ['one', 'two', 'three', 'four'].map((id) => `  - {id: ${id}, artifacts: [out.md]}\n`);
    const world = await startedGround({ flow: workflow(`phases:\n${phases.join('')}`) }, { until: 'one' });
    /** What git was asked for to go on up to a phase. */
    const goOn = async (until: string): Promise<readonly string[]> => {
      const counting = await countingGit();
      const seat = await world.seat({ git: counting.git });
      expect(await seat.resume({ until })).toMatchObject({ reason: 'paused' });
      return (await counting.calls()).map((call) => call.replaceAll(/[0-9a-f]{40}|index-\d+/g, '…')).sort();
    };
    const alone = await goOn('two');
    const { repo } = world;
    const tip = await repo.git('rev-parse', `cairn/${DEMO}`);
    const message = await repo.git('log', '-1', '--format=%B', tip);
    const tree = await repo.git('rev-parse', `${tip}^{tree}`);
    let input = '';
    const state = await unread(repo.root);
    for (let n = 0; n < 199; n += 1) {
      const name = `session-${String(n).padStart(3, '0')}`;
      const commit = await repo.gitWithInput(
        message.replaceAll(DEMO, name).replace('Cairn-State: running', 'Cairn-State: done'),
        'commit-tree',
        tree,
        '-p',
        `${tip}~1`,
      );
      for (const file of ['about.json', 'journal.jsonl', 'published', 'lease']) await state.add(name, file);
      input += `create refs/${n % 2 === 0 ? 'heads' : 'remotes/origin'}/cairn/${name} ${commit}\n`;
    }
    await repo.gitWithInput(input, 'update-ref', '--stdin');
    const counting = await countingGit();
    const { api } = await takeSeat(repo, { git: counting.git });
    const opened = (await counting.calls()).length;
    const sessions = await api.list();
    expect(sessions).toHaveLength(200);
    expect((await counting.calls()).slice(opened)).toHaveLength(1);
    for (const name of ['cairn/somebody-elses', 'cairn/Not_An_Id', 'cairn/deep/er-branch', 'other/session'])
      await repo.git('branch', name, 'main');
    expect(await api.list()).toEqual(sessions);
    expect(sessions.filter((session) => session.remote)).toHaveLength(99);
    expect(sessions.find((session) => session.session === DEMO)).toMatchObject({
      state: 'paused',
      seq: 3,
      next: ['three'],
      branch: `cairn/${DEMO}`,
      remote: false,
    });
    expect(await goOn('three')).toEqual(alone);
    expect(await state.read()).toEqual([]);
  });

  it('whatever a fetched branch holds, the others are listed, shown and verified as before', async () => {
    const world = await startedGround({}, { until: 'one' });
    const { repo, api } = world;
    const store = storeIn(repo);
    const tip = await repo.git('rev-parse', `cairn/${DEMO}`);
    const tree = await repo.git('rev-parse', `${tip}^{tree}`);
    const blob = Buffer.alloc(20, 1);
    const odd = await store('tree', Buffer.concat([Buffer.from('00100644 a\0'), blob]));
    const made = (of: { tree?: string; date?: string; message?: string }): Promise<string> => {
      const { tree: at = tree, date = '1', message = 'x' } = of;
      const raw = `tree ${at}\nparent ${tip}\nauthor A <a@b> ${date} +0000\ncommitter A <a@b> ${date} +0000\n\n`;
      return store('commit', Buffer.from(`${raw}${message}\n`));
    };
    const endless = await made({ message: 'y\n'.repeat(1_250_000) });
    const dated = await made({ date: '9000000000000' });
    const tips: Readonly<Record<string, string>> = {
      'no-date': dated,
      'no-tree': await made({ tree: '1'.repeat(40) }),
      'odd-tree': await made({ tree: odd }),
      endless,
    };
    // The same on the remote branch of a session here.
    const branches = [...Object.entries(tips), [DEMO, endless], [DEMO, dated]] as const;
    const [listed, status] = [await api.list(), await api.status(DEMO)];
    const warning = { warning: 'remote-moved', remote: `origin/cairn/${DEMO}`, relation: 'behind' };
    for (const [name, commit] of branches) {
      await repo.git('update-ref', `refs/remotes/origin/cairn/${name}`, commit);
      const seat = await world.seat();
      expect(await seat.api.list(), name).toEqual(listed);
      expect((await seat.api.find(null)).session, name).toBe(DEMO);
      expect(await seat.api.verify(null), name).toMatchObject([{ session: DEMO, violations: [] }]);
      const { warnings, ...rest } = await seat.api.status(DEMO);
      expect({ ...rest, warnings: status.warnings }, name).toEqual(status);
      expect(warnings, name).toMatchObject(name === DEMO && commit === dated ? [warning] : []);
      await seat.dispose();
    }
    // One that was worked on here does not vanish.
    for (const name of ['no-tree', 'odd-tree', 'endless']) {
      await repo.git('update-ref', `refs/heads/cairn/${DEMO}`, tips[name] ?? '');
      expect(await (await world.seat()).api.list(), name).toMatchObject([
        { session: DEMO, state: 'damaged', branch: `cairn/${DEMO}`, remote: false },
      ]);
    }
  });

  it('a STATUS.md of any length is not read to list a session', THOROUGH, async () => {
    const world = await startedGround({}, { until: 'one' });
    const path = `.cairn/sessions/${DEMO}/STATUS.md`;
    await putOnTip(world, DEMO, path, (text) => `${text}${'x'.repeat(34_000_000)}`);
    const tree = await world.repo.git('rev-parse', `cairn/${DEMO}^{tree}`);
    const squashed = await world.repo.gitWithInput('squashed\n', 'commit-tree', tree, '-p', 'main');
    await world.repo.git('update-ref', `refs/heads/cairn/${DEMO}`, squashed);
    expect(await world.api.list()).toMatchObject([{ session: DEMO, title: DEMO, state: 'unknown' }]);
    expect(await world.api.status(DEMO)).toMatchObject({ readOnly: 'unreadable', state: 'unknown' });
  });

  it('of any number of remote-tracking branches that end in its name those of the remotes are compared with it, and the others are told', async () => {
    const world = await startedGround({}, { until: 'one' });
    const { repo } = world;
    const [tip, main] = await Promise.all([
      repo.git('rev-parse', `cairn/${DEMO}`),
      repo.git('rev-parse', 'main'),
    ]);
    const beyond = await repo.gitWithInput('beyond\n', 'commit-tree', `${tip}^{tree}`, '-p', tip);
    const others = Array.from({ length: 60 }, (_, n) => `create refs/remotes/a/${n}/cairn/${DEMO} ${main}\n`);
    await repo.gitWithInput(
      `create refs/remotes/origin/cairn/${DEMO} ${beyond}\n${others.join('')}`,
      'update-ref',
      '--stdin',
    );
    const counting = await countingGit();
    const { api } = await world.seat({ git: counting.git });
    expect((await api.status(DEMO)).warnings).toEqual([
      { warning: 'remote-moved', remote: `origin/cairn/${DEMO}`, commit: beyond, relation: 'behind' },
      { warning: 'remotes-left', count: 45 },
    ]);
    expect((await counting.calls()).filter((call) => call.includes('merge-base')).length).toBeLessThan(20);
  });

  it.each(['done', 'waiting', 'blocked', 'in-place'])(
    '[E11] a session as an earlier release wrote it (%s) is listed and read by its schema',
    async (name) => {
      const repo = await gitRepo();
      const bundle = join(import.meta.dirname, `../golden/sessions/0.1.0/${name}.bundle`);
      await repo.git('fetch', '-q', '--update-head-ok', bundle, 'refs/*:refs/*');
      const { api } = await takeSeat(repo);
      const id = `golden-${name}` as SessionId;
      const [listed] = await api.list();
      expect(listed).toMatchObject({ session: id, state: name === 'in-place' ? 'paused' : name });
      expect(await repo.git('show', `cairn/${id}:.cairn/sessions/${id}/STATUS.md`)).toContain(
        '\nschema: 1\n',
      );
      // Fetched into this repository: what it would run nobody has trusted here.
      const warnings = name === 'done' ? [] : [{ warning: 'not-trusted-here' }];
      expect(await api.status(id)).toMatchObject({ state: listed?.state, warnings });
      expect((await api.verify(id))[0]?.violations).toEqual([]);
    },
  );

  it('[A9] [E11] a state of a newer Cairn is shown as unknown, other words of its as they stand', async () => {
    const world = await startedGround({}, { until: 'one' });
    const { repo } = world;
    const message = (await repo.git('log', '-1', '--format=%B', `cairn/${DEMO}`))
      .replace('Cairn-State: running', 'Cairn-State: meditating')
      .replace('Cairn-Kind: phase', 'Cairn-Kind: vision')
      .replace('Cairn-Schema: 3', 'Cairn-Schema: 7');
    const commit = await repo.gitWithInput(
      message,
      'commit-tree',
      `cairn/${DEMO}^{tree}`,
      '-p',
      `cairn/${DEMO}`,
    );
    await repo.git('update-ref', `refs/heads/cairn/${DEMO}`, commit);
    expect(await world.api.list()).toMatchObject([{ session: DEMO, state: 'unknown', seq: 2 }]);
    expect((await world.api.log(DEMO)).at(-1)).toMatchObject({ kind: 'vision', state: 'unknown' });
    await refusal(world.resume(), 'data/newer-schema');
  });

  it('a session whose tip was squashed is listed by what is in its tree', async () => {
    const world = await startedGround({}, { until: 'one' });
    const { repo } = world;
    const commit = await repo.gitWithInput('squashed\n', 'commit-tree', `cairn/${DEMO}^{tree}`, '-p', 'main');
    await repo.git('update-ref', `refs/heads/cairn/${DEMO}`, commit);
    expect(await world.api.list()).toMatchObject([
      { session: DEMO, title: 'Make it so', state: 'paused', seq: 2, next: ['two'] },
    ]);
  });

  it('[A7] words on a command line mean a session, else a phase of the one that can be meant', async () => {
    const world = await ground();
    await refusal(world.api.find(null), 'usage/no-session');
    await world.start({ until: 'one' });
    expect(await world.api.find(null)).toEqual({ session: DEMO, phase: null });
    expect(await world.api.find(`cairn/${DEMO}`)).toEqual({ session: DEMO, phase: null });
    await refusal(world.start(), 'usage/session-used');
    expect(await world.api.find('two')).toEqual({ session: DEMO, phase: 'two' });
    expect((await refusal(world.api.find('three'), 'usage/unknown-phase')).details).toEqual({
      phase: 'three',
      known: ['one', 'two'],
      among: { session: DEMO, sessions: [DEMO] },
    });
    await world.start({ id: 'finished' });
    expect(await world.api.find(null)).toEqual({ session: DEMO, phase: null });
    await world.start({ id: 'second', until: 'one' });
    expect((await refusal(world.api.find(null), 'usage/which-session')).details).toMatchObject({
      sessions: ['second', DEMO],
      unfinished: true,
      are: 'unfinished',
    });
    expect((await refusal(world.api.find('two'), 'usage/which-session')).details).toMatchObject({
      sessions: ['second', DEMO],
      are: 'phase',
      word: 'two',
    });
    expect((await refusal(world.api.find('thr'), 'usage/unknown-session')).details.sessions).toEqual(
      expect.arrayContaining(['second', 'finished', DEMO]),
    );
    for (const name of ['nope', '../x', '', 'refs/heads/main', 'main'])
      await expect(world.api.find(name)).rejects.toMatchObject({ code: expect.stringMatching(/^usage\//) });
    await refusal(world.api.status('nope' as SessionId), 'usage/unknown-session');
  });

  it('reading acts write nothing at all', async () => {
    const world = await startedGround({}, { until: 'one' });
    await linkedTree(world).write('a.txt', 'x\n');
    const before = await snapshot(world.repo.root);
    await world.api.list();
    await world.api.status(DEMO);
    await world.api.log(DEMO);
    await world.api.verify(null);
    await world.api.diff(DEMO, 'one');
    await world.api.diff(DEMO, null);
    await world.api.packet(DEMO, null);
    await world.api.show(DEMO, 'REQUEST.md@opened');
    await world.api.path(DEMO);
    await world.api.workflows();
    await world.api.restore(DEMO, { to: '1' }, { dryRun: true });
    await world.api.previewStart({ ...START, id: 'other' });
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  });
});

describe('two at once', () => {
  it(
    'two processes that resume the same session: one drives, the other is told (exit 6), nothing is lost',
    THOROUGH,
    async () => {
      const [inside, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const world: Stage = await ground({
        plays: async ({ produce, phase }) => {
          await produce('out.md');
          if (phase === 'two') {
            inside.resolve();
            await held.promise;
          }
        },
      });
      await world.start({ until: 'one' });
      const first = world.resume();
      await inside.promise;
      const other = await world.seat();
      const second = await other.resume();
      expect(second).toMatchObject({ reason: 'lease-held', session: DEMO });
      held.resolve();
      expect(await first).toMatchObject({ reason: 'completed' });
      expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
    },
  );

  it('two repositories with sessions of the same id know nothing of each other', THOROUGH, async () => {
    const [one, two] = [
      await ground(),
      await ground({
        flow: workflow('phases: [{id: one, artifacts: [out.md]}]\n'),
        files: { 'a.txt': 'b\n' },
      }),
    ];
    expect(await one.start()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await two.start()).toMatchObject({ reason: 'completed', seq: 2 });
    expect(
      execFileSync('git', ['-C', two.repo.root, 'fsck', '--no-dangling'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ).toBe('');
  });
});
