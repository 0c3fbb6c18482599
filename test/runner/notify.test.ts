import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommitId } from '../../src/model/names/ids.ts';
import { carryOut } from '../../src/runner/carryOut.ts';
import { prepareRun } from '../../src/runner/launch.ts';
import { newsOf, type Notification } from '../../src/runner/notification.ts';
import { createNotifier, type NotifierOptions } from '../../src/runner/notify.ts';
import { openWorld } from '../../src/runner/openWorld.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { ProcessEnd, ProcessTask } from '../../src/session/ports.ts';
import type { Progress } from '../../src/session/progress.ts';
import type { StatusView } from '../../src/session/results.ts';
import { STATUS } from '../cli/scriptedApi.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { DEMO, flowText, START } from '../support/session.ts';
import { silentLog } from '../support/silentLog.ts';

const commit = (digit: string): CommitId => digit.repeat(40) as CommitId;
const [research, plan, implement] = STATUS.phases;
const phasesAt = (of: string | null): StatusView['phases'] => [
  { ...research!, commit: commit('2') },
  { ...plan!, commit: of === null ? null : commit(of) },
  { ...implement!, commit: null },
];
const WAITS: StatusView = { ...STATUS, phases: phasesAt('4') };
const quiet: StatusView = { ...WAITS, state: 'running', question: null, questions: [] };
const news = (status: StatusView, ...made: readonly string[]): readonly string[] =>
  newsOf(status, new Set(made.map(commit)), '/site/work').map(
    ({ notification: { event, phase, text } }) => `${event} ${phase} ${text}`,
  );

describe('what a person is notified of', () => {
  test('is what this run has brought the session to', () => {
    expect(
      newsOf(WAITS, new Set([commit('4')]), '/site/work').map(({ notification }) => notification),
    ).toEqual([
      {
        schema: 1,
        event: 'waits',
        session: STATUS.session,
        title: 'Add login',
        branch: STATUS.branch,
        root: '/site/work',
        phase: 'plan',
        checked: null,
        text: 'plan waits for your approval.',
        options: [],
        // By a name that no later session takes from it.
        commands: [
          'cairn diff login-7f3k plan',
          'cairn approve login-7f3k',
          'cairn reject login-7f3k -m "…"',
          'cairn resume login-7f3k',
        ],
      },
    ]);
  });

  const limit = { ...WAITS, questions: [{ ...WAITS.questions[0]!, about: 'limit' as const }] };
  const blocked = {
    ...quiet,
    phases: phasesAt('4').map((one) =>
      one.id === 'plan'
        ? { ...one, blockedBy: 'gate' as const, reasons: ['no plan.md', 'npm test failed'] }
        : one,
    ),
  };
  const asks = [
    { id: 'p1', phase: 'plan', agent: 'opencode', kind: 'execute', command: 'curl -H secret' },
  ] as unknown as StatusView['permissions'];
  test.each([
    ['a question from before this run is none', WAITS, ['3'], []],
    ['a limit that is reached', limit, ['4'], ['limit plan plan waits for your approval.']],
    [
      'what nobody was there to allow, without what it would run',
      {
        ...WAITS,
        questions: [{ ...WAITS.questions[0]!, about: 'permission' as const, text: 'curl -H secret' }],
      },
      ['4'],
      ['waits plan plan waits, as nobody was there to allow something.'],
    ],
    ['a phase that is blocked', blocked, ['4'], ['blocked plan no plan.md\nnpm test failed']],
    ['one that was blocked before is none', blocked, ['3'], []],
    [
      'an agent that asks, without what it would run',
      { ...quiet, permissions: asks },
      [],
      ['waits plan opencode asks for a permission (execute).'],
    ],
    [
      'a session that is done, and what stands behind that',
      { ...quiet, state: 'done', checked: 'nothing' as const },
      ['4'],
      ['done null The session is done, nothing checked.'],
    ],
    ['one that was done before is none', { ...quiet, state: 'done' }, [], []],
    ['one at work is none', quiet, ['4'], []],
  ])('%s', (_what, status, made, told) => expect(news(status, ...made)).toEqual(told));
});

const checkpoint = (kind: string, of: string): Progress =>
  ({ type: 'checkpoint', kind, commit: commit(of), session: STATUS.session, seq: 4 }) as unknown as Progress;
const ENDED: ProcessEnd = { kind: 'exited', exitCode: 0, signal: null, ms: 1, tail: '', orphans: 0 };

/** A notifier whose command is a function. */
function notifier(over: Partial<NotifierOptions> & { readonly end?: Promise<ProcessEnd> | ProcessEnd } = {}) {
  const { end = ENDED, ...more } = over;
  const tasks: ProcessTask[] = [];
  const warned: string[] = [];
  const at = { status: WAITS };
  const made = createNotifier({
    api: { status: async () => at.status },
    processes: {
      async run(task) {
        tasks.push(task);
        return end;
      },
    },
    command: async () => ['notify-me', '--now'],
    session: STATUS.session,
    root: '/site/work',
    env: { HOME: '/home/ann', CAIRN_RUN: '/run' },
    outputFile: '/run/notify.log',
    log: { ...silentLog, warn: (text) => void warned.push(text) },
    ...more,
  });
  const events = (): readonly string[] => tasks.map(({ stdin }) => (JSON.parse(stdin) as Notification).event);
  return { ...made, at, tasks, events, warned };
}

