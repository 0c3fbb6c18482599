import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { THOROUGH } from '../support/thorough.ts';

const cli = builtCairn();

const WORKFLOW = `schema: 1
name: many
phases:
  - id: one
    agent: {kind: command, command: [sh, -c, 'i=0; while [ $i -lt 200 ]; do echo $i > new-$i.txt; i=$((i+1)); done; echo 1 >> src/1.txt; echo x > $CAIRN_PHASE_DIR/out.md']}
    artifacts: [out.md]
`;

const files = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`src/${n}.txt`, `${n}\n`] as const));

/** One command line in a shell that allows so many open files. */
function cairn(
  repo: GitRepo,
  limit: number,
  ...words: readonly string[]
): { readonly status: number | null; readonly out: string; readonly err: string } {
  const line = `ulimit -n ${limit} && exec "$@"`;
  const { status, stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', line, 'sh', process.execPath, cli(), ...words],
    { cwd: repo.root, env: repo.env, encoding: 'utf8' },
  );
  return { status, out: stdout, err: stderr };
}

describe.skipIf(process.platform === 'win32')('few files may be open at once', () => {
  it(
    '48: a session of some hundred files is run, restored, landed, verified and deleted',
    THOROUGH,
    async () => {
      const repo = await gitRepo({ ...files, '.cairn/workflows/many.yaml': WORKFLOW });
      for (const words of [
        ['start', 'many', '--id', 'few', '--request', 'r'],
        ['restore', 'few', 'opened'],
        ['restore', 'few', '--undo'],
        ['land', 'few', '--branch', 'landed'],
        ['verify', 'few'],
        ['delete', 'few'],
      ])
        expect(cairn(repo, 48, ...words), words.join(' ')).toMatchObject({ status: 0, err: '' });
      const landed = await repo.git('diff', '--name-only', 'HEAD', 'landed');
      expect(landed.trim().split('\n')).toHaveLength(201);
    },
  );

  it(
    'so few that no git can be started: one sentence that says the limit and how to raise it',
    THOROUGH,
    async () => {
      const repo = await gitRepo({ 'a.txt': 'a\n', '.cairn/workflows/many.yaml': WORKFLOW });
      const { status, err } = cairn(repo, 30, 'start', 'many', '--id', 'few', '--request', 'r');
      expect({ status, err }).toEqual({
        status: 8,
        err:
          'cairn: Too many files are open at once: this process may have 30.\n' +
          'Raise the limit (`ulimit -n 4096` in the terminal that starts it), then run the same again: nothing that was done is lost.\n',
      });
    },
  );
});
