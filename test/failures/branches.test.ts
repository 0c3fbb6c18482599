import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../src/model/ids.ts';
import {
  badWorld,
  differences,
  ID,
  openApi,
  refusal,
  resumeOptions,
  startOptions,
  workflow,
  worldAround,
  type BadWorld,
} from '../support/badWorld.ts';
import { gitRepo, openGitRepo, temporaryFolder } from '../support/gitRepo.ts';

const signal = new AbortController().signal;

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

describe('the session branch', () => {
  it('[B1] exists before any agent runs, and nothing lands on the branch of the person', async () => {
    const seen: string[] = [];
    const world: BadWorld = await badWorld({
      worker: async ({ produce }) => {
        seen.push(await world.repo.git('log', '-1', '--format=%s', `cairn/${ID}`));
        await produce('out.md');
      },
    });
    const main = await world.repo.git('rev-parse', 'main');
    await world.start();
    expect(seen[0]).toBe('cairn: the session is open');
    expect(await world.repo.git('rev-parse', 'main')).toBe(main);
    expect(await world.repo.git('rev-parse', 'HEAD')).toBe(main);
  });

  it('[B9] deletions are in the body of the commit and in the packet, and stop nothing', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`old/f${n}.txt`, `${n}\n`]));
    const world = await badWorld({
      files,
      worker: async ({ produce, tree, phase }) => {
        await produce('out.md');
        if (phase === 'one') await tree.remove('old');
      },
    });
    expect(await world.start({ until: 'one' })).toMatchObject({ reason: 'paused' });
    const body = await world.repo.git('log', '-1', '--format=%b', `cairn/${ID}`);
    expect(body).toMatch(/30/);
    expect(body).toContain('old/f0.txt');
    expect(await world.atTip(`.cairn/sessions/${ID}/01-one/PACKET.md`)).toContain('old/f0.txt');
  });

  it('[B11] nothing is fetched or pushed: remotes are never spoken to', async () => {
    const counting = await countingGit();
    const world = await badWorld();
    await world.repo.git('remote', 'add', 'origin', '/nonexistent/remote.git');
    await world.repo.git('config', 'push.default', 'current');
    const api = await world.open(world.repo.root, { git: counting.git });
    await api.start(startOptions(), signal);
    await api.restore(ID, { to: 'one' }, { dryRun: false });
    await api.resume(ID, resumeOptions(), signal);
    await api.land(ID, { branch: 'x' }).catch(() => {});
    const calls = await counting.calls();
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter((call) => /\b(push|fetch|pull|ls-remote|clone|remote)\b/.test(call))).toEqual([]);
    // Nor are the commands used that lose work.
    expect(
      calls.filter((call) =>
        / (reset|clean|stash|gc|prune|reflog)( |$)/.test(call.replaceAll(/-c \S+/g, '')),
      ),
    ).toEqual([]);
  });

  it('[B12] our refs are at commits, and no extension is left in the config', async () => {
    const world = await badWorld();
    const config = await world.repo.read('.git/config');
    await world.start({ until: 'one' });
    await world.worktree().write('a.txt', 'x\n');
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    const types = (await world.repo.git('for-each-ref', '--format=%(objecttype)')).split('\n');
    expect(new Set(types)).toEqual(new Set(['commit']));
    expect(await world.repo.read('.git/config')).toBe(config);
    expect(await world.repo.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('[B14] one commit for a phase, which is the one that status, log and the tree name', async () => {
    const world = await badWorld();
    const outcome = await world.start({ until: 'one' });
    expect(await world.repo.git('rev-list', '--count', `main..cairn/${ID}`)).toBe('2');
    const tip = await world.repo.git('rev-parse', `cairn/${ID}`);
    expect(outcome.commit).toBe(tip);
    expect((await world.api.status(ID)).phases[0]?.commit).toBe(tip);
    expect((await world.api.log(ID)).at(-1)?.commit).toBe(tip);
  });

  it('[B13] a mirror of the repository has every session, and another clone goes on from it', async () => {
    const world = await badWorld();
    await world.start({ until: 'one' });
    const mirror = `${world.repo.root}-mirror.git`;
    await world.repo.git('clone', '-q', '--mirror', '.', mirror);
    const place = `${world.repo.root}-clone`;
    await world.repo.git('clone', '-q', mirror, place);
    const api = await world.open(place);
    expect(await api.list()).toMatchObject([{ session: ID, remote: true, state: 'running' }]);
    expect(await api.resume(ID, resumeOptions(), signal)).toMatchObject({ reason: 'completed' });
    expect(await openGitRepo(place).git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
    expect(
      await openGitRepo(place)
        .git('config', '--get-regexp', '^branch\\.cairn')
        .catch(() => ''),
    ).toBe('');
  });

  it('[E12] the newest commit alone, as in a clone of depth 1, is enough to resume', async () => {
    const world = await badWorld();
    await world.start({ until: 'one' });
    const place = `${world.repo.root}-shallow`;
    await world.repo.git(
      'clone',
      '-q',
      '--depth',
      '1',
      '--branch',
      `cairn/${ID}`,
      `file://${world.repo.root}`,
      place,
    );
    const clone = openGitRepo(place);
    await clone.git('switch', '-q', '--detach');
    const api = await world.open(place);
    expect(await api.resume(ID, resumeOptions(), signal)).toMatchObject({ reason: 'completed' });
    expect(await api.status(ID)).toMatchObject({ state: 'done', seq: 3 });
  });

  it('[D10] a resume that fails after it made the branch deletes nothing that it did not make', async () => {
    const world = await badWorld();
    await world.start({ until: 'one' });
    const place = `${world.repo.root}-clone`;
    await world.repo.git('clone', '-q', '.', place);
    const clone = openGitRepo(place);
    await clone.write(`../${'repo-clone'}.worktrees/${ID}/mine.txt`, 'mine\n');
    const api = await world.open(place);
    await refusal(api.resume(ID, resumeOptions(), signal), 'repo/worktree-place');
    expect(await clone.look(`../repo-clone.worktrees/${ID}/mine.txt`)).toBe('mine\n');
    expect(await clone.git('rev-parse', `origin/cairn/${ID}`)).toBe(
      await world.repo.git('rev-parse', `cairn/${ID}`),
    );
    await clone.remove(`../repo-clone.worktrees/${ID}/mine.txt`);
    expect(await api.resume(ID, resumeOptions(), signal)).toMatchObject({ reason: 'completed' });
  });

  it('[D10] a start that fails while the worktree is made can be resumed, and leaves what was there', async () => {
    const world = await badWorld();
    const counting = await countingGit();
    const text = await readFile(counting.git, 'utf8');
    await writeFile(
      counting.git,
      text.replace(
        'exec git',
        'case "$*" in *"worktree add"*) echo "fatal: no room" >&2; exit 128;; esac\nexec git',
      ),
    );
    const before = await world.repo.untouchables();
    const api = await world.open(world.repo.root, { git: counting.git });
    const error = await refusal(api.start(startOptions(), signal), 'git/failed');
    expect(error.details.stderr).toContain('no room');
    expect({ ...(await world.repo.untouchables()), branches: '' }).toEqual({ ...before, branches: '' });
    expect(await world.api.list()).toMatchObject([{ session: ID, state: 'paused', seq: 1 }]);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
  });
});

describe('many sessions', () => {
  it('[B15] 200 sessions are listed by one git process; foreign branches are not among them', async () => {
    const world = await badWorld();
    await world.start({ until: 'one' });
    const { repo } = world;
    const tip = await repo.git('rev-parse', `cairn/${ID}`);
    const message = await repo.git('log', '-1', '--format=%B', tip);
    const tree = await repo.git('rev-parse', `${tip}^{tree}`);
    let input = '';
    for (let n = 0; n < 199; n += 1) {
      const name = `session-${String(n).padStart(3, '0')}`;
      const commit = await repo.gitWithInput(
        message.replaceAll(ID, name),
        'commit-tree',
        tree,
        '-p',
        `${tip}~1`,
      );
      input += `create refs/${n % 2 === 0 ? 'heads' : 'remotes/origin'}/cairn/${name} ${commit}\n`;
    }
    await repo.gitWithInput(input, 'update-ref', '--stdin');
    const counting = await countingGit();
    const api = await openApi(repo.root, { git: counting.git });
    const opened = (await counting.calls()).length;
    const sessions = await api.list();
    expect(sessions).toHaveLength(200);
    expect((await counting.calls()).slice(opened)).toHaveLength(1);
    for (const name of ['cairn/somebody-elses', 'cairn/Not_An_Id', 'cairn/deep/er-branch', 'other/session'])
      await repo.git('branch', name, 'main');
    expect(await api.list()).toEqual(sessions);
    expect(sessions.filter((session) => session.remote)).toHaveLength(99);
    expect(sessions.find((session) => session.session === ID)).toMatchObject({
      state: 'paused',
      seq: 2,
      next: 'two',
      branch: `cairn/${ID}`,
      remote: false,
    });
  });

  it('[A9] [E11] words of a newer Cairn are shown as they stand', async () => {
    const world = await badWorld();
    await world.start({ until: 'one' });
    const { repo } = world;
    const message = (await repo.git('log', '-1', '--format=%B', `cairn/${ID}`))
      .replace('Cairn-State: running', 'Cairn-State: meditating')
      .replace('Cairn-Kind: phase', 'Cairn-Kind: vision')
      .replace('Cairn-Schema: 1', 'Cairn-Schema: 7');
    const commit = await repo.gitWithInput(message, 'commit-tree', `cairn/${ID}^{tree}`, '-p', `cairn/${ID}`);
    await repo.git('update-ref', `refs/heads/cairn/${ID}`, commit);
    expect(await world.api.list()).toMatchObject([{ session: ID, state: 'meditating', seq: 2 }]);
    expect((await world.api.log(ID)).at(-1)).toMatchObject({ kind: 'vision', state: 'meditating' });
    await refusal(world.resume(), 'data/untrusted-tip');
  });

  it('a session whose tip was squashed is listed by what is in its tree', async () => {
    const world = await badWorld();
    await world.start({ until: 'one' });
    const { repo } = world;
    const commit = await repo.gitWithInput('squashed\n', 'commit-tree', `cairn/${ID}^{tree}`, '-p', 'main');
    await repo.git('update-ref', `refs/heads/cairn/${ID}`, commit);
    expect(await world.api.list()).toMatchObject([
      { session: ID, title: 'Do it.', state: 'paused', seq: 2, next: 'two' },
    ]);
  });

  it('words on a command line mean a session, else a phase of the only unfinished one', async () => {
    const world = await badWorld();
    await refusal(world.api.find(null), 'usage/no-session');
    await world.start({ until: 'one' });
    expect(await world.api.find(null)).toEqual({ session: ID, phase: null });
    expect(await world.api.find('two')).toEqual({ session: ID, phase: 'two' });
    await refusal(world.api.find('three'), 'usage/unknown-phase');
    await world.start({ id: 'second', until: 'one' });
    expect((await refusal(world.api.find(null), 'usage/which-session')).details.sessions).toEqual(
      expect.arrayContaining([ID, 'second']),
    );
    await refusal(world.api.find('two'), 'usage/unknown-session');
    for (const name of ['nope', '../x', '', 'refs/heads/main', 'main'])
      await expect(world.api.find(name)).rejects.toMatchObject({ code: expect.stringMatching(/^usage\//) });
    await refusal(world.api.status('nope' as SessionId), 'usage/unknown-session');
  });

  it('reading acts write nothing at all', async () => {
    const world = await badWorld();
    await world.start({ until: 'one' });
    await world.worktree().write('a.txt', 'x\n');
    const before = await world.everything();
    await world.api.list();
    await world.api.status(ID);
    await world.api.log(ID);
    await world.api.verify(null);
    await world.api.diff(ID, 'one');
    await world.api.diff(ID, null);
    await world.api.packet(ID, null);
    await world.api.show(ID, 'REQUEST.md@opened');
    await world.api.path(ID);
    await world.api.workflows();
    await world.api.restore(ID, { to: '1' }, { dryRun: true });
    await world.api.previewStart(startOptions({ id: 'other' }));
    expect(differences(before, await world.everything())).toEqual([]);
  });
});

describe('two at once', () => {
  it('[A31] two processes that resume the same session: one drives, the other is told (exit 6), nothing is lost', async () => {
    const [inside, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const world: BadWorld = await badWorld({
      worker: async ({ produce, phase }) => {
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
    const other = await world.open(world.repo.root);
    const second = await other.resume(ID, resumeOptions(), signal);
    expect(second).toMatchObject({ reason: 'lease-held', session: ID });
    held.resolve();
    expect(await first).toMatchObject({ reason: 'completed' });
    expect(world.attempts).toEqual(['one@1', 'two@1']);
  });

  it('two repositories with sessions of the same id know nothing of each other', async () => {
    const [one, two] = [
      await badWorld(),
      await worldAround(
        await gitRepo(
          {
            'a.txt': 'b\n',
            '.cairn/workflows/w.yaml': workflow('phases: [{id: one, artifacts: [out.md]}]\n'),
          },
          { name: 'other' },
        ),
      ),
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
