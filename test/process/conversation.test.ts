import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ProcessEnd, ProcessGroup, ProcessPipe, ProcessTask } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { besideNapper } from '../support/lateness.ts';
import { eventually, isAlive, runCommand } from '../support/realProcesses.ts';
import type { Heard } from './talkingEngine.ts';
import { THOROUGH } from '../support/thorough.ts';

/** Writes the numbers of a child in the group and of one in a session of its own; both hold the pipes for ten minutes. */
const FAMILY = 'sleep 600 & echo $! > child; setsid sh -c "echo \\$\\$ > left; exec sleep 600" &';
const FLOOD = 'yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

const talkingEngine = fileURLToPath(new URL('talkingEngine.ts', import.meta.url));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = async (pipe: ProcessPipe): Promise<string> => new Response(pipe.output).text();
const pidIn = async (folder: string, name: string): Promise<number> =>
  Number(await readFile(join(folder, name), 'utf8').catch(() => '0'));

/** A conversation that has begun, and how it will end. */
async function talk(
  command: ProcessTask['command'],
  over: Partial<ProcessTask> & Pick<ProcessTask, 'cwd'>,
): Promise<{ readonly pipe: ProcessPipe; readonly end: Promise<ProcessEnd> }> {
  let end: Promise<ProcessEnd> | null = null;
  const pipe = await new Promise<ProcessPipe>((resolve, reject) => {
    end = runCommand(command, { ...over, talk: resolve });
    end.then(() => reject(new Error('it ended before it could talk')), reject);
  });
  return { pipe, end: end! };
}

test('messages go both ways as they are written, byte for byte, one after the other', async () => {
  const { pipe, end } = await talk(['cat'], { cwd: await temporaryFolder(), stdin: 'not for a protocol' });
  const writer = pipe.input.getWriter();
  const reader = pipe.output.getReader();
  // Each byte there is, and characters of which half comes first.
  const messages: Uint8Array[] = [
    Uint8Array.from({ length: 256 }, (_, n) => n),
    bytes('ä').slice(0, 1),
    bytes('ä').slice(1),
  ];
  for (let n = 0; n < 500; n += 1) messages.push(bytes(`{"id":${n},"text":"\u2028 ☃ 🦊"}\n`));
  for (const message of messages) {
    await writer.write(message);
    const back: Uint8Array[] = [];
    for (let got = 0; got < message.length; got += back.at(-1)!.length)
      back.push((await reader.read()).value!);
    expect(Buffer.concat(back).equals(message)).toBe(true);
  }
  await writer.close();
  expect(await reader.read()).toMatchObject({ done: true });
  expect(await end).toMatchObject({ kind: 'exited', exitCode: 0, tail: '' });
});

test('both directions flow at once, and more goes in than any pipe holds', async () => {
  const { pipe, end } = await talk(['cat'], { cwd: await temporaryFolder() });
  const sent = createHash('sha256');
  const got = createHash('sha256');
  const write = async (): Promise<void> => {
    const writer = pipe.input.getWriter();
    for (let n = 0; n < 100; n += 1) {
      const chunk = Buffer.alloc(100_000, `${n} ä `);
      sent.update(chunk);
      await writer.write(chunk);
    }
    // Not awaited: what was given to the pipe is written before its end.
    for (let n = 0; n < 10; n += 1) {
      const chunk = Buffer.alloc(100_000, `late ${n} `);
      sent.update(chunk);
      void writer.write(chunk);
    }
    pipe.finish(10_000);
  };
  const listen = async (): Promise<void> => {
    for await (const chunk of pipe.output) got.update(chunk);
  };
  await Promise.all([write(), listen()]);
  expect(got.digest('hex')).toBe(sent.digest('hex'));
  expect(await end).toMatchObject({ kind: 'exited', exitCode: 0 });
});

