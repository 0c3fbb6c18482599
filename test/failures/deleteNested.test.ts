import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkedTree } from '../support/atTip.ts';
import { gitEnvironment } from '../support/gitRepo.ts';
import { workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';
import { byDepth } from '../support/thorough.ts';

const ENV = {
  ...gitEnvironment(),
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'protocol.file.allow',
  GIT_CONFIG_VALUE_0: 'always',
};
const sh = (cwd: string, script: string): string =>
  execFileSync('sh', ['-ec', script], { cwd, env: ENV, encoding: 'utf8', stdio: 'pipe' });

/** A finished session in whose worktree `script` was run; `$UP`: a repository beside, `$REPO`: the person's. */
async function withNested(script: string): Promise<Stage> {
  const world = await startedGround({
    flow: workflow('phases:\n  - {id: one, artifacts: [out.md]}\n'),
    files: { '.gitignore': 'build/\n*.cache\n' },
  });
  const { repo } = world;
  sh(
    repo.root,
    'git init -q -b main ../up; cd ../up; echo x > x; git add x; git commit -qm up; git branch side',
  );
  sh(linkedTree(world).root, `UP="${repo.root}/../up"; REPO="${repo.root}"; ${script}`);
  return world;
}

const CLONE = 'mkdir -p build/deep; git clone -q "$UP" build/deep/c; cd build/deep/c;';

describe('repositories in the worktree of a session that is deleted', () => {
  const refused: readonly [string, string, readonly (readonly [string, RegExp])[]][] = [
    [
      'a clone with a commit of its own',
      `${CLONE} git commit -q --allow-empty -m mine`,
      [['build/deep/c', /1 commit/]],
    ],
    [
      'a clone with a branch that is checked out nowhere',
      `${CLONE} git commit -q --allow-empty -m mine; git switch -qc b; git branch -qf main HEAD~1; git switch -q main`,
      [['build/deep/c', /1 commit/]],
    ],
    ['a clone with a stash', `${CLONE} echo y > x; git stash -q`, [['build/deep/c', /commits/]]],
    ['a clone with an uncommitted file', `${CLONE} touch new`, [['build/deep/c', /1 uncommitted file/]]],
    [
      'a repository without a remote',
      'mkdir build; git init -q build/n; cd build/n; git commit -q --allow-empty -m mine',
      [['build/n', /1 commit/]],
    ],
    [
      'a repository without a commit, with files',
      'mkdir build; git init -q build/n; touch build/n/f',
      [['build/n', /1 uncommitted/]],
    ],
    ['a bare repository', 'mkdir build; git clone -q --bare "$UP" build/b.git', [['build/b.git', /commit/]]],
    [
      'a worktree of the person’s, with uncommitted work',
      'git -C "$REPO" worktree add -q "$PWD/build/w" --detach; touch build/w/f',
      [['build/w', /1 uncommitted/]],
    ],
    [
      'a worktree of the person’s, on commits that nothing names',
      'git -C "$REPO" worktree add -q "$PWD/build/w" --detach; git -C build/w commit -q --allow-empty -m mine',
      [['build/w', /1 commit/]],
    ],
    [
      'a clone inside of a clone',
      `${CLONE} echo inner > .git/info/exclude; git clone -q "$UP" inner; touch inner/f`,
      [['build/deep/c/inner', /1 uncommitted/]],
    ],
    [
      'a clone that git cannot read',
      `${CLONE} git commit -q --allow-empty -m mine; chmod -R u+w .git/objects; rm -rf .git/objects/*`,
      [['build/deep/c', /git cannot say/]],
    ],
    [
      'a clone that lost its HEAD',
      `${CLONE} git commit -q --allow-empty -m mine; rm .git/HEAD`,
      [['build/deep/c', /git cannot say/]],
    ],
    [
      'a submodule with a branch that was never pushed',
      'git submodule --quiet add "$UP" sub; git add -A; git commit -qm sub; cd sub; git switch -qc mine; git commit -q --allow-empty -m mine; git switch -q main',
      [['sub', /1 commit/]],
    ],
    [
      'a submodule that is not checked out any more',
      'git submodule --quiet add "$UP" sub; git add -A; git commit -qm sub; git -C sub commit -q --allow-empty -m mine; git -C sub reset -q --soft HEAD~1; git -C sub branch -q mine ORIG_HEAD; git submodule --quiet deinit -f sub',
      [['.git/modules/sub', /1 commit/]],
    ],
    [
      'several',
      `(${CLONE} touch new); git init -q build/n; touch build/n/f`,
      [
        ['build/deep/c', /1 uncommitted/],
        ['build/n', /1 uncommitted/],
      ],
    ],
  ];
  for (const { rows, options } of byDepth(refused))
    it.each(rows)(
      '%s: refused, every path named; given up with --purge',
      options,
      async (_what, script, named) => {
        const world = await withNested(script);
        const { root } = linkedTree(world);
        const before = sh(root, 'find . | sort');
        const { details } = await refusal(world.api.delete(DEMO, { purge: false }), 'repo/nested-work');
        expect(details.nested.map(({ path }) => path).toSorted()).toEqual(named.map(([path]) => path));
        for (const [path, why] of named)
          expect(details.nested.find((one) => one.path === path)?.why).toMatch(why);
        expect(sh(root, 'find . | sort')).toBe(before);
        await world.api.delete(DEMO, { purge: true });
        expect(await world.api.list()).toEqual([]);
      },
    );

  for (const { rows, options } of byDepth([
    ['a clone as it was made', CLONE],
    [
      'a worktree of the person’s, clean and on a branch',
      'git -C "$REPO" worktree add -q "$PWD/build/w" -b w',
    ],
    [
      'folders that only have the names',
      'mkdir -p build/a/.git build/b; echo "gitdir: /nowhere" > build/b/.git; touch build/a/.git/x',
    ],
    ['a repository without anything', 'mkdir build; git init -q build/n'],
    ['a link to a repository', 'mkdir build; ln -s "$REPO" build/link'],
  ] as const))
    it.each(rows)('%s: nothing would be lost, so nothing is asked', options, async (_what, script) => {
      const world = await withNested(script);
      await world.api.delete(DEMO, { purge: false });
      expect(await world.api.list()).toEqual([]);
      expect(sh(world.repo.root, 'git log -1 --format=%s')).toBe('first\n');
    });

  it('a repository that came with the branch, and whose settings have git fetch what it lacks: nothing is run', async () => {
    const world = await withNested(
      `git init -q --bare evil.git; cd evil.git; rm -rf hooks
       git config core.repositoryformatversion 1; git config extensions.partialClone origin
       git config remote.origin.promisor true; git config protocol.ext.allow always
       git config remote.origin.url "ext::sh -c touch% $REPO/../ran"
       mkdir -p refs/heads; printf '%040d' 1 > refs/heads/main`,
    );
    const { details } = await refusal(world.api.delete(DEMO, { purge: false }), 'repo/nested-work');
    expect(details.nested).toEqual([{ path: 'evil.git', why: 'git cannot say what it holds' }]);
    expect(existsSync(join(world.repo.root, '../ran'))).toBe(false);
  });
});
