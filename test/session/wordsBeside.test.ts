import { once } from 'node:events';
import { watch } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CairnError, type ErrorDetails } from '../../src/base/cairnError.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import type { SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Flow, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';
import { THOROUGH } from '../support/thorough.ts';

const WORD = '.git/cairn/demo/words/asked.word.json';
const FLOW: Flow = {
  schema: 2,
  parallel: 3,
  phases: [
    { id: 'long', needs: [] },
    { id: 'asked', needs: [], approval: 'required' },
    { id: 'after', needs: ['asked'] },
  ],
};

/** `long` works until it is let go; by then `asked` waits. */
async function whileOneWorks(on = stage): Promise<{
  readonly s: Stage;
  readonly letGo: () => Promise<SaidOutcome>;
}> {
  const s = await on(FLOW);
  await s.agent.part('long', 'usual\nwhile [ ! -e "$PLAY/go" ]; do sleep 0.02; done');
  const run = s.start();
  await until(async () => (await statusOf(s, 'asked')) === 'waiting');
  return {
    s,
    async letGo() {
      await s.agent.mark('go');
      return run;
    },
  };
}

const statusOf = async (s: Stage, phase: string): Promise<string | undefined> =>
  (await s.api.list()).length === 0
    ? undefined
    : (await s.api.status(DEMO)).phases.find(({ id }) => id === phase)?.status;

test('what waits is approved while another works, and what needs it begins at once', async () => {
  const { s, letGo } = await whileOneWorks();
  const window = await s.seat();
  await window.api.approve(DEMO, 'asked', 'Fine.');
  expect(await statusOf(s, 'asked')).toBe('done');
  await until(async () => (await statusOf(s, 'after')) === 'done');
  expect(await statusOf(s, 'long')).toBe('running');
  expect((await letGo()).reason).toBe('completed');
  expect(await s.agent.runs()).toHaveLength(3);
  expect(await s.violations()).toEqual([]);
});

test('what waits is sent back while another works, and is tried again with the reason', async () => {
  const { s, letGo } = await whileOneWorks();
  await (await s.seat()).api.reject(DEMO, null, 'It is too short.');
  const told = async (): Promise<boolean> =>
    (await s.agent.isMarked('asked-2.prompt')) &&
    (await s.agent.prompt('asked', 2)).includes('It is too short.');
  await until(told);
  expect(await letGo()).toMatchObject({ reason: 'waiting' });
  expect(await s.violations()).toEqual([]);
});

test('a word that is not possible is refused as if nobody drove the session, and the run goes on', async () => {
  const { s, letGo } = await whileOneWorks();
  const refused: unknown = await (
    await s.seat()
  ).api
    .answer(DEMO, 'Blue.', 'asked')
    .catch((error: unknown) => error);
  expect(CairnError.is(refused, 'usage/not-possible')).toBe(true);
  expect(await letGo()).toMatchObject({ reason: 'waiting' });
  expect(await s.repo.look(WORD)).toBeNull();
});

test('a word that names no phase that waits is told which do, while another works as when nobody drives the session', async () => {
  const s = await stage({
    ...FLOW,
    phases: [...(FLOW.phases ?? []), { id: 'also', needs: [], approval: 'required' }],
  });
  await s.agent.part('long', 'usual\nwhile [ ! -e "$PLAY/go" ]; do sleep 0.02; done');
  const run = s.start();
  const waits = async (phase: string): Promise<boolean> => (await statusOf(s, phase)) === 'waiting';
  await until(async () => (await waits('asked')) && (await waits('also')));
  const { api } = await s.seat();
  const refusal = async (word: Promise<unknown>): Promise<unknown> =>
    word.then(
      () => null,
      ({ code, details }: CairnError) => ({ code, details }),
    );
  const words = async (): Promise<readonly unknown[]> => [
    await refusal(api.approve(DEMO, null, null)),
    await refusal(api.reject(DEMO, null, 'no')),
    await refusal(api.answer(DEMO, 'hi', null)),
    await refusal(api.approve(DEMO, 'nosuch', null)),
    await refusal(api.approve(DEMO, 'after', null)),
  ];
  // Whoever only lists sessions sees them too.
  expect(await s.api.list()).toMatchObject([{ state: 'running', waiting: ['asked', 'also'] }]);
  const all = ['asked', 'also'].map((phase) => ({ phase, for: 'approval' }));
  const several = { details: { refusal: { because: 'several-wait', waits: all } } };
  const beside = await words();
  expect(beside).toMatchObject([
    several,
    several,
    several,
    { code: 'usage/unknown-phase', details: { phase: 'nosuch' } },
    { details: { refusal: { because: 'other-waits', named: 'after', waits: all } } },
  ]);
  await s.agent.mark('go');
  expect(await run).toMatchObject({ reason: 'waiting' });
  expect(await words()).toEqual(beside);
});

