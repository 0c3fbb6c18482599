import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import type { MemoryDisk } from '../support/memoryFiles.ts';
import { memoryGit } from '../support/memoryGit.ts';
import { memoryRepo } from '../support/memoryRepo.ts';
import { memoryRepository } from '../support/memoryRepository.ts';
import { memoryShell } from '../support/memoryShell.ts';

const ENV = { PATH: '/usr/bin:/bin', PHASE: 'one', PART: 'lib.part' };

/** What lies there before each script. */
const FILES = { 'a.txt': 'a\n', 'dir/b.txt': 'b\n', 'lib.part': 'said() { echo "said $1"; }\n' };

/** Everything that parts of the tests do in a shell: the twin answers as the real one, and leaves the same behind. */
test.each([
  ['exit 7'],
  ['echo out; echo err >&2; false'],
  ['cat'],
  ['printf "Result of %s.\\n" "$PHASE" > "$PHASE.md"; cat "$PHASE.md"'],
  ['echo 1 >> a.txt; echo 2 >> new.txt; cat a.txt new.txt'],
  ['[ -d src ] || mkdir src; [ -d src ] || exit 9; echo x > src/x'],
  ['mkdir -p deep/er; : > deep/er/empty; mkdir dir'],
  ['rm a.txt; rm -rf dir; rm -f gone; rm gone'],
  ['cp a.txt dir/b.txt; cp dir/b.txt new.txt; cat new.txt; cp a.txt a.txt 2> /dev/null || echo same'],
  ['mv dir moved; mv a.txt moved/c.txt'],
  ['ln -s a.txt link; cat link; echo through >> link; ln -sfn dir link; cat link/b.txt'],
  ['chmod +x a.txt; printf "#!/bin/sh\\necho ran $1\\n" > tool; chmod 755 tool; ./tool it'],
  ['. "./$PART"; said word; for each in 1 2; do said $each; done'],
  ['if [ -f a.txt ] && ! test -e gone; then echo both; else echo none; fi'],
  ['echo more > dir/b.txt; cat < dir/b.txt; cat nowhere 2> /dev/null || echo missed'],
  ['i=0; while [ $i -lt 3 ]; do echo $i > n$i; i=$((i+1)); done; echo "${PHASE%e}"'],
  [`sh -c 'echo "$PHASE in $0 of $1"' sh it; OWN=1; sh -c 'echo "own: $OWN"'`],
  ['sleep 0.01 && echo rested'],
  ['sleep 0.01; echo slept > new.txt; echo slept'],
  ['no-such-program-here'],
] as const)('%s', async (script) => {
  expect(await played(script)).toEqual(await real(script));
});

/** What parts ask git while they wait for others. */
test.each([
  ['git log --first-parent --format=%s main'],
  ['if git log --first-parent --format=%s main | grep -q first; then echo found; fi'],
  ['git show HEAD:dir/b.txt; cd dir; git -C .. for-each-ref --format="%(refname)" refs/heads'],
  ['git show HEAD:gone 2> /dev/null || echo "none: $?"'],
  ['git for-each-ref refs/none'],
])('%s', async (script) => {
  expect(await played(script)).toEqual(await real(script));
});

interface Seen {
  readonly exit: number | null;
  readonly output: string;
  readonly left: Readonly<Record<string, string | null>>;
}

/** Every path that one of the scripts makes, changes or takes away. */
const LOOKED =
  'a.txt dir dir/b.txt one.md new.txt src src/x deep/er/empty moved moved/b.txt moved/c.txt link tool n0 n2 n3 gone'.split(
    ' ',
  );

async function leftIn(repo: Pick<GitRepo, 'look'>): Promise<Seen['left']> {
  return Object.fromEntries(await Promise.all(LOOKED.map(async (path) => [path, await repo.look(path)])));
}

/** Standard output alone: an error is told in each shell's own words. */
async function real(script: string): Promise<Seen> {
  const repo = await gitRepo(FILES);
  const [exit, output] = await new Promise<readonly [number, string]>((resolve) => {
    const child = execFile('/bin/sh', ['-c', script], { cwd: repo.root, env: ENV }, (_error, stdout) =>
      resolve([child.exitCode ?? -1, stdout]),
    );
    // Most scripts end without reading it.
    child.stdin?.on('error', () => {}).end('typed\n');
  });
  return { exit, output, left: await leftIn(repo) };
}

async function played(script: string): Promise<Seen> {
  const disk: MemoryDisk = new Map();
  const repository = await memoryRepository(FILES, { disk });
  const repo = memoryRepo(repository, repository.root);
  let output = '';
  const shell = memoryShell(
    disk,
    (_task, { stdout }) => (output = stdout),
    (cwd, args) => memoryGit(repository, cwd, args),
  );
  const end = await shell.run({
    command: script,
    cwd: repository.root,
    env: ENV,
    stdin: 'typed\n',
    timeoutMs: 60_000,
    outputFile: '/output',
    signal: new AbortController().signal,
  });
  return { exit: end.exitCode, output, left: await leftIn(repo) };
}
