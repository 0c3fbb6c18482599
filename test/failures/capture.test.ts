import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  badWorld,
  differences,
  foreign,
  ID,
  refusal,
  startOptions,
  workflow,
  worldAround,
  type BadWorld,
} from '../support/badWorld.ts';
import { gitRepo, openGitRepo } from '../support/gitRepo.ts';

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

/** Starts and answers the record of phase `one` at the tip. */
async function recordOf(
  world: BadWorld,
  path = '01-one',
): Promise<{
  readonly notCaptured: readonly { path: string; why: string }[];
  readonly normalised: readonly string[];
  readonly status: string;
}> {
  return JSON.parse(await world.atTip(`.cairn/sessions/${ID}/${path}/phase.json`)) as never;
}

async function withHooks(world: BadWorld, folder: string): Promise<() => Promise<string>> {
  const log = join(world.repo.root, '..', 'hooks.log');
  for (const name of HOOKS)
    await world.repo.write(join(folder, name), `#!/bin/sh\necho ${name} >> '${log}'\nexit 1\n`, 0o755);
  return () => readFile(log, 'utf8').catch(() => '');
}

describe('a checkpoint and the machinery of git', () => {
  it.each([
    ['of the repository', '.git/hooks', async (): Promise<void> => {}],
    [
      'of core.hooksPath',
      '../hooks',
      async (world: BadWorld): Promise<void> => {
        await world.repo.git('config', 'core.hooksPath', join(world.repo.root, '../hooks'));
      },
    ],
  ])(
    '[A1] [A2] hooks %s, all failing: none fires in any act of ours, and the checkpoints are made',
    async (_where, folder, set) => {
      const world = await badWorld({
        worker: async ({ produce, tree }) => {
          await produce('out.md');
          await tree.write('b.txt', 'b\n');
        },
      });
      const fired = await withHooks(world, folder);
      await set(world);
      expect(await world.start({ until: 'one' })).toMatchObject({ reason: 'paused', seq: 2 });
      await world.worktree().write('c.txt', 'c\n');
      await world.api.restore(ID, { to: '1' }, { dryRun: false });
      await world.api.restore(ID, { undo: true }, { dryRun: false });
      await world.resume();
      await world.api.delete(ID, { purge: false });
      expect(await fired()).toBe('');
    },
  );

  it('[A3] signing on with a key that hangs: no signature, no prompt, no hang', async () => {
    const world = await badWorld({ workflow: ONE });
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
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await world.repo.git('cat-file', 'commit', `cairn/${ID}`)).not.toContain('gpgsig');
  });

  it('[A4] no name and no mail: the commit is by Cairn, and the config is not edited', async () => {
    const world = await badWorld({
      workflow: workflow('phases: [{id: one, artifacts: [out.md], approval: required}]\n'),
    });
    for (const key of ['user.name', 'user.email']) await world.repo.git('config', '--unset', key);
    await world.repo.git('config', 'user.useConfigOnly', 'true');
    const config = await world.repo.read('.git/config');
    expect(await world.start()).toMatchObject({ reason: 'waiting' });
    expect(await world.api.approve(ID, null, null)).toMatchObject({ state: 'done' });
    expect(await world.repo.git('log', '-1', '--format=%an <%ae>', `cairn/${ID}`)).toBe(
      'Cairn <cairn@localhost>',
    );
    expect(await world.atTip(`.cairn/sessions/${ID}/01-one/phase.json`)).toContain('"by": "ada"');
    expect(await world.repo.read('.git/config')).toBe(config);
  });

  it('[A15] GIT_DIR, GIT_INDEX_FILE, GIT_WORK_TREE and their like in the environment point nowhere for us', async () => {
    const other = await gitRepo({ x: 'x\n' }, { name: 'other' });
    const before = await other.untouchables();
    const env = {
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
    const world = await badWorld({
      workflow: ONE,
      world: { env },
      worker: ({ task, produce }) => {
        seen.push(...Object.keys(task.env));
        return produce('out.md');
      },
    });
    const api = await world.open(world.repo.root, {
      env: { PATH: process.env['PATH'], HOME: '/nonexistent-home', ...env },
    });
    expect(await api.start(startOptions(), new AbortController().signal)).toMatchObject({
      reason: 'completed',
    });
    expect(await other.untouchables()).toEqual(before);
    expect(await world.repo.git('rev-parse', `cairn/${ID}`)).toMatch(/^[0-9a-f]{40}$/);
    expect(seen.filter((name) => name.startsWith('GIT_'))).toEqual([]);
  });

  it('[A20] somebody else holds index.lock: the checkpoint is made and the lock is left', async () => {
    const world = await badWorld({ workflow: `${ONE}isolation: in-place\n` });
    await world.repo.write('.git/index.lock', 'theirs');
    await world.repo.write('a.txt', 'changed\n');
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await world.atTip('a.txt')).toBe('changed');
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await world.repo.look('.git/index.lock')).toBe('theirs');
  });

  it('[A31] a branch that moves while a phase ends: nothing is published over it, and the work is still there', async () => {
    const world = await badWorld({
      workflow: ONE,
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('b.txt', 'b\n');
        await world.repo.git('update-ref', `refs/heads/cairn/${ID}`, 'main');
      },
    });
    const error = await refusal(world.start(), 'data/publish-refused');
    expect(error.details).toMatchObject({
      ref: `refs/heads/cairn/${ID}`,
      found: await world.repo.git('rev-parse', 'main'),
    });
    expect(await world.repo.git('rev-parse', `cairn/${ID}`)).toBe(await world.repo.git('rev-parse', 'main'));
    expect(await world.worktree().look('b.txt')).toBe('b\n');
  });

  it('[A33] what a tool stages in any index makes no difference: the tree is what lies on disk', async () => {
    const world = await badWorld({
      workflow: ONE,
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('b.txt', 'staged\n');
        await tree.git('add', 'b.txt');
        await tree.write('b.txt', 'on disk\n');
        await tree.git('rm', '-q', '--cached', 'a.txt');
      },
    });
    await world.start();
    expect(await world.atTip('b.txt')).toBe('on disk');
    expect(await world.atTip('a.txt')).toBe('a');
  });

  it('[A23] [A35] config of the person that would run something or rewrite the repository does nothing', async () => {
    const world = await badWorld();
    const ran = join(world.repo.root, '..', 'ran');
    await writeFile(`${ran}.sh`, `#!/bin/sh\necho "$0 $@" >> '${ran}'\nexit 1\n`);
    await chmod(`${ran}.sh`, 0o755);
    const settings = [
      ['core.fsmonitor', `${ran}.sh`],
      ['core.pager', `${ran}.sh`],
      ['pager.log', `${ran}.sh`],
      ['diff.external', `${ran}.sh`],
      ['core.editor', `${ran}.sh`],
      ['core.askPass', `${ran}.sh`],
      ['gc.auto', '1'],
      ['maintenance.auto', 'true'],
      ['branch.autoSetupMerge', 'always'],
      ['branch.autoSetupRebase', 'always'],
      ['push.autoSetupRemote', 'true'],
      ['log.showSignature', 'true'],
      ['gpg.program', `${ran}.sh`],
      ['trailer.separators', '='],
      ['core.quotePath', 'true'],
      ['color.ui', 'always'],
      ['log.date', 'relative'],
      ['format.pretty', 'oneline'],
      ['status.showUntrackedFiles', 'no'],
      ['status.renames', 'copies'],
      ['diff.noprefix', 'true'],
      ['core.commentChar', 'C'],
      ['i18n.commitEncoding', 'latin1'],
      ['i18n.logOutputEncoding', 'latin1'],
      ['core.untrackedCache', 'true'],
      ['index.version', '4'],
      ['feature.manyFiles', 'true'],
      ['core.splitIndex', 'true'],
      ['worktree.guessRemote', 'true'],
      ['core.logAllRefUpdates', 'always'],
      ['checkout.defaultRemote', 'origin'],
      ['commit.template', '/nonexistent'],
      ['commit.cleanup', 'scissors'],
      ['diff.ignoreSubmodules', 'all'],
      ['core.safecrlf', 'true'],
      ['fetch.recurseSubmodules', 'true'],
      ['submodule.recurse', 'true'],
    ] as const;
    for (const [key, value] of settings) await world.repo.git('config', key, value);
    const config = await world.repo.read('.git/config');
    expect(await world.start({ request: 'Prüfe Ünïcode = and C comments' })).toMatchObject({
      reason: 'completed',
      seq: 3,
    });
    await world.worktree().write('b.txt', 'b\n');
    await world.api.restore(ID, { to: 'one' }, { dryRun: false });
    expect(await world.api.status(ID)).toMatchObject({
      title: 'Prüfe Ünïcode = and C comments',
      warnings: [],
    });
    expect((await world.api.log(ID)).map((entry) => entry.kind)).toEqual([
      'opened',
      'phase',
      'phase',
      'restore',
    ]);
    expect((await world.api.verify(ID))[0]?.violations).toEqual([]);
    expect(await readFile(ran, 'utf8').catch(() => '')).toBe('');
    expect(await world.repo.read('.git/config')).toBe(config);
  });

  it('replace refs change nothing of what we see', async () => {
    const world = await badWorld();
    await world.start();
    const tip = await world.repo.git('rev-parse', `cairn/${ID}`);
    await world.repo.git('replace', tip, 'main');
    expect(await world.api.status(ID)).toMatchObject({ state: 'done', seq: 3 });
    expect((await world.api.verify(ID))[0]?.violations).toEqual([]);
    expect(await world.api.list()).toMatchObject([{ session: ID, state: 'done' }]);
  });

  it('a SHA-256 repository is like any other', async () => {
    const world = await badWorld({
      repo: { objectFormat: 'sha256' },
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('b.txt', 'b\n');
      },
    });
    await world.start({ until: 'one' });
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect((await world.api.verify(ID))[0]?.violations).toEqual([]);
    await world.api.land(ID, { branch: 'x' });
    await world.api.delete(ID, { purge: true });
  });

  it('[A27] objects cut to nothing, as after a power loss: told, nothing moved, the other sessions are still there', async () => {
    const world = await badWorld();
    await world.start({ until: 'one' });
    await world.start({ id: 'sound', until: 'one' });
    const tip = await world.repo.git('rev-parse', `cairn/${ID}`);
    const object = `.git/objects/${tip.slice(0, 2)}/${tip.slice(2)}`;
    await chmod(join(world.repo.root, object), 0o644);
    await world.repo.write(object, '');
    const api = await world.open(world.repo.root);
    const before = await world.everything();
    for (const act of [
      () =>
        api.resume(
          ID,
          {
            note: null,
            until: null,
            leftovers: null,
            workflow: null,
            acceptPlan: false,
            trust: false,
            here: false,
            inPlace: false,
            again: null,
          },
          new AbortController().signal,
        ),
      () => api.status(ID),
      () => api.restore(ID, { to: '1' }, { dryRun: false }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'data/missing-object' });
    expect(foreign(differences(before, await world.everything()))).toEqual([]);
    expect((await api.list()).map((summary) => summary.session)).toContain('sound');
    expect(await api.status('sound' as typeof ID)).toMatchObject({ seq: 2 });
    expect(
      await world.repo
        .git('for-each-ref', '--format=%(objectname)', `refs/heads/cairn/${ID}`)
        .catch(() => tip),
    ).toContain(tip);
  });
});

