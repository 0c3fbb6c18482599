import { appendFile, cp, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startTimeOf } from '../../src/host/processStart.ts';
import { launch } from '../../src/runner/launch.ts';
import { cleanRuns, findRun, openRun } from '../../src/runner/run.ts';
import type { RunEvent, RunNews } from '../../src/runner/runEvents.ts';
import { runFiles, runsFolder, writeOrder, writeRunner } from '../../src/runner/runFolder.ts';
import { writeEvents } from '../../src/runner/writeEvents.ts';
import { PLAIN_RESUME, type RunRequest } from '../../src/session/api/run.ts';
import type { PhaseId, SessionId } from '../../src/model/names/ids.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { bestOfThree } from '../support/lateness.ts';
import { THOROUGH } from '../support/thorough.ts';

const REQUEST = {
  verb: 'resume',
  session: 'a-session' as SessionId,
  options: PLAIN_RESUME,
} as const satisfies RunRequest;
const LAST: RunNews = { type: 'error', error: { code: 'git/disk-full', details: { command: 'add' } } };
const told = (text: string): RunNews => ({ type: 'told', text });

afterEach(() => void vi.useRealTimers());

/** A run of this very process, which lives. */
async function livingRun(at?: string): Promise<string> {
  const folder = at ?? (await temporaryFolder());
  await writeOrder(folder, { schema: 1, folder, request: REQUEST, settings: {}, canAsk: false });
  await writeRunner(folder, { pid: process.pid, startTime: startTimeOf(process.pid) });
  return folder;
}

async function all(events: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const seen: RunEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

async function linesOf(file: string): Promise<readonly RunEvent[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
}

test('[A48] a hundred lines of an agent in a second are merged to about ten; the last one is always written', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') });
  const file = join(await temporaryFolder(), 'events.jsonl');
  const events = writeEvents(file);
  for (let n = 0; n < 100; n += 1) {
    events.write({ type: 'agent-line', text: `line ${n}` });
    await vi.advanceTimersByTimeAsync(10);
  }
  events.write(told('something else'));
  events.write({ type: 'agent-line', text: 'the last' });
  events.end();
  const written = await linesOf(file);
  expect(written.length).toBeLessThanOrEqual(14);
  expect(written.slice(-3).map((event) => 'text' in event && event.text)).toEqual([
    'line 99',
    'something else',
    'the last',
  ]);
});

test('an agent that prints for hours does not fill the disk through us', THOROUGH, async () => {
  vi.useFakeTimers();
  const file = join(await temporaryFolder(), 'events.jsonl');
  const events = writeEvents(file);
  for (let n = 0; n < 40_000; n += 1) {
    events.write({ type: 'agent-line', text: 'x'.repeat(5000) });
    vi.advanceTimersByTime(50);
  }
  events.end();
  expect((await stat(file)).size).toBeLessThan(4_000_000);
});

const call = (n: number, status: 'started' | 'ended' = 'started'): RunNews => ({
  type: 'agent-tool',
  n,
  title: `call ${n} ${'x'.repeat(190)}`,
  kind: 'read',
  path: null,
  status,
});

test('[A48] a hundred updates of a plan and of a call in a second are merged; the last of each is always written', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') });
  const file = join(await temporaryFolder(), 'events.jsonl');
  const events = writeEvents(file);
  const entries = [{ text: 'a step', status: 'pending' as const }];
  for (let n = 0; n < 100; n += 1) {
    events.write({ type: 'agent-plan', done: n, of: 100, entries });
    events.write({ ...call(1), title: `state ${n}` } as RunNews);
    await vi.advanceTimersByTimeAsync(10);
  }
  events.write(call(1, 'ended'));
  events.end();
  const written = await linesOf(file);
  expect(written.length).toBeLessThanOrEqual(24);
  expect(written.findLast(({ type }) => type === 'agent-plan')).toMatchObject({ done: 99 });
  expect(written.at(-1)).toMatchObject({ type: 'agent-tool', status: 'ended' });
});

