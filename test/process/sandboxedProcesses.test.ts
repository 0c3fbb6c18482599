import { expect, test } from 'vitest';
import { sandboxedProcesses } from '../../src/process/sandboxedProcesses.ts';
import type { ProcessEnd, Processes, ProcessTask } from '../../src/session/ports.ts';

const ENDED: ProcessEnd = { kind: 'exited', exitCode: 0, signal: null, ms: 1, tail: '', orphans: 0 };
const TASK: ProcessTask = {
  command: 'npm test',
  cwd: '/tree',
  env: { PATH: '/evil' },
  stdin: '',
  timeoutMs: 1,
  outputFile: '/out',
  signal: new AbortController().signal,
};

function below(read: Parameters<typeof sandboxedProcesses>[1]) {
  const ran: ProcessTask[] = [];
  const processes: Processes = {
    prepare: () => undefined,
    run: async (task) => {
      ran.push(task);
      return ENDED;
    },
    end: async () => false,
  };
  return {
    ran,
    ...sandboxedProcesses(
      processes,
      read,
      { git: '/git', state: '/git/cairn', home: '/home' },
      { PATH: '/evil' },
    ),
  };
}

test('every program of a session runs below the sandbox as it is set at that moment', async () => {
  const set = [['/bin/box', '{worktree}'], null, ['/bin/other', '{git}']] as const;
  let at = 0;
  const { run, ran } = below(async () => set[at++] ?? null);
  for (let times = 0; times < 3; times += 1) await run({ ...TASK, cwd: `/tree-${times}` });
  expect(ran.map(({ command }) => command)).toEqual([
    ['/bin/box', '/tree-0', '/bin/sh', '-c', 'npm test'],
    'npm test',
    ['/bin/other', '/git', '/bin/sh', '-c', 'npm test'],
  ]);
  expect(ran[0]).toEqual({ ...TASK, cwd: '/tree-0', command: ran[0]?.command });
});

test('what a person typed does not, and nobody looks for a sandbox', async () => {
  const { run, ran } = below(() => Promise.reject(new Error('nobody asks')));
  await run({ ...TASK, typed: true });
  expect(ran.map(({ command }) => command)).toEqual(['npm test']);
});

test('where the sandbox cannot be had nothing runs', async () => {
  const { run, ran } = below(() => Promise.reject(new Error('not here')));
  await expect(run(TASK)).rejects.toThrow('not here');
  expect(ran).toEqual([]);
});
