import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, until } from '../runner/tinyWorkflow.ts';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { THOROUGH, byDepth } from '../support/thorough.ts';

const cli = builtCairn();
const ID = 'with-effects';

/** A workflow whose second phase does what a script beside the repository says. */
const WORKFLOW = `schema: 1
name: flow
agent: { kind: command, command: [sh, -c, '. "$SIDE/$CAIRN_PHASE.sh"; echo made > "$CAIRN_PHASE_DIR/made.md"'] }
phases:
  - id: one
    artifacts: [made.md]
  - id: two
    retries: 0
    artifacts: [made.md]
`;

interface Place {
  readonly repo: GitRepo;
  /** Runs a command line to its end. */
  cairn(...words: readonly string[]): Promise<Ended>;
  /** The same in a group of its own, killed whole by `kill`. */
  begin(...words: readonly string[]): { readonly ended: Promise<Ended>; kill(): void };
  part(phase: string, script: string): Promise<void>;
  /** Lines of the file outside of the repository. */
  outside(): Promise<readonly string[]>;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function place(): Promise<Place> {
  const repo = await gitRepo({ '.cairn/workflows/flow.yaml': WORKFLOW });
  const env = { ...repo.env, SIDE: `${repo.root}/..` };
  const begin: Place['begin'] = (...words) => {
    const child = spawn(process.execPath, [cli(), ...words], { cwd: repo.root, env, detached: true });
    child.stdin.end();
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const kill = (): void => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
    onTestFinished(() => {
      if (child.exitCode === null && child.signalCode === null) kill();
    });
    return {
      kill,
      ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err }))),
    };
  };
  for (const phase of ['one', 'two']) await repo.write(`../${phase}.sh`, '');
  return {
    repo,
    begin,
    cairn: (...words) => begin(...words).ended,
    part: (phase, script) => repo.write(`../${phase}.sh`, script),
    outside: async () => ((await repo.look('../outside')) ?? '').split('\n').filter((line) => line !== ''),
  };
}

const start = ({ cairn }: Place, ...more: readonly string[]): Promise<Ended> =>
  cairn('start', 'flow', '--request', 'release it', '--id', ID, ...more);

const ADD = `"$CAIRN_BIN" effect --key "\${CAIRN_EFFECT_KEY_PREFIX}add" -- sh -c 'echo "$CAIRN_EFFECT_KEY" >> "$SIDE/outside"; echo added'`;

test('[A53, A55] an agent does something outside once, however often its phase is done again', async () => {
  const p = await place();
  await p.part('two', `${ADD} > "$CAIRN_PHASE_DIR/said.md"`);
  expect(await start(p)).toMatchObject({ code: 0 });
  await p.cairn('restore', ID, 'one');
  const resumed = await p.cairn('resume', ID);
  expect(resumed.code).toBe(0);
  expect(resumed.out + resumed.err).toContain('Not done again in two, as it had happened before: 1 effect.');
  expect(await p.outside()).toEqual(['two/add']);
  const said = await p.repo.git('show', `cairn/${ID}:.cairn/sessions/${ID}/02-two/said.md`);
  expect(said).toBe('added');
  const record = await p.repo.git('show', `cairn/${ID}:.cairn/sessions/${ID}/02-two/phase.json`);
  expect(JSON.parse(record)).toMatchObject({ effects: { done: 1, failed: 0, inDoubt: 0, replayed: 1 } });
  expect((await p.cairn('effect', 'list', ID)).out).toMatch(/two\/add +done/);
  expect(await p.cairn('verify', ID)).toMatchObject({ code: 0 });
});

test('a restore and a fork say in the same words what stays done', THOROUGH, async () => {
  const p = await place();
  await p.part('two', `${ADD} > "$CAIRN_PHASE_DIR/said.md"`);
  await start(p);
  const sentence =
    'Done to the outside world since that checkpoint, and neither undone nor done again: two/add.';
  for (const words of [
    ['restore', ID, 'one', '--dry-run'],
    ['fork', ID, 'one', '--id', 'beside'],
    ['restore', ID, 'one'],
  ]) {
    const { out, err } = await p.cairn(...words);
    expect((out + err).split(sentence)).toHaveLength(2);
  }
});

