import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { linkedTree } from '../support/atTip.ts';
import type { Worker } from '../support/functionAgent.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { ground, KNOWN_BY_CONFIG, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';

const ONE = workflow('phases: [{id: one, artifacts: [out.md]}]\n');
const usual: Worker = async ({ tree, produce }) => {
  await produce('out.md');
  await tree.write('a.txt', 'changed\n');
  await tree.write('new/file.txt', 'new\n');
  await tree.remove('gone.txt');
  await tree.write('.cairn/workflows/other.yaml', 'not to be landed\n');
};

async function done(
  options: { readonly plays?: Worker; readonly files?: Readonly<Record<string, string>> } = {},
): Promise<Stage> {
  const world = await ground({
    flow: ONE,
    plays: options.plays ?? usual,
    world: { env: KNOWN_BY_CONFIG },
    files: { 'gone.txt': 'gone\n', ...options.files },
  });
  expect(await world.start()).toMatchObject({ reason: 'completed' });
  return world;
}

/** Runs something that is refused; nothing but dangling objects and the lease of this working tree may be left of it. */
async function nothingWritten<T>(world: Stage, act: () => Promise<T>): Promise<T> {
  const before = await snapshot(world.repo.root);
  const result = await act();
  const left = differences(before, await snapshot(world.repo.root));
  expect(left.filter((line) => !/^\w+ git\/cairn\/tree-/.test(line))).toEqual([]);
  return result;
}