test('nothing is said before its group is written down; if that fails nothing is said at all', async () => {
  const cwd = await temporaryFolder();
  let written = false;
  let writtenFirst = false;
  const end = runCommand(['cat'], {
    cwd,
    async onStarted() {
      await new Promise((resolve) => setTimeout(resolve, 100));
      written = true;
    },
    talk(pipe) {
      writtenFirst = written;
      pipe.finish(5_000);
    },
  });
  expect(await end).toMatchObject({ kind: 'exited' });
  expect(writtenFirst).toBe(true);

  let talked = false;
  let pid = 0;
  const refused = runCommand(['cat'], {
    cwd,
    async onStarted(group) {
      pid = group.pid;
      throw new Error('the disk is full');
    },
    talk: () => void (talked = true),
  });
  await expect(refused).rejects.toThrow('the disk is full');
  expect([talked, isAlive(pid)]).toEqual([false, false]);
});

test('standard error goes to the file, the lines and the tail, and not into the conversation', async () => {
  const cwd = await temporaryFolder();
  const lines: string[] = [];
  const { pipe, end } = await talk('echo said; echo complained >&2', {
    cwd,
    onLine: (line) => lines.push(line),
  });
  expect(await read(pipe)).toBe('said\n');
  expect(await end).toMatchObject({ kind: 'exited', tail: 'complained' });
  expect(lines).toEqual(['complained']);
  expect(await readFile(join(cwd, 'output.log'), 'utf8')).toBe('complained\n');
});

test('a program that ends in the middle ends the output, and what it had said can be read afterwards', async () => {
  const { pipe, end } = await talk('head -c 3 >/dev/null; head -c 100000 /dev/zero; exit 7', {
    cwd: await temporaryFolder(),
  });
  const writer = pipe.input.getWriter();
  await writer.write(bytes('go\n'));
  expect(await end).toMatchObject({ kind: 'exited', exitCode: 7 });
  // Nobody hears this any more, and nothing breaks.
  await writer.write(new Uint8Array(1 << 20));
  void writer.write(bytes('more'));
  pipe.finish(10);
  expect(await read(pipe)).toHaveLength(100_000);
});

test('a program that was gone before its group was written down has still said what it said', async () => {
  let said = Promise.resolve('');
  const end = await runCommand('echo wrong version; exit 2', {
    cwd: await temporaryFolder(),
    onStarted: async ({ pid }) => expect(await eventually(() => !isAlive(pid))).toBe(true),
    talk: (pipe) => void (said = read(pipe)),
  });
  expect(end).toMatchObject({ kind: 'exited', exitCode: 2 });
  expect(await said).toBe('wrong version\n');
});

test('a program that closes its output and goes on has ended the output, and nothing else', async () => {
  const cwd = await temporaryFolder();
  const { pipe, end } = await talk('echo bye; exec >&-; cat > got', { cwd });
  expect(await read(pipe)).toBe('bye\n');
  await pipe.input.getWriter().write(bytes('still there'));
  pipe.finish(10_000);
  expect(await end).toMatchObject({ kind: 'exited', exitCode: 0 });
  expect(await readFile(join(cwd, 'got'), 'utf8')).toBe('still there');
});

test('a program that cannot be started ends without a conversation', async () => {
  let talked = false;
  const end = await runCommand(['no-such-program-of-ours'], {
    cwd: await temporaryFolder(),
    talk: () => void (talked = true),
  });
  expect(end).toMatchObject({ kind: 'not-started', exitCode: null });
  expect(talked).toBe(false);
});

test('finish lets a program that ends with its input end by itself, with its own exit code', async () => {
  const cwd = await temporaryFolder();
  const { pipe, end } = await talk('cat > got; sleep 0.3; echo done >> got; exit 4', { cwd });
  await pipe.input.getWriter().write(bytes('all\n'));
  pipe.finish(10_000);
  expect(await end).toMatchObject({ kind: 'exited', exitCode: 4, signal: null });
  expect(await readFile(join(cwd, 'got'), 'utf8')).toBe('all\ndone\n');
});