test(
  'of two who say yes to one phase at once, the second is told that it went on, and of no resume',
  THOROUGH,
  async () => {
    const { s, letGo } = await whileOneWorks(onGit);
    const asked = `1 1 ${await updatedOf(s)}`;
    await (await s.seat()).api.approve(DEMO, 'asked', null);
    await saidBefore(s, asked);
    const reply = WORD.replace('asked.word', 'asked-x.reply');
    await until(async () => (await s.repo.look(reply)) !== null);
    const { refused } = JSON.parse(await s.repo.read(reply)) as {
      readonly refused: { readonly details: ErrorDetails['usage/not-possible'] };
    };
    expect(errorSentence('usage/not-possible', refused.details)).toMatchObject({
      message: `Cannot approve ${DEMO}: asked went on before that was heard`,
      hint: `See where it stands: cairn status ${DEMO}`,
    });
    await letGo();
  },
);

const RECORD = '.cairn/sessions/demo/02-asked/phase.json';

/** Its terminal was closed. */
async function saidBefore(s: Stage, asked: string): Promise<void> {
  const of = { id: 'asked-x', at: '2026-11-20T10:00:00.000Z', by: 'Ada', act: 'approve', phase: 'asked' };
  await s.repo.write(WORD, JSON.stringify({ ...of, asked, text: null }));
}

const updatedOf = async (s: Stage): Promise<string> =>
  (await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/STATUS.md'))
    .split('\n')
    .filter((line) => line.includes('| asked |'))
    .map((line) => line.split('|').at(-2)?.trim() ?? '')
    .join();

test('what somebody said whose terminal was closed is taken up by the next resume', async () => {
  const { s, letGo } = await whileOneWorks(onGit);
  await letGo();
  await saidBefore(s, `1 1 ${await updatedOf(s)}`);
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.repo.look(WORD)).toBeNull();
  const approval = JSON.parse(await s.repo.git('show', `cairn/demo:${RECORD}`)) as PhaseRecord;
  expect(approval.approvals).toMatchObject([{ by: 'Ada', at: '2026-11-20T10:00:00.000Z' }]);
  const body = await s.repo.git('log', '--format=%b', '--grep=asked is approved', 'cairn/demo');
  expect(body).toContain('By Ada.');
});

test('a word is recorded as of whoever said it, not of who drives the session', THOROUGH, async () => {
  const { s, letGo } = await whileOneWorks(onGit);
  const env = { ...process.env, GIT_AUTHOR_NAME: 'Grace', GIT_AUTHOR_EMAIL: 'grace@example.invalid' };
  await (await s.seat({ env })).api.approve(DEMO, 'asked', null);
  await letGo();
  const { approvals } = JSON.parse(await s.repo.git('show', `cairn/demo:${RECORD}`)) as PhaseRecord;
  expect(approvals.map(({ by }) => by)).toEqual(['Grace <grace@example.invalid>']);
});

