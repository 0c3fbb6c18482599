import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { atTip, linkedTree } from '../support/atTip.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { ground, KNOWN_BY_CONFIG, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';
import { byDepth } from '../support/thorough.ts';

const ONE = workflow('phases: [{id: one, artifacts: [out.md]}]\n');
const HOOKS = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-checkout',
  'post-index-change',
  'reference-transaction',
  'post-rewrite',
  'pre-auto-gc',
  'post-merge',
  'pre-push',
];

async function withHooks(world: Stage, folder: string): Promise<() => Promise<string>> {
  const log = join(world.repo.root, '..', 'hooks.log');
  for (const name of HOOKS)
    await world.repo.write(join(folder, name), `#!/bin/sh\necho ${name} >> '${log}'\nexit 1\n`, 0o755);
  return () => readFile(log, 'utf8').catch(() => '');
}

describe('a checkpoint and the machinery of git', () => {
  for (const { rows, options } of byDepth([
    ['of the repository', '.git/hooks', async (): Promise<void> => {}],
    [
      'of core.hooksPath',
      '../hooks',
      async (world: Stage): Promise<void> => {
        await world.repo.git('config', 'core.hooksPath', join(world.repo.root, '../hooks'));
      },
    ],
  ]))
    it.each(rows)(
      '[A1] [A2] hooks %s, all failing: none fires in any act of ours, and the checkpoints are made',
      options,
      async (_where, folder, set) => {
        const world = await ground({
          plays: async ({ produce, tree }) => {
            await produce('out.md');
            await tree.write('b.txt', 'b\n');
          },
        });
        const fired = await withHooks(world, folder);
        await set(world);
        expect(await world.start({ until: 'one' })).toMatchObject({ reason: 'paused', seq: 2 });
        expect(await world.api.status(DEMO)).toMatchObject({ leftovers: 0 });
        expect(await atTip(world, 'b.txt')).toBe('b');
        await linkedTree(world).write('c.txt', 'c\n');
        await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
        await world.api.restore(DEMO, { undo: true }, { dryRun: false });
        await world.resume();
        await world.api.delete(DEMO, { purge: false });
        expect(await fired()).toBe('');
      },
    );

  it('[A1] a git that exits 1 when it moves the branch: the exit code says so, the phase is not done, and a resume ends it without the agent', async () => {
    const world = await startedGround({}, { until: 'one' });
    const failing = `case "$*" in *update-ref*) exit 1;; esac`;
    await world.repo.write('../git', `#!/bin/sh\n${failing}\nexec git "$@"\n`, 0o755);
    const seat = await world.seat({ git: join(world.repo.root, '../git') });
    await refusal(seat.resume(), 'git/failed');
    expect(exitOfError('git/failed')).toBe(8);
    expect(await world.repo.git('log', '-1', '--format=%s', `cairn/${DEMO}`)).toMatch(/one/);
    expect(await world.api.status(DEMO)).toMatchObject({
      state: 'interrupted',
      seq: 2,
      phases: [{ status: 'done' }, { status: 'interrupted' }],
    });
    expect(await world.resume()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
  });

  it('[A3] signing on with a key that hangs: no signature, no prompt, no hang', async () => {
    const world = await ground({ flow: ONE, world: { env: KNOWN_BY_CONFIG } });
    const gpg = join(world.repo.root, '..', 'gpg');
    await writeFile(gpg, '#!/bin/sh\nsleep 600\n');
    await chmod(gpg, 0o755);
    for (const [key, value] of [
      ['commit.gpgsign', 'true'],
      ['tag.gpgsign', 'true'],
      ['gpg.program', gpg],
      ['user.signingkey', 'x'],
    ] as const)
      await world.repo.git('config', key, value);
    // A git that says of each call whether it may ask, and whether it would wait for somebody to type.
    const log = join(world.repo.root, '..', 'asked');
    const noting = join(world.repo.root, '..', 'noting-git');
    const typed = `case "$*" in *'worktree add'*|*rev-parse*) timeout 20 cat > /dev/null || echo waits >> '${log}';; esac`;
    await writeFile(
      noting,
      `#!/bin/sh\necho "prompt=$GIT_TERMINAL_PROMPT" >> '${log}'\n${typed}\nexec git "$@"\n`,
    );
    await chmod(noting, 0o755);
    const seat = await world.seat({ git: noting });
    expect(await seat.start()).toMatchObject({
      reason: 'completed',
    });
    expect(await world.repo.git('cat-file', 'commit', `cairn/${DEMO}`)).not.toContain('gpgsig');
    expect(new Set((await readFile(log, 'utf8')).trim().split('\n'))).toEqual(new Set(['prompt=0']));
  });

  it('[A4] no name and no mail: the commit is by Cairn, and the config is not edited', async () => {
    const world = await ground({
      flow: workflow('phases: [{id: one, artifacts: [out.md], approval: required}]\n'),
      world: { env: KNOWN_BY_CONFIG },
    });
    for (const key of ['user.name', 'user.email']) await world.repo.git('config', '--unset', key);
    await world.repo.git('config', 'user.useConfigOnly', 'true');
    const config = await world.repo.read('.git/config');
    expect(await world.start()).toMatchObject({ reason: 'waiting' });
    expect(await world.api.approve(DEMO, null, null)).toMatchObject({ state: 'done' });
    expect(await world.repo.git('log', '-1', '--format=%an <%ae>', `cairn/${DEMO}`)).toBe(
      'Cairn <cairn@localhost>',
    );
    expect(await atTip(world, `.cairn/sessions/${DEMO}/01-one/phase.json`)).toContain('"by": "ada"');
    expect(await world.repo.read('.git/config')).toBe(config);
  });

  it('[A15] GIT_DIR, GIT_INDEX_FILE, GIT_WORK_TREE and their like in the environment point nowhere for us', async () => {
    const other = await gitRepo({ x: 'x\n' }, { name: 'other' });
    const before = await other.untouchables();
    const env = {
      ...KNOWN_BY_CONFIG,
      GIT_DIR: join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: join(other.root, '.git/index'),
      GIT_OBJECT_DIRECTORY: join(other.root, '.git/objects'),
      GIT_COMMON_DIR: join(other.root, '.git'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.bare',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_EDITOR: 'false',
      EDITOR: 'false',
      PAGER: 'false',
      GIT_ASKPASS: 'false',
      GIT_NAMESPACE: 'x',
      GIT_EXTERNAL_DIFF: 'false',
      GIT_TRACE: '1',
      GIT_CEILING_DIRECTORIES: '/',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: '/',
      GIT_LITERAL_PATHSPECS: '0',
    };
    const seen: string[] = [];
    const world = await ground({
      flow: ONE,
      world: { env },
      plays: ({ task, produce }) => {
        seen.push(...Object.keys(task.env));
        return produce('out.md');
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await other.untouchables()).toEqual(before);
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}`)).toMatch(/^[0-9a-f]{40}$/);
    // An agent has the person's environment, but for what leads git elsewhere.
    expect(seen.filter((name) => name.startsWith('GIT_'))).toEqual([
      'GIT_CONFIG_COUNT',
      'GIT_CONFIG_KEY_0',
      'GIT_CONFIG_VALUE_0',
      'GIT_EDITOR',
      'GIT_ASKPASS',
      'GIT_EXTERNAL_DIFF',
      'GIT_TRACE',
      'GIT_LITERAL_PATHSPECS',
    ]);
  });

  it('[A20] somebody else holds index.lock: the checkpoint is made and the lock is left', async () => {
    const world = await ground({ flow: `${ONE}isolation: in-place\n` });
    await world.repo.write('.git/index.lock', 'theirs');
    await world.repo.write('a.txt', 'changed\n');
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await atTip(world, 'a.txt')).toBe('changed');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await world.repo.look('.git/index.lock')).toBe('theirs');
  });

  it('a branch that moves while a phase ends: nothing is published over it, and the work is still there', async () => {
    const world = await ground({
      flow: ONE,
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('b.txt', 'b\n');
        await world.repo.git('update-ref', `refs/heads/cairn/${DEMO}`, 'main');
      },
    });
    const error = await refusal(world.start(), 'lease/overtaken');
    expect(error.details).toMatchObject({
      ref: `refs/heads/cairn/${DEMO}`,
      found: await world.repo.git('rev-parse', 'main'),
    });
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}`)).toBe(
      await world.repo.git('rev-parse', 'main'),
    );
    expect(await linkedTree(world).look('b.txt')).toBe('b\n');
  });

  it('[A33] what a tool stages in any index makes no difference: the tree is what lies on disk', async () => {
    const world = await ground({
      flow: ONE,
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('b.txt', 'staged\n');
        await tree.git('add', 'b.txt');
        await tree.write('b.txt', 'on disk\n');
        await tree.git('rm', '-q', '--cached', 'a.txt');
      },
    });
    await world.start();
    expect(await atTip(world, 'b.txt')).toBe('on disk');
    expect(await atTip(world, 'a.txt')).toBe('a');
  });
});