describe('[B16] landing on a branch', () => {
  it('is one commit from the base, without .cairn, by the person, and moves nothing else', async () => {
    const world = await done();
    const { repo } = world;
    const before = await snapshot(world.repo.root);
    const landed = await world.api.land(DEMO, { branch: 'feature/x' });
    expect([...landed.changed].sort()).toEqual(['a.txt', 'gone.txt', 'new/file.txt']);
    expect(landed).toMatchObject({
      session: DEMO,
      branch: 'feature/x',
      commit: await repo.git('rev-parse', 'feature/x'),
    });
    expect(await repo.git('rev-parse', 'feature/x~1')).toBe(await repo.git('rev-parse', 'main'));
    expect(await repo.git('diff', '--name-status', 'main', 'feature/x')).toBe(
      'M\ta.txt\nD\tgone.txt\nA\tnew/file.txt',
    );
    expect(await repo.git('log', '-1', '--format=%an <%ae> %cn %s', 'feature/x')).toBe(
      'Ada Test <ada@example.invalid> Ada Test Make it so',
    );
    const after = differences(before, await snapshot(world.repo.root));
    expect(after.filter((line) => !/feature|git\/worktrees$/.test(line))).toEqual([
      `new git/cairn/${DEMO}/landed`,
    ]);
    expect(await repo.git('worktree', 'list')).not.toContain('cairn-commit');
  });

  it('refuses branch names that are taken, hostile or of another meaning, and writes nothing', async () => {
    const world = await done();
    const names = [
      'main',
      'cairn',
      `cairn/${DEMO}`,
      'cairn/other-session',
      'HEAD',
      '@',
      '',
      '-x',
      '--force',
      'a..b',
      'a b',
      'x.lock',
      'x~1',
      'refs/heads/x',
      'a//b',
      '/a',
      'a/',
      'a\nb',
      'main/below',
      '$(id)^',
    ];
    for (const branch of names) {
      const error = await nothingWritten(world, () =>
        refusal(world.api.land(DEMO, { branch }), 'usage/invalid'),
      );
      expect(error.details.what).toEqual({ given: 'branch', value: branch });
    }
  });

  it('a hook that says no: nothing is written, and its output is shown', async () => {
    const world = await done();
    await world.repo.write(
      '.git/hooks/pre-commit',
      '#!/bin/sh\necho "line 3: do not use tabs" >&2\nexit 1\n',
      0o755,
    );
    const error = await nothingWritten(world, () =>
      refusal(world.api.land(DEMO, { branch: 'x' }), 'repo/land-refused'),
    );
    expect(error.details.output).toContain('line 3: do not use tabs');
  });

  it('a hook that says no to the second of three commits of phases: nothing is written, and it is said to which', async () => {
    const phases = ['one', 'two', 'three'].map((id) => `{id: ${id}, artifacts: [out.md]}`);
    const world = await ground({
      flow: workflow(`phases: [${phases.join(', ')}]\n`),
      plays: async ({ phase, tree, produce }) => {
        await produce('out.md');
        await tree.write(`${phase}.txt`, 'made\n');
      },
    });
    await world.start();
    const hook = '#!/bin/sh\ntest ! -f two.txt || { echo "not two" >&2; exit 1; }\n';
    await world.repo.write('.git/hooks/pre-commit', hook, 0o755);
    const error = await nothingWritten(world, () =>
      refusal(world.api.land(DEMO, { branch: 'x', commits: 'phase' }), 'repo/land-refused'),
    );
    expect(error.details).toEqual({
      why: 'git did not make the commit of two (2 of 3)',
      output: 'not two',
    });
  });

  it("a hook's formatting is part of the commit: it is the person's", async () => {
    const world = await done();
    await world.repo.write(
      '.git/hooks/pre-commit',
      '#!/bin/sh\necho formatted > a.txt && git add a.txt\n',
      0o755,
    );
    await world.api.land(DEMO, { branch: 'x' });
    expect(await world.repo.git('show', 'x:a.txt')).toBe('formatted');
    expect(await world.repo.look('a.txt')).toBe('a\n');
  });

  it('no identity: refused with what git says to do', async () => {
    const world = await done();
    await world.repo.git('config', '--unset', 'user.name');
    await world.repo.git('config', '--unset', 'user.email');
    await world.repo.git('config', 'user.useConfigOnly', 'true');
    const error = await nothingWritten(world, () =>
      refusal(world.api.land(DEMO, { branch: 'x' }), 'repo/land-refused'),
    );
    expect(error.details.output).toMatch(/user\.email|tell me who you are/i);
  });

  it('signing without a key: refused with what git says, and no hang', async () => {
    const world = await done();
    await world.repo.git('config', 'commit.gpgsign', 'true');
    await world.repo.git('config', 'user.signingkey', 'nobody@example.invalid');
    const error = await nothingWritten(world, () =>
      refusal(world.api.land(DEMO, { branch: 'x' }), 'repo/land-refused'),
    );
    expect(error.details.output).toMatch(/gpg/i);
  });

  it("the person's signing is used", async () => {
    const world = await done();
    const program = join(world.repo.root, '..', 'signer');
    await writeFile(
      program,
      '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\nprintf -- "-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n"\n',
    );
    await chmod(program, 0o755);
    await world.repo.git('config', 'commit.gpgsign', 'true');
    await world.repo.git('config', 'gpg.program', program);
    await world.api.land(DEMO, { branch: 'x' });
    expect(await world.repo.git('cat-file', 'commit', 'x')).toContain('gpgsig -----BEGIN PGP SIGNATURE-----');
  });

  it('[D7] an empty change is refused: nothing but session files', async () => {
    const world = await done({ plays: ({ produce }) => produce('out.md') });
    for (const how of [{ branch: 'x' }, { apply: true } as const])
      await nothingWritten(world, () => refusal(world.api.land(DEMO, how), 'repo/land-refused'));
  });

  it('what base had below .cairn stays, what the session did there does not land', async () => {
    const world = await done();
    await world.api.land(DEMO, { branch: 'x' });
    expect(await world.repo.git('ls-tree', '-r', '--name-only', 'x', '.cairn')).toBe(
      '.cairn/workflows/flow.yaml',
    );
  });

  it('is possible from a clone that has only the remote-tracking branch, and again after a squash of it', async () => {
    const world = await done();
    const place = `${world.repo.root}-clone`;
    await world.repo.git('clone', '-q', '.', place);
    const clone = openGitRepo(place);
    const { api } = await world.seat({ folder: place });
    await clone.git('config', 'user.name', 'Bob');
    await clone.git('config', 'user.email', 'bob@example.invalid');
    await api.land(DEMO, { branch: 'x' });
    expect(await clone.git('log', '-1', '--format=%an', 'x')).toBe('Bob');
    await api.land(DEMO, { apply: true });
    expect(await clone.git('status', '--porcelain')).toBe(' M a.txt\n D gone.txt\n?? new/');
    expect((await clone.git('for-each-ref', '--format=%(refname)', 'refs/heads')).split('\n')).toEqual([
      'refs/heads/main',
      'refs/heads/x',
    ]);
  });
});