test('a session runs as long as one works, also where a word is said of a phase in another slot', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'fails', needs: [] },
      { id: 'asks', needs: [], approval: 'required' },
      { id: 'join', needs: ['fails', 'asks'] },
    ],
  });
  await s.agent.part('fails-1', 'exit 3');
  await s.start();
  await s.agent.part('fails', 'usual\ntouch "$PLAY/began"\nwhile [ ! -e "$PLAY/go" ]; do sleep 0.02; done');
  const run = s.resume();
  await until(() => s.agent.isMarked('began'));
  await (await s.seat()).api.approve(DEMO, 'asks', null);
  expect((await s.log()).at(-1)).toMatch(/ approval asks\/1 running$/);
  await s.agent.mark('go');
  expect((await run).reason).toBe('completed');
  expect(await s.violations()).toEqual([]);
});

test(
  'what somebody said of an attempt is not taken for the next one, which nobody has seen',
  THOROUGH,
  async () => {
    const { s, letGo } = await whileOneWorks(onGit);
    const before = await updatedOf(s);
    await s.agent.part('asked-2', 'usual\necho second > second.txt');
    await (await s.seat()).api.reject(DEMO, 'asked', 'Once more.');
    await until(async () => (await s.log()).filter((line) => line.includes('waiting asked')).length === 2);
    await saidBefore(s, `1 1 ${before}`);
    await until(async () => (await s.repo.look(WORD)) === null);
    expect(await letGo()).toMatchObject({ reason: 'waiting' });
    expect((await s.log()).filter((line) => line.includes('approval'))).toEqual([]);
  },
);

test('a reason that comes after an attempt has begun is no part of the rejection before it, in whatever worktree that works', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: ['one', 'other'].map((id) => ({ id, needs: [], approval: 'required' })),
  });
  expect((await s.start()).reason).toBe('waiting');
  await s.api.reject(DEMO, 'other', null);
  await s.agent.part('other-2', 'echo second > second.txt; touch "$PLAY/began"; sleep 60');
  const stop = new AbortController();
  const run = s.resume({}, stop.signal);
  await until(() => s.agent.isMarked('began'));
  stop.abort();
  expect((await run).reason).toBe('interrupted');
  const before = await s.log();
  await expect(s.api.reject(DEMO, 'other', 'Too late.')).rejects.toMatchObject({
    code: 'usage/not-possible',
  });
  expect(await s.log()).toEqual(before);
  await s.agent.part('other-3', 'usual');
  await s.resume({ leftovers: 'rescue' });
  expect(await s.repo.git('show', 'refs/cairn/demo/rescue/1:second.txt')).toBe('second');
  expect(await s.violations()).toEqual([]);
});

test('a word that was taken up by a runner that died before it could say so is done, and told as what it has published', async () => {
  let dies = false;
  const s = await stage(FLOW);
  await s.agent.part('long', 'usual\nwhile [ ! -e "$PLAY/go" ]; do sleep 0.02; done');
  const runner = await s.seat({
    reached(point) {
      if (dies && point === 'checkpoint/journal-reset') throw new Error('died');
    },
  });
  const run = runner.start().catch(() => null);
  await until(async () => (await statusOf(s, 'asked')) === 'waiting');
  dies = true;
  const said = (await s.seat()).api.approve(DEMO, 'asked', 'Fine.');
  await until(async () => (await s.log()).some((line) => line.includes(' approval asked/1')));
  await s.agent.mark('go');
  await run;
  const { commit } = await said;
  expect((await s.api.log(DEMO)).find((entry) => entry.commit === commit)).toMatchObject({
    kind: 'approval',
    phase: 'asked',
  });
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.repo.look(WORD)).toBeNull();
  expect(await s.violations()).toEqual([]);
});