test('finish ends a program that ignores the end of its input, when the grace is over', async () => {
  const cwd = await temporaryFolder();
  for (const command of [
    'exec sleep 600',
    `trap "" TERM; ${FLOOD}`,
    'sleep 600 & trap "exit 0" TERM; wait',
  ]) {
    const { pipe, end } = await talk(command, { cwd });
    pipe.finish(300);
    expect(await end).toMatchObject({ kind: 'signalled' });
  }
});

test('finish ends the grandchildren too: those in the group and one in a session of its own', async () => {
  const cwd = await temporaryFolder();
  const { pipe, end } = await talk(`${FAMILY} while [ ! -s left ]; do sleep 0.01; done; cat; exit 0`, {
    cwd,
  });
  expect(
    await eventually(async () => (await pidIn(cwd, 'child')) > 0 && (await pidIn(cwd, 'left')) > 0),
  ).toBe(true);
  const pids = [await pidIn(cwd, 'child'), await pidIn(cwd, 'left')];
  expect(pids.every(isAlive)).toBe(true);
  pipe.finish(10_000);
  expect(await end).toMatchObject({ kind: 'exited', exitCode: 0 });
  expect(pids.filter(isAlive)).toEqual([]);
  // They held its output open: that has ended with them.
  expect(await read(pipe)).toBe('');
});

test.each([
  ['is silent', 'sleep 20', /^said\n$/],
  ['floods it', 'yes', /^said\n(?:y\n?)*$/],
])(
  'a stranger that holds the output of a dead program and %s keeps nobody waiting',
  async (_, act, heard) => {
    const cwd = await temporaryFolder();
    // Its environment is empty, its session its own, and its parent gone before anybody looks.
    const stranger = `(env -i setsid sh -c "echo \\$\\$ > left; exec ${act}" &); while [ ! -s left ]; do sleep 0.01; done`;
    const { pipe, end } = await talk(`echo said; ${stranger}; sleep 0.1`, { cwd });
    try {
      expect(await end).toMatchObject({ kind: 'exited', exitCode: 0 });
      expect(await read(pipe)).toMatch(heard);
    } finally {
      const left = await pidIn(cwd, 'left');
      if (left > 0 && isAlive(left)) process.kill(left, 'SIGKILL');
    }
  },
);

test('a flood that nobody reads waits, and holds up neither cancel nor the time limit', async () => {
  const cwd = await temporaryFolder();
  const stop = new AbortController();
  const { end } = await talk(`trap "" TERM; ${FLOOD}`, { cwd, signal: stop.signal });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const start = performance.now();
  stop.abort();
  const { answer, at, late } = await besideNapper(end);
  expect(answer).toMatchObject({ kind: 'cancelled' });
  // Whoever first waits until the flood is read waits for ever.
  expect(at - start).toBeLessThan(1_000 + 10 * late);

  expect(await (await talk(FLOOD, { cwd, timeoutMs: 300 })).end).toMatchObject({ kind: 'timed-out' });
});

test('cancel in the middle of a flood that is read stops within a second', async () => {
  const stop = new AbortController();
  const { pipe, end } = await talk(FLOOD, { cwd: await temporaryFolder(), signal: stop.signal });
  let got = 0;
  let start = 0;
  const read = async (): Promise<ProcessEnd> => {
    for await (const chunk of pipe.output) {
      got += chunk.length;
      if (got < 20_000_000 || start > 0) continue;
      start = performance.now();
      stop.abort();
    }
    return end;
  };
  const { answer, at, late } = await besideNapper(read());
  expect(answer).toMatchObject({ kind: 'cancelled' });
  // A flood that is read to its end has none.
  expect(at - start).toBeLessThan(1_000 + 10 * late);
});