test(
  'killed in the middle of an effect: the command ends with it, it is in doubt, and a person settles it',
  THOROUGH,
  async () => {
    const p = await place();
    await p.part('two', ADD.replace('echo added', 'echo $$ > "$SIDE/pid"; sleep 600'));
    await start(p, '--until', 'one');
    const run = p.begin('resume', ID, '--json');
    await until(async () => (await p.repo.look('../pid')) !== null);
    const pid = Number(await p.repo.look('../pid'));
    const runner = await p.repo.look(`.git/cairn/${ID}/lease.2.json`);
    process.kill((JSON.parse(runner ?? '{}') as { pid: number }).pid, 'SIGKILL');
    await until(() => !isAlive(pid));
    await run.ended;
    await p.part('two', ADD.replace('echo added', 'echo $$ > "$SIDE/pid"; sleep 600'));
    const waiting = await p.cairn('resume', ID);
    expect(waiting).toMatchObject({ code: 3 });
    expect(waiting.out).toContain('Did "two/add" happen?');
    const status = await p.cairn('status', ID);
    expect(status.out).toContain(`cairn effect settle ${ID} --key two/add --as done -m`);
    expect(
      await p.cairn('effect', 'settle', ID, '--key', 'two/add', '--as', 'done', '-m', 'the line is there'),
    ).toMatchObject({
      code: 0,
    });
    expect(await p.cairn('resume', ID)).toMatchObject({ code: 0 });
    expect(await p.outside()).toEqual(['two/add']);
  },
);

test('standard output is of the command alone, and its exit code is given; prose goes to standard error', async () => {
  const p = await place();
  await start(p, '--until', 'one');
  const words = ['effect', ID, '--key', 'k', '--', 'sh', '-c', 'echo out; echo err >&2; exit 3'] as const;
  expect(await p.cairn(...words)).toEqual({ code: 3, out: 'out\n', err: 'err\n' });
  const ok = ['effect', ID, '--key', 'ok', '--', 'echo', 'with -- dashes', '--json'] as const;
  expect(await p.cairn(...ok)).toEqual({ code: 0, out: 'with -- dashes --json\n', err: '' });
  const again = await p.cairn(...ok);
  expect([again.code, again.out]).toEqual([0, 'with -- dashes --json\n']);
  expect(again.err).toContain('"ok" has happened before');
  const json = await p.cairn('effect', ID, '--json', ...ok.slice(2));
  expect(JSON.parse(json.out)).toMatchObject({ key: 'ok', state: 'done', replayed: true, exitCode: 0 });
});

test(
  'two at the same time: one does it, the other waits for it and is given what it answered',
  THOROUGH,
  async () => {
    const p = await place();
    await start(p, '--until', 'one');
    const words = [
      'effect',
      ID,
      '--key',
      'k',
      '--',
      'sh',
      '-c',
      'echo x >> ../outside; sleep 1; echo said',
    ] as const;
    const [one, two] = await Promise.all([p.cairn(...words), p.cairn(...words)]);
    expect([one, two].map(({ code, out }) => [code, out])).toEqual([
      [0, 'said\n'],
      [0, 'said\n'],
    ]);
    expect(await p.outside()).toEqual(['x']);
  },
);

for (const { rows, options } of byDepth([
  [['effect', ID, '--', 'true'], '--key: say under which key it is known'],
  [['effect', ID, '--key', 'k'], 'say what to do after `--`'],
  [['effect', ID, 'npm', '--key', 'k'], 'a command stands after `--`'],
  [['effect', 'settle', ID, '--key', 'k', '-m', 'x'], '--as: say what you found'],
  [['effect', 'settle', ID, '--key', 'k', '--as', 'done'], 'say how you know'],
  [['effect', ID, '--key', `of ${ID}`, '--', 'true'], 'the id of the session is in it'],
] as const))
  test.each(rows)('%j is refused with a sentence', options, async (words, sentence) => {
    const p = await place();
    await start(p, '--until', 'one');
    const { code, err } = await p.cairn(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  });