describe('landing into the working tree', () => {
  it('takes the changes uncommitted, merged with what is here, and touches neither HEAD nor index', async () => {
    const world = await done();
    const { repo } = world;
    await repo.write('mine.txt', 'mine\n');
    await repo.write('staged.txt', 'staged\n');
    await repo.git('add', 'staged.txt');
    const before = await snapshot(world.repo.root);
    await world.api.land(DEMO, { apply: true });
    expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([
      'changed tree/a.txt',
      'gone tree/gone.txt',
      'new tree/new',
      'new tree/new/file.txt',
    ]);
    expect(await repo.look('a.txt')).toBe('changed\n');
    await nothingWritten(world, () => refusal(world.api.land(DEMO, { apply: true }), 'repo/land-refused'));
  });

  it('[D7] a conflict writes nothing and lists the files', async () => {
    const world = await done();
    await world.repo.write('a.txt', 'mine\n');
    await world.repo.write('gone.txt', 'mine too\n');
    const error = await nothingWritten(world, () =>
      refusal(world.api.land(DEMO, { apply: true }), 'repo/land-conflict'),
    );
    expect([...error.details.files].sort()).toEqual(['a.txt', 'gone.txt']);
    expect(error.details.conflicts).toEqual([
      { kind: 'content', paths: ['a.txt'] },
      { kind: 'modify/delete', paths: ['gone.txt'] },
    ]);
  });

  it('[D7] a file with a merge driver that both changed is a conflict, and no driver of any configuration runs', async () => {
    const lines = (first: string, last: string): string => `${first}\n${'same\n'.repeat(20)}${last}\n`;
    const world = await done({
      plays: async ({ tree, produce }) => {
        await produce('out.md');
        await tree.write('locked.txt', lines('of the session', 'b'));
        await tree.write('joined.txt', lines('of the session', 'b'));
      },
      files: {
        'locked.txt': lines('a', 'b'),
        'joined.txt': lines('a', 'b'),
        '.gitattributes': 'locked.txt merge=mine\n',
      },
    });
    const { repo } = world;
    await repo.git('config', 'merge.mine.driver', 'touch ran; cp %B %A');
    await repo.git('config', 'merge.default', 'mine');
    await repo.write('joined.txt', lines('a', 'of mine'));
    await repo.write('locked.txt', lines('a', 'of mine'));
    const error = await nothingWritten(world, () =>
      refusal(world.api.land(DEMO, { apply: true }), 'repo/land-conflict'),
    );
    expect(error.details.conflicts).toEqual([{ kind: 'driver', paths: ['locked.txt'] }]);
    expect(errorSentence(error.code, error.details).message).toContain(
      'nothing was written:\n  locked.txt (both changed it, and it has a merge driver, which Cairn does not run)',
    );
    await repo.write('locked.txt', lines('a', 'b'));
    await world.api.land(DEMO, { apply: true });
    expect(await repo.look('joined.txt')).toBe(lines('of the session', 'of mine'));
    expect(await repo.look('ran')).toBeNull();
  });

  it('a file of theirs where the session has a folder is a conflict by its own name', async () => {
    const world = await done();
    await world.repo.write('new', 'a file of mine\n');
    const error = await nothingWritten(world, () =>
      refusal(world.api.land(DEMO, { apply: true }), 'repo/land-conflict'),
    );
    expect(error.details.files).toContain('new');
  });

  const inTheWay: readonly (readonly [string, (world: Stage) => Promise<unknown>])[] = [
    [
      'an ignored file',
      async ({ repo }) => {
        await repo.write('.git/info/exclude', 'new/\n');
        await repo.write('new/file.txt', 'ignored, mine\n');
      },
    ],
    ['a file with a secret', ({ repo }) => repo.write('a.txt', 'a\n-----BEGIN RSA PRIVATE KEY-----\nmine\n')],
    [
      'an untracked file over the size limit',
      ({ repo }) => repo.write('new/file.txt', Buffer.alloc(11 * 1024 * 1024)),
    ],
    [
      'a nested repository',
      async ({ repo }) => {
        await repo.git('init', '-q', 'new/file.txt');
        await repo.write('new/file.txt/x', 'x\n');
      },
    ],
    ['a folder', ({ repo }) => repo.write('new/file.txt/x', 'x\n')],
    ['a link where the folder would be', ({ repo }) => repo.link('new', '..')],
    [
      'a file that git was told to leave alone',
      async ({ repo }) => {
        await repo.git('update-index', '--skip-worktree', 'a.txt');
        await repo.write('a.txt', 'hidden edit\n');
      },
    ],
    [
      'a file that git was told to leave alone, unchanged',
      ({ repo }) => repo.git('update-index', '--assume-unchanged', 'a.txt'),
    ],
  ];
  it.each(inTheWay)('[D7] %s in the way: nothing is written, the file is named', async (_what, make) => {
    const world = await done();
    await make(world);
    const error = await nothingWritten(world, () =>
      world.api.land(DEMO, { apply: true }).then(
        () => null,
        (caught: unknown) => caught as Error,
      ),
    );
    expect(error).toMatchObject({ code: expect.stringMatching(/^repo\/land-(refused|conflict)$/) });
    expect(String(error)).toMatch(/a\.txt|new/);
  });

  it('refuses the worktree of the session itself, and a merge in progress', async () => {
    const world = await done();
    const { api } = await world.seat({ folder: linkedTree(world).root });
    await refusal(api.land(DEMO, { apply: true }), 'repo/land-refused');
    await world.repo.write('.git/MERGE_HEAD', `${await world.repo.git('rev-parse', 'HEAD')}\n`);
    await refusal(world.api.land(DEMO, { apply: true }), 'git/busy');
  });
});
