import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { THOROUGH } from '../support/thorough.ts';

const cli = builtCairn();

const WORKFLOW = `schema: 1
name: w
agent: {kind: command, command: [sh, -c, 'echo x > $CAIRN_PHASE_DIR/out.md']}
phases:
  - {id: one, artifacts: [out.md]}
`;

const UNWRITTEN = 'cairn: standard output could not be written (ENOSPC).\n';

it.skipIf(!existsSync('/dev/full'))(
  'output that nobody can read: exit code and sentence are right, and the session is run to its end',
  THOROUGH,
  async () => {
    const repo = await gitRepo({ '.cairn/workflows/w.yaml': WORKFLOW });
    const shell = (line: string): { readonly status: number | null; readonly err: string } => {
      const { status, stderr } = spawnSync('/bin/bash', ['-c', `cairn() { "$node" "$cli" "$@"; }; ${line}`], {
        cwd: repo.root,
        env: { ...repo.env, node: process.execPath, cli: cli() },
        encoding: 'utf8',
      });
      return { status, err: stderr };
    };
    const start = 'cairn start w --request r';
    expect(shell(`${start} --id full >/dev/full`)).toEqual({ status: 1, err: UNWRITTEN });
    expect(shell(`${start} --id mute --json 2>/dev/full | grep -q completed`).status).toBe(0);
    expect(shell(`${start} --id closed >&-`)).toEqual({ status: 0, err: '' });
    expect(shell(`${start} --id piped | head -1; exit \${PIPESTATUS[0]}`)).toEqual({ status: 0, err: '' });
    // What is refused stays refused, whether or not that could be said.
    expect(shell('cairn status nobody --json >/dev/full')).toMatchObject({
      status: 2,
      err: expect.stringContaining(UNWRITTEN),
    });
    expect(shell('cairn status nobody 2>/dev/full').status).toBe(2);
    const tips = await repo.git('for-each-ref', '--format=%(refname:short) %(subject)', 'refs/heads/cairn/');
    expect(
      tips
        .trim()
        .split('\n')
        .map((tip) => tip.split(' ')[0]),
    ).toEqual(['cairn/closed', 'cairn/full', 'cairn/mute', 'cairn/piped']);
    for (const id of ['closed', 'full', 'mute', 'piped'])
      expect(await repo.git('show', `cairn/${id}:.cairn/sessions/${id}/STATUS.md`)).toContain('state: done');
  },
);