test('a word that a runner took up before it died leaves to the others what lies in their worktrees', async () => {
  let dies = false;
  const s = await onGit(FLOW);
  await s.agent.part('long', 'usual\nwhile [ ! -e "$PLAY/go" ]; do sleep 0.02; done');
  const runner = await s.seat({
    reached(point) {
      if (dies && ['checkpoint/journal-reset', 'attempt/agent-ended'].includes(point))
        throw new Error('died');
    },
  });
  const run = runner.start().catch(() => null);
  await until(async () => (await statusOf(s, 'asked')) === 'waiting');
  dies = true;
  await saidBefore(s, `1 1 ${await updatedOf(s)}`);
  await until(async () => (await s.log()).some((line) => line.includes(' approval asked/1')));
  await s.agent.mark('go');
  await run;
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  // Its attempt had ended, and is judged as it lies there.
  expect((await s.agent.runs()).filter((line) => line.startsWith('long'))).toHaveLength(1);
  expect(await s.api.rescues(DEMO)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

describe('a word of which the file was left by somebody else, while another command has the session', () => {
  /** A word on `asked`, from the moment on in which `blocked` is being closed by another one. */
  async function whileClosing(more: object): Promise<{ readonly s: Stage; readonly said: Promise<unknown> }> {
    const check = `P=../../play; test -e "$P/mended" && while [ ! -e "$P/go" ]; do touch "$P/checking"; sleep 0.02; done`;
    const s = await onGit({
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'blocked', needs: [], artifacts: ['end.json'], checks: [{ run: check }], ...more },
        { id: 'asked', needs: [], approval: 'required' },
      ],
    });
    await s.agent.part('blocked', 'usual\necho true > "$CAIRN_PHASE_DIR/end.json"');
    await s.start();
    await saidBefore(s, 'nothing that it waits with');
    await s.agent.mark('mended');
    const other = (await s.seat()).api.approve(DEMO, 'blocked', null);
    await until(() => s.agent.isMarked('checking'));
    const folder = watch(`${s.repo.root}/.git/cairn/demo/words`);
    const tried = once(folder, 'change');
    const said = s.api.approve(DEMO, 'asked', null).catch((error: unknown) => error);
    await tried;
    folder.close();
    await s.agent.mark('go');
    await other;
    return { s, said };
  }

  test('is done once that ends', THOROUGH, async () => {
    const { s, said } = await whileClosing({});
    expect((await said) instanceof Error).toBe(false);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  test('is told that its phase went on where that has ended the session', THOROUGH, async () => {
    const { s, said } = await whileClosing({ stop: { when: { file: 'blocked/end.json', is: true } } });
    expect(await said).toMatchObject({ details: { refusal: { because: 'went-on', waits: false } } });
    expect(await s.violations()).toEqual([]);
  });
});

test.each<readonly [string, readonly string[]]>([
  ['the first worktree', ['asked', 'judge']],
  ['another one', ['judge', 'asked']],
])(
  'what waits in %s when a word opens another round is kept as open work of its phase',
  async (_where, order) => {
    const loop = { to: 'base', until: { file: 'judge/said.json', at: '/ok', is: true }, max: 1 };
    const rest = {
      asked: { id: 'asked', needs: ['base'], approval: 'required' },
      judge: { id: 'judge', needs: ['base'], artifacts: ['said.json'], loop },
    };
    const s = await stage({
      schema: 2,
      parallel: 3,
      phases: [
        { id: 'base', needs: [] },
        { id: 'long', needs: [] },
        ...order.map((id) => rest[id as keyof typeof rest]),
      ],
    });
    await s.agent.part('long', 'usual\nwhile [ ! -e "$PLAY/go" ]; do sleep 0.02; done');
    const said = 'test "$CAIRN_ROUND" = 1 && ok=false || ok=true';
    await s.agent.part('judge', `${said}\necho "{\\"ok\\": $ok}" > "$CAIRN_PHASE_DIR/said.json"`);
    await s.agent.part('asked-1', 'usual\necho first > first.txt');
    const run = s.start();
    const wait = async (): Promise<boolean> =>
      (await statusOf(s, 'asked')) === 'waiting' && (await statusOf(s, 'judge')) === 'waiting';
    await until(wait);
    await (await s.seat()).api.answer(DEMO, 'another round', 'judge');
    await until(async () => (await s.agent.runs()).includes('asked 2'));
    await s.agent.mark('go');
    expect(await run).toMatchObject({ reason: 'waiting' });
    expect((await s.api.rescues(DEMO)).map(({ why }) => why)).toEqual(['Open work of asked.']);
    expect(await s.violations()).toEqual([]);
  },
);