test('what two agents say, plan and call at once is merged for each by itself', async () => {
  vi.useFakeTimers();
  const file = join(await temporaryFolder(), 'events.jsonl');
  const events = writeEvents(file);
  const phases = ['api', 'page'] as PhaseId[];
  for (let n = 0; n < 10; n += 1) {
    for (const phase of phases) {
      events.write({ type: 'agent-line', phase, text: `${phase} ${n}` });
      events.write({ type: 'agent-plan', phase, done: n, of: 9, entries: [] });
      events.write({ ...call(1, n === 9 ? 'ended' : 'started'), phase } as RunNews);
    }
  }
  events.end();
  const written = await linesOf(file);
  const last = (type: string) =>
    phases.map((phase) =>
      written.findLast((event) => event.type === type && 'phase' in event && event.phase === phase),
    );
  expect(last('agent-line')).toMatchObject([{ text: 'api 9' }, { text: 'page 9' }]);
  expect(last('agent-plan')).toMatchObject([{ done: 9 }, { done: 9 }]);
  expect(last('agent-tool')).toMatchObject([{ status: 'ended' }, { status: 'ended' }]);
});

test('of a flood of calls the newest are told, and how each ended that was told to run', async () => {
  vi.useFakeTimers();
  const file = join(await temporaryFolder(), 'events.jsonl');
  const events = writeEvents(file);
  events.write(call(1));
  await vi.advanceTimersByTimeAsync(100);
  events.write(call(1, 'ended'));
  for (let n = 2; n <= 5000; n += 1) {
    events.write(call(n));
    if (n !== 4000) events.write(call(n, 'ended'));
  }
  events.end();
  const calls = (await linesOf(file)).filter((event) => event.type === 'agent-tool');
  expect(calls.slice(0, 2).map(({ n, status }) => [n, status])).toEqual([
    [1, 'started'],
    [1, 'ended'],
  ]);
  expect(calls.slice(2).map(({ n }) => n)).toEqual([4000, ...Array.from({ length: 15 }, (_, n) => 4986 + n)]);
});

test('an agent that calls tools for hours does not fill the disk through us', async () => {
  vi.useFakeTimers();
  const file = join(await temporaryFolder(), 'events.jsonl');
  const events = writeEvents(file);
  for (let n = 0; n < 200_000; n += 1) {
    events.write(call(n, 'ended'));
    if (n % 10 === 0) vi.advanceTimersByTime(50);
  }
  events.end();
  expect((await stat(file)).size).toBeLessThan(8_000_000);
});

test('a follower sees every event once, whole, even when a write is seen half', async () => {
  const folder = await livingRun();
  const { events } = runFiles(folder);
  const line = `${JSON.stringify({ at: '2026-11-20T10:00:00.000Z', ...told('über — half') })}\n`;
  const bytes = Buffer.from(line);
  await writeFile(events, bytes.subarray(0, 60));
  const following = all(openRun(folder).follow());
  await new Promise((resolve) => setTimeout(resolve, 200));
  await appendFile(events, bytes.subarray(60));
  const writer = writeEvents(events);
  writer.write(LAST);
  writer.end();
  expect((await following).map(({ type }) => type)).toEqual(['told', 'error']);
  expect((await following)[0]).toMatchObject({ text: 'über — half' });
});

test('a follower of a run that has said very much gets all of it, also a line longer than one read, also when it is gone', async () => {
  const folder = await livingRun();
  await writeRunner(folder, { pid: process.pid, startTime: 'another process of the same number' });
  const writer = writeEvents(runFiles(folder).events);
  const texts = ['ü'.repeat(400_000), ...Array.from({ length: 3000 }, (_, n) => `${n} ${'é'.repeat(100)}`)];
  for (const text of texts) writer.write(told(text));
  writer.write(LAST);
  writer.end();
  const seen = await all(openRun(folder).follow());
  expect(seen.flatMap((event) => ('text' in event ? [event.text] : []))).toEqual(texts);
  expect(seen.at(-1)?.type).toBe('error');
});

