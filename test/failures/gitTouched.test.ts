import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ground, workflow } from '../support/ground.ts';
import { DEMO } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';

const ONE = (rest = ''): string => workflow(`phases:\n  - {id: one, artifacts: [out.md]${rest}}\n`);

describe('what decides what git runs', () => {
  it('changed while an agent worked: each file is told, of the repository and of the worktree; nothing of it runs by our hand', async () => {
    const world = await ground({
      flow: ONE(),
      plays: async ({ produce }) => {
        const git = join(world.repo.root, '.git');
        await produce('out.md');
        await appendFile(join(git, 'config'), '[core]\n\thooksPath = ../evil\n');
        await mkdir(join(git, 'hooks'), { recursive: true });
        await writeFile(join(git, 'hooks/reference-transaction'), '#!/bin/sh\ntouch "$0.ran"\n');
        await chmod(join(git, 'hooks/reference-transaction'), 0o755);
        await mkdir(join(git, 'info'), { recursive: true });
        await writeFile(join(git, 'info/attributes'), '*.txt -text\n');
        await writeFile(join(git, `worktrees/${DEMO}/config.worktree`), '[core]\n\tfsmonitor = evil\n');
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    const told = world.told().filter((line) => line.includes('what git runs'));
    expect(told).toEqual([
      `While the agent worked, .git/config, .git/hooks/reference-transaction, .git/info/attributes, .git/worktrees/${DEMO}/config.worktree changed. That decides what git runs here, no checkpoint holds it and no restore brings it back: look at it before you use git.`,
    ]);
    expect(await world.repo.look('.git/hooks/reference-transaction.ran')).toBeNull();
  });

  it('changed by a check, or by an agent that was stopped: told as well', async () => {
    const stop = new AbortController();
    const world = await ground({
      flow: ONE(`, checks: [{run: 'git config filter.x.clean evil'}]`),
      plays: async ({ produce, attempt, task }) => {
        await produce('out.md');
        if (attempt > 1) return undefined;
        await writeFile(join(world.repo.root, '.git/hooks/pre-push'), 'evil\n');
        stop.abort(new Error('stopped'));
        expect(task.signal.aborted).toBe(true);
        return { kind: 'cancelled' };
      },
    });
    await mkdir(join(world.repo.root, '.git/hooks'), { recursive: true });
    await world.start({}, stop.signal);
    expect(world.told().join('\n')).toContain('While the agent worked, .git/hooks/pre-push changed');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(world.told().join('\n')).toContain('While the checks worked, .git/config changed');
  });

  it('of branches and tags that are not of the session: each is told with what it pointed at, however git keeps them', async () => {
    const world = await ground({
      flow: ONE(
        `, checks: [{run: 'test -z "$CAIRN_ATTEMPT" || { git branch -f moved && git tag -d gone && git tag new; }'}]`,
      ),
      plays: async ({ produce }) => {
        await produce('out.md');
        await world.repo.git('update-ref', '-d', 'refs/heads/packed');
      },
    });
    const { repo } = world;
    const tip = await repo.git('rev-parse', 'HEAD');
    for (const words of [
      ['branch', 'packed'],
      ['tag', 'gone'],
      ['pack-refs', '--all'],
      ['branch', 'moved'],
    ])
      await repo.git(...words);
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    const told = world.told().filter((line) => line.includes("not the session's"));
    const at = tip.slice(0, 12);
    expect(told).toEqual([
      `While the agent worked, what is not the session's changed in git: branch packed is gone (it was ${at}). No restore brings that back: if it was not you, look at it.`,
      expect.stringMatching(
        new RegExp(
          `^While the checks worked, .*: branch moved moved from ${at} to [0-9a-f]{12}, tag gone is gone \\(it was ${at}\\), tag new is new\\. `,
        ),
      ),
    ]);
  });

  it('commits on a branch that somebody has checked out are usual, and what takes some from it is not', async () => {
    const world = await ground({
      flow: ONE(`, checks: [{run: 'test -z "$CAIRN_ATTEMPT" || git update-ref refs/heads/main main~2'}]`),
      plays: async ({ produce }) => {
        await produce('out.md');
        await world.repo.git('commit', '-q', '--allow-empty', '-m', 'mine');
      },
    });
    await world.repo.git('commit', '-q', '--allow-empty', '-m', 'before');
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(world.told().filter((line) => line.includes("not the session's"))).toEqual([
      expect.stringMatching(/^While the checks worked, .*: branch main moved from /),
    ]);
  });

  it('left alone: nothing is said', async () => {
    const world = await startedGround({ flow: ONE(`, checks: [{run: 'true'}]`) });
    expect(world.told().filter((line) => /what git runs|not the session's/.test(line))).toEqual([]);
  });
});