describe('the command that is called', () => {
  test('gets one JSON value on standard input and no text as an argument, in no phase', async () => {
    const n = notifier();
    n.hear(checkpoint('waiting', '4'));
    await n.look();
    await n.sent();
    expect(n.tasks).toHaveLength(1);
    expect(n.tasks[0]).toMatchObject({
      command: ['notify-me', '--now'],
      typed: true,
      cwd: '/site/work',
      env: { HOME: '/home/ann' },
      timeoutMs: 30_000,
    });
    expect(n.tasks[0]?.env).not.toHaveProperty('CAIRN_RUN');
    expect(n.tasks[0]?.stdin).toMatch(/^\{"schema":1,"event":"waits",[^\n]*\}\n$/);
  });

  test('is called once for what stays as it is, and again where a phase waits anew', async () => {
    const n = notifier();
    n.hear(checkpoint('waiting', '4'));
    await n.look();
    // Of another phase, while this one waits on.
    n.hear(checkpoint('waiting', '9'));
    await n.look();
    n.at.status = { ...WAITS, phases: phasesAt('6') };
    n.hear(checkpoint('rejection', '5'));
    n.hear(checkpoint('waiting', '6'));
    await n.look();
    n.at.status = { ...quiet, state: 'done' };
    n.hear(checkpoint('phase', '7'));
    await n.look();
    await n.sent();
    expect(n.events()).toEqual(['waits', 'waits', 'done']);
  });

  test('is looked for only where something happened, and not called where none is set', async () => {
    const asked: string[] = [];
    const n = notifier({
      command: async () => {
        asked.push('asked');
        return null;
      },
    });
    expect(await n.look()).toBe(false);
    expect(asked).toEqual([]);
    n.hear(checkpoint('waiting', '4'));
    expect(await n.look()).toBe(false);
    expect([asked, n.tasks]).toEqual([['asked'], []]);
  });

  test('that is still at work is told, for whoever ends the run', async () => {
    const ends = Promise.withResolvers<ProcessEnd>();
    const n = notifier({ end: ends.promise });
    n.hear(checkpoint('waiting', '4'));
    expect(await n.look()).toBe(true);
    ends.resolve(ENDED);
    await n.sent();
    expect(await n.look()).toBe(false);
  });

  test.each([
    ['fails', { ...ENDED, exitCode: 7 }, 'the notify command failed'],
    ['does not end', { ...ENDED, kind: 'timed-out' as const, exitCode: null }, 'the notify command failed'],
  ])('and %s is in the log, and nobody’s fault', async (_what, end, told) => {
    const n = notifier({ end });
    n.hear(checkpoint('waiting', '4'));
    await n.look();
    await n.sent();
    expect(n.warned).toEqual([told]);
  });

  test('settings that cannot be read are in the log, too', async () => {
    const n = notifier({ command: () => Promise.reject(new Error('broken')) });
    n.hear(checkpoint('waiting', '4'));
    expect(await n.look()).toBe(false);
    expect(n.warned).toEqual(['nobody was notified']);
  });
});

test('a run calls the command of the settings, whose failure is not the run’s; one of the editor goes first', async () => {
  const repo = await gitRepo({
    '.cairn/workflows/flow.yaml': flowText({
      agent: 'manual',
      phases: [{ id: 'plan', artifacts: ['/plan.md'] }],
    }),
  });
  const config = await temporaryFolder();
  const [script, heard] = [join(config, 'notify-me'), join(config, 'heard')];
  await writeFile(script, `#!/bin/sh\ncat >> '${heard}'\nexit 9\n`);
  await chmod(script, 0o755);
  await mkdir(join(config, 'cairn'));
  const env = { ...repo.env, XDG_CONFIG_HOME: config };
  const run = async (request: Parameters<typeof prepareRun>[0], notify?: readonly string[]) => {
    const options = { folder: repo.root, commonDir: join(repo.root, '.git'), env };
    const machine = notify === undefined ? {} : { notify };
    const folder = await prepareRun(request, { ...options, machine });
    const open: Parameters<typeof carryOut>[1] = (at, more) => openWorld(at, { ...more, env });
    const ending = new AbortController().signal;
    return carryOut(folder, open, silentLog, { ending, shared: true });
  };
  await writeFile(join(config, 'cairn', 'agents.yaml'), `notify: [${script}]\n`);
  const started = await run({ verb: 'start', options: START });
  expect(started).toMatchObject({ type: 'outcome', outcome: { reason: 'waiting' } });
  const told = (await readFile(heard, 'utf8')).trim().split('\n');
  expect(told.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: 'waits', session: DEMO, phase: 'plan', root: repo.root },
  ]);
  // It waits as before: that is no news.
  await run({ verb: 'resume', session: DEMO, options: PLAIN_RESUME });
  expect((await readFile(heard, 'utf8')).trim().split('\n')).toHaveLength(1);
  const tree = `${repo.root}.worktrees/${DEMO}`;
  await writeFile(join(tree, 'plan.md'), 'a plan\n');
  const other = join(config, 'other');
  await run({ verb: 'resume', session: DEMO, options: PLAIN_RESUME }, ['sh', '-c', `cat > '${other}'`]);
  expect(JSON.parse(await readFile(other, 'utf8'))).toMatchObject({ event: 'done', phase: null });
});