describe('what a checkpoint takes and what it leaves', () => {
  const HOSTILE = [
    'new\nline.txt',
    '-rf',
    '--help',
    '$(touch owned)',
    '`id`',
    'it\'s "quoted"',
    'back\\slash',
    ' leading and trailing ',
    'tab\there',
    '*glob?[a]',
    ':(glob)x',
    ':!x',
    'é-nfc.txt',
    'é-nfd.txt',
    'emoji-🪨.txt',
    '#comment',
    '!bang',
    'CON.txt',
    'bar||x',
    '||\n||',
    'sub/-x/..dots',
    'a'.repeat(200),
  ];

  it('names that hurt: newline, dash, quotes, commands, magic', async () => {
    const world = await badWorld({
      workflow: workflow('phases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n'),
      worker: async ({ produce, tree, phase }) => {
        await produce('out.md');
        for (const name of HOSTILE)
          await (phase === 'one' ? tree.write(`h/${name}`, `${name}\n`) : tree.remove(`h/${name}`));
      },
    });
    await world.start({ until: 'one' });
    expect((await world.filesAtTip()).filter((path) => path.startsWith('h/')).sort()).toEqual(
      HOSTILE.map((name) => `h/${name}`).sort(),
    );
    expect((await recordOf(world)).notCaptured).toEqual([]);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect((await world.filesAtTip()).filter((path) => path.startsWith('h/'))).toEqual([]);
    // [B9] Deletions stand in the body, and no name can pass for a trailer or end one.
    const body = await world.repo.git('log', '-1', '--format=%B', `cairn/${ID}`);
    expect(body).toMatch(/delete/i);
    expect(
      await world.repo.git('log', '-1', '--format=%(trailers:key=Cairn-Kind,valueonly)', `cairn/${ID}`),
    ).toBe('phase\n');
    await world.api.restore(ID, { to: 'one' }, { dryRun: false });
    for (const name of HOSTILE) expect(await world.worktree().look(`h/${name}`)).toBe(`${name}\n`);
    expect(await world.worktree().look('owned')).toBeNull();
    expect((await world.api.verify(ID))[0]?.violations).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('a name that is no text is told and left alone', async () => {
    const bytes = Buffer.concat([Buffer.from('bad-'), Buffer.from([0xff, 0xfe])]);
    const world = await badWorld({
      workflow: ONE,
      worker: async ({ produce, root }) => {
        await produce('out.md');
        await writeFile(Buffer.concat([Buffer.from(`${root}/`), bytes]), 'x\n');
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect((await recordOf(world)).notCaptured).toHaveLength(1);
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await readFile(Buffer.concat([Buffer.from(`${world.worktree().root}/`), bytes]), 'utf8')).toBe(
      'x\n',
    );
  });

  it('[A11] [A12] nested repositories are told, and never touched', async () => {
    const world = await badWorld({
      workflow: ONE,
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.git('init', '-q', 'nested');
        await tree.write('nested/inside.txt', 'inside\n');
        await tree.git('-C', 'nested', 'add', '-A');
        await tree.git(
          '-C',
          'nested',
          '-c',
          'user.name=x',
          '-c',
          'user.email=x@x',
          'commit',
          '-q',
          '-m',
          'nested',
        );
        await tree.write('nested/dirty.txt', 'dirty\n');
        await tree.git('init', '-q', 'empty-nested');
      },
    });
    await world.start();
    expect((await recordOf(world)).notCaptured.map((item) => item.path).sort()).toEqual([
      'empty-nested',
      'nested',
    ]);
    expect((await world.filesAtTip()).filter((path) => path.includes('nested'))).toEqual([]);
    expect(await world.repo.git('ls-tree', '-r', `cairn/${ID}`)).not.toContain('160000');
    const tree = world.worktree();
    const head = await tree.git('-C', 'nested', 'rev-parse', 'HEAD');
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await tree.look('nested/dirty.txt')).toBe('dirty\n');
    expect(await tree.git('-C', 'nested', 'rev-parse', 'HEAD')).toBe(head);
    expect(await tree.look('nested/.git')).toBe('/');
  });

  it('[A11] a dirty submodule: told, its pointer stays', async () => {
    const sub = await gitRepo({ 's.txt': 's\n' }, { name: 'sub' });
    const repo = await gitRepo({ 'a.txt': 'a\n', '.cairn/workflows/w.yaml': `${ONE}isolation: in-place\n` });
    await repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', sub.root, 'sub');
    await repo.commit('with a submodule');
    const world = await worldAround(repo, {
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('sub/s.txt', 'changed\n');
      },
    });
    const before = await repo.git('ls-tree', 'HEAD', 'sub');
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await repo.git('ls-tree', `cairn/${ID}`, 'sub')).toBe(before);
    expect((await recordOf(world)).notCaptured.map((item) => item.path)).toEqual(['sub']);
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await repo.look('sub/s.txt')).toBe('changed\n');
  });

  it('[A13] a linked worktree and a submodule as the workspace', async () => {
    const repo = await gitRepo({ 'a.txt': 'a\n', '.cairn/workflows/w.yaml': ONE });
    const linked = `${repo.root}-linked`;
    await repo.git('worktree', 'add', '-q', '-b', 'side', linked);
    const inLinked = await worldAround(openGitRepo(linked));
    await inLinked.repo.write('mine.txt', 'mine\n');
    expect(await inLinked.start({ inPlace: true })).toMatchObject({ reason: 'completed' });
    expect(await inLinked.atTip('mine.txt')).toBe('mine');
    expect(await inLinked.start({ id: 'second' })).toMatchObject({ reason: 'completed' });
    expect(await inLinked.api.path('second' as typeof ID)).toBe(`${repo.root}.worktrees/second`);

    const outer = await gitRepo({ 'o.txt': 'o\n' }, { name: 'outer' });
    await outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.root, 'inner');
    await outer.commit('with a submodule');
    const inner = openGitRepo(join(outer.root, 'inner'));
    const world = await worldAround(inner);
    const before = await outer.untouchables();
    expect(await world.start({ id: 'third' })).toMatchObject({ reason: 'completed' });
    const path = await world.api.path('third' as typeof ID);
    expect(await openGitRepo(path).look('a.txt')).toBe('a\n');
    expect(await world.start({ id: 'fourth', inPlace: true })).toMatchObject({ reason: 'completed' });
    expect(await outer.untouchables()).toEqual(before);
    await world.api.delete('third' as typeof ID, { purge: true });
  });

  it('[A16] the session folder is captured whatever the ignore rules say', async () => {
    for (const rule of ['.cairn/\n', '.cairn/sessions\n', '*.md\n', '*\n']) {
      const world = await badWorld({
        worker: async ({ produce }) => {
          await produce('out.md');
          await produce('deep/notes.log', 'x\n');
        },
      });
      await world.repo.write('.gitignore', rule);
      await world.repo.git('add', '-f', '.gitignore');
      await world.repo.git('commit', '-q', '-m', 'ignore');
      expect(await world.start()).toMatchObject({ reason: 'completed' });
      expect(await world.filesAtTip()).toEqual(
        expect.arrayContaining([
          `.cairn/sessions/${ID}/02-two/out.md`,
          `.cairn/sessions/${ID}/02-two/deep/notes.log`,
        ]),
      );
    }
  });

  it('[A16] an artifact elsewhere that git ignores is refused at the start, with file and line', async () => {
    const world = await badWorld({
      workflow: workflow('phases:\n  - id: one\n    artifacts:\n      - /dist/out.js\n'),
    });
    await world.repo.write('.gitignore', 'dist/\n');
    const before = await world.everything();
    const error = await refusal(world.start(), 'workflow/artifact-ignored');
    expect(error.details.problems).toMatchObject([{ file: '.cairn/workflows/w.yaml', line: 7, column: 9 }]);
    expect(differences(before, await world.everything())).toEqual([]);
  });

  it('an artifact behind a link, a submodule or a file is refused at the start, with file and line', async () => {
    const world = await badWorld({
      workflow: workflow('phases:\n  - id: one\n    artifacts: [/link/out.md, /a.txt/out.md]\n'),
    });
    await world.repo.link('link', '..');
    await world.repo.commit('a link');
    const error = await refusal(world.start(), 'workflow/invalid');
    expect(error.details.problems.map(({ line, message }) => [line, message.split(',')[0]])).toEqual([
      [6, 'link is a link'],
      [6, 'a.txt is a file'],
    ]);
  });

  it('[A17] an untracked file over the limit is listed and not stored; a tracked one is', async () => {
    const big = Buffer.alloc(3_000_000, 'x');
    const world = await badWorld({
      workflow: ONE,
      files: { 'tracked.bin': 'small\n' },
      world: { settings: { maxFileBytes: 2_000_000 } },
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('model.bin', big);
        await tree.write('tracked.bin', big);
      },
    });
    await world.start();
    expect((await recordOf(world)).notCaptured).toEqual([
      { path: 'model.bin', why: expect.stringContaining('larger than 2 MB') },
    ]);
    expect(await world.filesAtTip()).not.toContain('model.bin');
    expect(await world.repo.git('cat-file', '-s', `cairn/${ID}:tracked.bin`)).toBe('3000000');
    expect(await world.atTip(`.cairn/sessions/${ID}/01-one/PACKET.md`)).toContain('model.bin');
    const blob = createHash('sha1').update(`blob ${big.length}\0`).update(big).digest('hex');
    await world.worktree().write('tracked.bin', 'other\n');
    expect(blob).toBe(await world.repo.git('rev-parse', `cairn/${ID}:tracked.bin`));
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await world.worktree().look('model.bin')).toHaveLength(3_000_000);
  });

  it('an artifact over the limit: the gate does not hold and says why', async () => {
    const world = await badWorld({
      workflow: ONE,
      world: { settings: { maxFileBytes: 1000 } },
      worker: ({ produce }) => produce('out.md', 'x'.repeat(2000)),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    expect((await world.api.status(ID)).phases[0]?.reasons.join()).toMatch(/out\.md.*larger/);
  });

  it('[A19] CRLF files: a second checkpoint sees no change, and a mixed file is listed as normalised', async () => {
    const world = await badWorld({
      files: { '.gitattributes': '*.txt text\n', 'crlf.txt': 'one\r\ntwo\r\n' },
      worker: async ({ produce, tree, phase }) => {
        await produce('out.md');
        if (phase === 'one') {
          await tree.write('mixed.txt', 'one\r\ntwo\n');
          await tree.write('new-crlf.txt', 'x\r\n');
        }
      },
    });
    await world.repo.git('config', 'core.autocrlf', 'true');
    await world.start();
    expect((await recordOf(world)).normalised).toContain('mixed.txt');
    const changed = await world.repo.git('diff', '--name-only', `cairn/${ID}~1`, `cairn/${ID}`);
    expect(changed.split('\n').filter((path) => !path.startsWith('.cairn/'))).toEqual([]);
    expect(await world.api.status(ID)).toMatchObject({ leftovers: 0 });
  });

  it('[A30] LFS-like filters: the pointer is stored, the bytes come back', async () => {
    const world = await badWorld({
      workflow: ONE,
      files: { '.gitattributes': '*.bin filter=fake\n' },
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('x.bin', 'payload\n');
      },
    });
    for (const [key, value] of [
      ['clean', 'sed s/payload/pointer/'],
      ['smudge', 'sed s/pointer/payload/'],
      ['required', 'true'],
    ] as const)
      await world.repo.git('config', `filter.fake.${key}`, value);
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await world.atTip('x.bin')).toBe('pointer');
    expect((await recordOf(world)).normalised).toEqual([]);
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    await world.api.restore(ID, { undo: true }, { dryRun: false });
    expect(await world.worktree().look('x.bin')).toBe('payload\n');
  });

  it('[A30] a required filter whose program is missing: the file is listed as not captured, the rest is kept', async () => {
    const world = await badWorld({
      workflow: ONE,
      files: { '.gitattributes': '*.bin filter=gone\n' },
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('x.bin', 'payload\n');
        await tree.write('y.txt', 'y\n');
      },
    });
    for (const [key, value] of [
      ['clean', 'no-such-program clean'],
      ['smudge', 'no-such-program smudge'],
      ['required', 'true'],
    ] as const)
      await world.repo.git('config', `filter.gone.${key}`, value);
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect((await recordOf(world)).notCaptured).toEqual([{ path: 'x.bin', why: expect.any(String) }]);
    expect(await world.atTip('y.txt')).toBe('y');
    expect(await world.worktree().look('x.bin')).toBe('payload\n');
  });

  it('skip-worktree and assume-unchanged: what git was told to leave alone is left, and told where it differs', async () => {
    const world = await badWorld({
      workflow: `${ONE}isolation: in-place\n`,
      files: { 'skip.txt': 's\n', 'assume.txt': 'u\n', 'same.txt': 'same\n' },
    });
    const { repo } = world;
    await repo.git('update-index', '--skip-worktree', 'skip.txt', 'same.txt');
    await repo.git('update-index', '--assume-unchanged', 'assume.txt');
    await repo.write('skip.txt', 'edited\n');
    await repo.write('assume.txt', 'edited\n');
    const before = await repo.untouchables();
    await world.start();
    expect(await world.atTip('skip.txt')).toBe('s');
    expect(await world.atTip('assume.txt')).toBe('u');
    expect((await recordOf(world)).notCaptured.map((item) => item.path).sort()).toEqual([
      'assume.txt',
      'skip.txt',
    ]);
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await repo.look('skip.txt')).toBe('edited\n');
    expect(await repo.look('assume.txt')).toBe('edited\n');
    expect((await repo.untouchables())['index']).toBe(before['index']);
  });

  it('a sparse checkout, in place and as a worktree: what is not on disk is not a deletion, and is not written', async () => {
    for (const inPlace of [true, false]) {
      const world = await badWorld({
        workflow: ONE,
        files: { 'in/a.txt': 'a\n', 'out/b.txt': 'b\n' },
        worker: async ({ produce, tree }) => {
          await produce('out.md');
          await tree.write('in/new.txt', 'n\n');
        },
      });
      await world.repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!/out/');
      const before = await world.repo.untouchables();
      expect(await world.start({ inPlace })).toMatchObject({ reason: 'completed' });
      expect(await world.atTip('out/b.txt')).toBe('b');
      expect(await world.atTip('in/new.txt')).toBe('n');
      await world.api.restore(ID, { to: '1' }, { dryRun: false });
      await world.api.restore(ID, { undo: true }, { dryRun: false });
      const tree = inPlace ? world.repo : world.worktree();
      expect(await tree.look('in/new.txt')).toBe('n\n');
      expect(await world.repo.look('out/b.txt')).toBeNull();
      expect((await world.repo.untouchables())['index']).toBe(before['index']);
      expect((await world.api.status(ID)).leftovers).toBe(0);
    }
  });

  it('unreadable and special files are told, links are stored as links and not followed', async () => {
    const world = await badWorld({
      workflow: ONE,
      worker: async ({ produce, tree, root }) => {
        await produce('out.md');
        execFileSync('mkfifo', [join(root, 'pipe')]);
        await symlink('/etc/passwd', join(root, 'passwd'));
        await symlink('gone', join(root, 'dangling'));
        await symlink(root, join(root, 'loop'));
        await tree.write('run.sh', '#!/bin/sh\n', 0o755);
      },
    });
    await world.start();
    expect((await recordOf(world)).notCaptured).toEqual([{ path: 'pipe', why: 'not a regular file' }]);
    expect(await world.repo.git('ls-tree', `cairn/${ID}`, 'passwd', 'dangling', 'loop', 'run.sh')).toMatch(
      /^120000.*dangling\n120000.*loop\n120000.*passwd\n100755.*run\.sh$/,
    );
    expect(await world.atTip('passwd')).toBe('/etc/passwd');
  });

  it('renames of case only, files that become folders and folders that become files', async () => {
    const world = await badWorld({
      workflow: ONE,
      files: { 'Readme.md': 'r\n', thing: 'file\n', 'folder/x.txt': 'x\n' },
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.remove('Readme.md');
        await tree.write('README.md', 'r\n');
        await tree.remove('thing');
        await tree.write('thing/inside.txt', 'i\n');
        await tree.remove('folder');
        await tree.write('folder', 'now a file\n');
      },
    });
    await world.start();
    expect(await world.filesAtTip()).toEqual(
      expect.arrayContaining(['README.md', 'thing/inside.txt', 'folder']),
    );
    expect(await world.filesAtTip()).not.toContain('Readme.md');
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await world.worktree().look('folder/x.txt')).toBe('x\n');
    await world.api.restore(ID, { undo: true }, { dryRun: false });
    expect(await world.worktree().look('thing/inside.txt')).toBe('i\n');
  });
});

