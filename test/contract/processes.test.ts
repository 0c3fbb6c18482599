import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import type {
  ProcessEnd,
  ProcessGroup,
  Processes,
  ProcessPipe,
  ProcessTask,
} from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { realProcesses } from '../support/realProcesses.ts';
import { scriptedProcesses } from '../support/scriptedProcesses.ts';

/** The commands of this suite, as the twin plays them. */
const played = (): Processes =>
  scriptedProcesses({
    'echo one; echo two': { output: 'one\ntwo\n' },
    'echo no; exit 3': { output: 'no\n', exitCode: 3 },
    'kill -9 $$': { kind: 'signalled', signal: 'SIGKILL' },
    cat: async (task, { stdin, stdout }) => {
      if (task.talk === undefined) return { output: task.stdin };
      await pipeline(stdin, stdout);
      return {};
    },
    'printenv GIVEN': (task) => ({ output: `${task.env['GIVEN']}\n` }),
    'sleep 600': (task) =>
      task.timeoutMs < 60_000 ? { kind: 'timed-out', signal: 'SIGTERM' } : new Promise(() => undefined),
  });

const adapters: Readonly<Record<string, () => Processes>> = {
  'for real': realProcesses,
  'as scripted': played,
};

describe.each(Object.entries(adapters))('processes %s', (_name, make) => {
  const run = async (
    command: ProcessTask['command'],
    over: Partial<ProcessTask> = {},
  ): Promise<ProcessEnd> => {
    const cwd = await temporaryFolder();
    return make().run({
      command,
      cwd,
      env: { PATH: process.env['PATH'] ?? '', GIVEN: 'value' },
      stdin: '',
      timeoutMs: 60_000,
      outputFile: `${cwd}/log`,
      signal: new AbortController().signal,
      ...over,
    });
  };

  test('end with an exit code and the tail of their output, line by line as it came', async () => {
    const lines: string[] = [];
    expect(await run('echo one; echo two', { onLine: (line) => lines.push(line) })).toEqual({
      kind: 'exited',
      exitCode: 0,
      signal: null,
      ms: expect.any(Number) as number,
      tail: 'one\ntwo',
      orphans: 0,
    });
    expect(lines).toEqual(['one', 'two']);
    expect(await run('echo no; exit 3')).toMatchObject({ kind: 'exited', exitCode: 3, tail: 'no' });
  });

  test('end by a signal', async () => {
    expect(await run('kill -9 $$')).toMatchObject({ kind: 'signalled', exitCode: null, signal: 'SIGKILL' });
  });

  test('get their input and environment', async () => {
    expect(await run(['cat'], { stdin: 'the prompt' })).toMatchObject({ kind: 'exited', tail: 'the prompt' });
    expect(await run(['printenv', 'GIVEN'])).toMatchObject({ tail: 'value' });
  });

  test('that are no programs do not start, and nobody is told of a group', async () => {
    let started = false;
    expect(
      await run(['no-such-program-of-ours'], { onStarted: async () => void (started = true) }),
    ).toMatchObject({
      kind: 'not-started',
      exitCode: null,
      tail: expect.stringContaining('no-such-program-of-ours') as string,
    });
    expect(started).toBe(false);
  });

  test('tell their group, end when they are cancelled, and nothing is left to end then', async () => {
    const processes = make();
    const cwd = await temporaryFolder();
    const stop = new AbortController();
    let group: ProcessGroup | null = null;
    const end = await processes.run({
      command: 'sleep 600',
      cwd,
      env: { PATH: process.env['PATH'] ?? '' },
      stdin: '',
      timeoutMs: 600_000,
      outputFile: `${cwd}/log`,
      signal: stop.signal,
      onStarted: async (started) => {
        group = started;
        setTimeout(() => stop.abort(), 20);
      },
    });
    expect(end).toMatchObject({ kind: 'cancelled', exitCode: null });
    expect(group).toMatchObject({
      pid: expect.any(Number) as number,
      startTime: expect.any(String) as string,
      mark: expect.any(String) as string,
    });
    expect(await processes.end(group!)).toBe(false);
  });

  test('end when their time is over', async () => {
    expect(await run('sleep 600', { timeoutMs: 100 })).toMatchObject({ kind: 'timed-out', exitCode: null });
  });

  test('talk: what they are told and what they say, as it comes, to the end of the conversation', async () => {
    const said = Promise.withResolvers<string>();
    const converse = async ({ input, output, finish }: ProcessPipe): Promise<string> => {
      const writer = input.getWriter();
      const reader = output.pipeThrough(new TextDecoderStream()).getReader();
      await writer.write(new TextEncoder().encode('first'));
      const first = (await reader.read()).value;
      void writer.write(new TextEncoder().encode(', second'));
      finish(10_000);
      return `${first}${(await reader.read()).value}${(await reader.read()).done}`;
    };
    const end = await run(['cat'], {
      stdin: 'unused',
      talk: (pipe) => void converse(pipe).then(said.resolve, said.reject),
    });
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0, tail: '' });
    expect(await said.promise).toBe('first, secondtrue');
  });

  test('that do not end with the conversation are made to when the grace is over', async () => {
    const end = await run('sleep 600', { talk: (pipe) => pipe.finish(50) });
    expect(end).toMatchObject({ kind: 'signalled', exitCode: null });
  });

  test('are not started when they were cancelled before', async () => {
    expect(await run('echo one; echo two', { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'cancelled',
      tail: '',
    });
  });
});

test('the output file of a real process holds both of its streams', async () => {
  const cwd = await temporaryFolder();
  await realProcesses().run({
    command: 'echo out; echo err >&2',
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdin: '',
    timeoutMs: 10_000,
    outputFile: `${cwd}/deep/log`,
    signal: new AbortController().signal,
  });
  expect((await readFile(`${cwd}/deep/log`, 'utf8')).split('\n').sort()).toEqual(['', 'err', 'out']);
});