test('an input that nobody reads waits, and holds up neither cancel nor finish', async () => {
  const cwd = await temporaryFolder();
  for (const finish of [true, false]) {
    const stop = new AbortController();
    const { pipe, end } = await talk('exec sleep 600', { cwd, signal: stop.signal });
    let written = false;
    const writing = pipe.input
      .getWriter()
      .write(new Uint8Array(50_000_000))
      .then(() => (written = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(written).toBe(false);
    if (finish) pipe.finish(100);
    else stop.abort();
    expect(await end).toMatchObject({ kind: finish ? 'signalled' : 'cancelled' });
    await writing;
  }
});

test('who lets go of the output lets the program go on to its end', async () => {
  const cwd = await temporaryFolder();
  const { pipe, end } = await talk(`${FLOOD} | head -c 5000000; echo done > got`, { cwd });
  await pipe.output.cancel();
  expect(await end).toMatchObject({ kind: 'exited', exitCode: 0 });
  expect((await stat(join(cwd, 'got'))).size).toBe(5);
});

test('a program whose talk failed is ended, and run tells the failure', async () => {
  let pid = 0;
  const end = runCommand(['cat'], {
    cwd: await temporaryFolder(),
    onStarted: async (group) => void (pid = group.pid),
    talk() {
      throw new Error('not our protocol');
    },
  });
  await expect(end).rejects.toThrow('not our protocol');
  expect(isAlive(pid)).toBe(false);
});

test('a killed supervisor takes the program of a conversation with it', async () => {
  const cwd = await temporaryFolder();
  const { pipe, end } = await talk(`echo $$ > self; echo said; echo $PPID > parent; ${FLOOD}`, { cwd });
  expect(await eventually(async () => (await pidIn(cwd, 'parent')) > 0)).toBe(true);
  process.kill(await pidIn(cwd, 'parent'), 'SIGKILL');
  expect(await end).toMatchObject({ kind: 'signalled', signal: 'SIGKILL' });
  expect(isAlive(await pidIn(cwd, 'self'))).toBe(false);
  expect((await read(pipe)).length).toBeGreaterThan(0);
});

test(
  'a slow listener makes the program wait, hears every byte, and memory stays where it was',
  THOROUGH,
  async () => {
    const cwd = await temporaryFolder();
    const text = Array.from(
      { length: 1_000_000 },
      (_, n) => `line ${n} ä of what an agent says, whatever it is\n`,
    );
    await writeFile(join(cwd, 'spoken'), text.join(''));
    const spoken = await readFile(join(cwd, 'spoken'));
    expect(spoken.length).toBeGreaterThan(50_000_000);

    const { pipe, end } = await talk('cat spoken; echo > done', { cwd });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await readFile(join(cwd, 'done'), 'utf8').catch(() => 'waits')).toBe('waits');
    await pipe.output.cancel();
    expect(await end).toMatchObject({ kind: 'exited', exitCode: 0 });

    const engine = spawn(process.execPath, [talkingEngine, 'cat spoken', cwd], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    for await (const line of createInterface(engine.stdout)) said.push(line);
    const heard = JSON.parse(said[1]!) as Heard;
    expect(heard.hash).toBe(createHash('sha256').update(spoken).digest('hex'));
    expect(heard.supervisorGrowth).toBeLessThan(20_000_000);
    expect(heard.engineGrowth).toBeLessThan(100_000_000);
  },
);

test('SIGKILL of the engine in the middle of a conversation leaves nothing of the program alive', async () => {
  const cwd = await temporaryFolder();
  // It notices neither the end of its input nor that nobody hears it, and does not end when asked to.
  const deaf = `trap "" TERM PIPE; ${FAMILY} while :; do echo word; sleep 0.01; done`;
  const engine = spawn(process.execPath, [talkingEngine, deaf, cwd], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(engine.stdout)[Symbol.asyncIterator]();
  const line = String((await lines.next()).value);
  expect(
    await eventually(async () => (await pidIn(cwd, 'child')) > 0 && (await pidIn(cwd, 'left')) > 0),
  ).toBe(true);
  const group = JSON.parse(line) as ProcessGroup;
  const pids = [group.pid, await pidIn(cwd, 'child'), await pidIn(cwd, 'left')];
  expect(pids.every(isAlive)).toBe(true);
  engine.kill('SIGKILL');
  expect(await eventually(() => !pids.some(isAlive))).toBe(true);
});