test('a follower that is told to leave leaves', async () => {
  const leave = new AbortController();
  const following = all(openRun(await livingRun()).follow(leave.signal));
  leave.abort();
  expect(await following).toEqual([]);
});

test('a run that was copied along with its repository lives in the one that it belongs to alone', async () => {
  const [gitDir, copy] = [join(await temporaryFolder(), '.git'), join(await temporaryFolder(), '.git')];
  await livingRun(join(runsFolder(gitDir), '1-one'));
  await cp(gitDir, copy, { recursive: true });
  expect(await findRun(copy, REQUEST.session)).toBeNull();
  await openRun(join(runsFolder(copy), '1-one')).kill();
  expect(await findRun(gitDir, REQUEST.session)).not.toBeNull();
});

test('a runner that is gone without a last word gets one, naming its log where that says anything', async () => {
  const folder = await livingRun();
  await writeRunner(folder, { pid: process.pid, startTime: 'another process of the same number' });
  const writer = writeEvents(runFiles(folder).events);
  writer.write(told('the last it said'));
  writer.end();
  expect(await all(openRun(folder).follow())).toMatchObject([
    {},
    { error: { code: 'machine/runner-died', details: { log: null } } },
  ]);
  await writeFile(runFiles(folder).log, 'no more memory');
  const events = await all(openRun(folder).follow());
  expect(events.map(({ type }) => type)).toEqual(['told', 'error']);
  expect(events[1]).toMatchObject({
    error: { code: 'machine/runner-died', details: { log: join(folder, 'runner.log') } },
  });
});

test('a runner that dies before its first line is noticed at once, and its log says why', async () => {
  const LIMIT_MS = 10_000;
  const notice = async (): Promise<number> => {
    const folder = await temporaryFolder();
    const program = join(folder, 'broken.cjs');
    await writeFile(program, 'throw new Error("broken on purpose")');
    const run = await launch(REQUEST, { folder, commonDir: folder, env: process.env, program });
    const began = Date.now();
    expect(await all(run.follow())).toMatchObject([
      { type: 'error', error: { code: 'machine/runner-died' } },
    ]);
    const ms = Date.now() - began;
    expect(await readFile(run.log, 'utf8')).toContain('broken on purpose');
    return ms;
  };
  // One that has not said anything yet is waited for longer than that.
  expect(await bestOfThree(LIMIT_MS, notice)).toBeLessThan(LIMIT_MS);
});

test('runs are found while they live and removed a day after they ended', async () => {
  const commonDir = await temporaryFolder();
  const [alive, ended, recent] = ['1', '2', '3'].map((name) => join(runsFolder(commonDir), name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [alive, ended, recent]) {
    await mkdir(folder, { recursive: true });
    await writeOrder(folder, { schema: 1, folder, request: REQUEST, settings: {}, canAsk: false });
    await writeRunner(folder, {
      pid: process.pid,
      startTime: folder === alive ? startTimeOf(process.pid) : 'gone',
    });
    await writeFile(runFiles(folder).events, '');
  }
  const daysAgo = new Date(Date.now() - 2 * 24 * 3600 * 1000);
  for (const folder of [alive, ended]) await utimes(runFiles(folder).events, daysAgo, daysAgo);
  expect((await findRun(commonDir, REQUEST.session))?.folder).toBe(alive);
  expect(await findRun(commonDir, 'another-one' as SessionId)).toBeNull();
  await cleanRuns(commonDir, Date.now());
  const there = async (folder: string): Promise<boolean> =>
    stat(folder).then(
      () => true,
      () => false,
    );
  expect([await there(alive), await there(ended), await there(recent)]).toEqual([true, false, true]);
});