const TOKEN = 'ghp_' + 'abcdefghijklmnopqrstuvwxyz0123456789';
const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n';

describe('[A18] secrets', () => {
  const everywhere = async ({ repo }: BadWorld, text: string): Promise<readonly string[]> => {
    const commits = (await repo.git('rev-list', '--all', '--', '.')).split('\n');
    const found: string[] = [];
    for (const commit of commits)
      found.push(
        ...(await repo.git('grep', '-l', '-F', '-e', text, commit).catch(() => ''))
          .split('\n')
          .filter(Boolean),
      );
    const messages = await repo.git('log', '--all', '--format=%B');
    return messages.includes(text) ? [...found, 'a message'] : found;
  };

  it('a token in an artifact: in no checkpoint, listed with file and line, the gate does not hold', async () => {
    const world = await badWorld({
      workflow: ONE,
      worker: ({ produce }) => produce('out.md', `# Done\n\ntoken: ${TOKEN}\n`),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    const { phases } = await world.api.status(ID);
    expect(phases[0]?.reasons.join('\n')).toMatch(/out\.md.*line 3|line 3.*out\.md/);
    expect(phases[0]?.notCaptured).toMatchObject([
      { path: `.cairn/sessions/${ID}/01-one/out.md`, why: expect.stringContaining('line 3') },
    ]);
    expect(await everywhere(world, TOKEN)).toEqual([]);
    expect(await world.worktree().read(`.cairn/sessions/${ID}/01-one/out.md`)).toContain(TOKEN);
  });

  it('a key anywhere in the tree: in no checkpoint and no rescue, the gate does not hold, the file stays', async () => {
    const world = await badWorld({
      workflow: ONE,
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('deploy/id.txt', KEY);
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    await world.worktree().write('a.txt', 'changed\n');
    await world.api.restore(ID, { to: '1' }, { dryRun: false });
    expect(await world.api.rescues(ID)).toHaveLength(1);
    expect(await everywhere(world, 'BEGIN RSA')).toEqual([]);
    expect(await world.worktree().look('deploy/id.txt')).toBe(KEY);
  });

  it('a tracked file that got a secret: the old version stays in the tree, and no restore overwrites the new one', async () => {
    const world = await badWorld({
      files: { 'conf.txt': 'first\n' },
      worker: async ({ produce, tree, phase }) => {
        await produce('out.md');
        if (phase === 'one') await tree.write('conf.txt', 'second\n');
      },
    });
    await world.start({ until: 'one' });
    await world.worktree().write('conf.txt', KEY);
    await world.api.restore(ID, { to: '1' }, { dryRun: false }).catch(() => {});
    expect(await world.worktree().look('conf.txt')).toBe(KEY);
    expect(await everywhere(world, 'BEGIN RSA')).toEqual([]);
  });

  it.each(['.env', '.env.local', 'sub/.env.production', 'id_rsa', 'server.pem', 'cert.p12'])(
    '%s, untracked and not ignored, is never added',
    async (name) => {
      const world = await badWorld({
        workflow: ONE,
        worker: async ({ produce, tree }) => {
          await produce('out.md');
          await tree.write(name, 'A=1\n');
        },
      });
      expect(await world.start()).toMatchObject({ reason: 'completed' });
      expect(await world.filesAtTip()).not.toContain(name);
      expect((await recordOf(world)).notCaptured.map((item) => item.path)).toEqual([name]);
      expect(await world.worktree().look(name)).toBe('A=1\n');
    },
  );

  it('.env.example is a file like any other', async () => {
    const world = await badWorld({
      workflow: ONE,
      worker: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('.env.example', 'A=\n');
      },
    });
    await world.start();
    expect(await world.filesAtTip()).toContain('.env.example');
  });

  it('in the request or the workflow: refused before anything is written', async () => {
    const world = await badWorld({ files: { '.cairn/workflows/leaky.yaml': `${ONE}# ${TOKEN}\n` } });
    const before = await world.everything();
    expect(
      (await refusal(world.start({ request: `Do it\nwith ${TOKEN}` }), 'usage/invalid')).details.why,
    ).toContain('line 2');
    expect(
      (await refusal(world.start({ workflow: 'leaky' }), 'workflow/invalid')).details.problems,
    ).toMatchObject([{ line: 5 }]);
    expect(differences(before, await world.everything())).toEqual([]);
  });

  it('in what a check prints, what an agent hands on or asks, and what stands in the notes: in no checkpoint', async () => {
    const world = await badWorld({
      workflow: workflow(
        `phases:\n  - id: one\n    artifacts: [out.md]\n    checks: [{run: 'cat secret.ignored; true'}]\n  - {id: two, artifacts: [out.md]}\n`,
      ),
      files: { '.gitignore': '*.ignored\n' },
      worker: async ({ produce, tree, phase }) => {
        await tree.write('secret.ignored', `${TOKEN}\n`);
        await produce('out.md');
        if (phase === 'one') {
          const status = `.cairn/sessions/${ID}/STATUS.md`;
          await tree.write(status, `${await tree.read(status)}\nnote: ${TOKEN}\n`);
          return undefined;
        }
        return { kind: 'needs-input', question: `May I use ${TOKEN}?` };
      },
    });
    await world.start();
    expect(await everywhere(world, TOKEN)).toEqual([]);
  });
});

describe('time', () => {
  it('[A21] [A25] a stop in the middle ends git and the agent, and the next resume goes on', async () => {
    const stop = new AbortController();
    const world: BadWorld = await badWorld({
      worker: async ({ phase, produce, task, attempt }) => {
        await produce('out.md');
        if (phase !== 'two' || attempt > 1) return undefined;
        const aborted = new Promise((resolve) =>
          task.signal.addEventListener('abort', resolve, { once: true }),
        );
        stop.abort(new Error('stopped'));
        await aborted;
        return { kind: 'cancelled' };
      },
    });
    expect(await world.api.start(startOptions(), stop.signal)).toMatchObject({
      reason: 'interrupted',
      phase: 'two',
    });
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(world.attempts).toEqual(['one@1', 'two@1', 'two@2']);
  });
});
