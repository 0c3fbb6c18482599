import { describe, expect, test } from 'vitest';
import type { CairnError } from '../../src/base/cairnError.ts';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import type { CommitId, RefName, RepoPath, SessionId, Timestamp } from '../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { createApi } from '../../src/session/createApi.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import type { World } from '../../src/session/world.ts';
import { fakeClock, type FakeClock } from '../support/fakeClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld, type MemoryWorld } from '../support/memoryWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { DEMO, flowText, logLines, START } from '../support/session.ts';

const FLOW = flowText({ phases: ['one', 'two', 'three'].map((id) => ({ id })) });
const BRANCH = `refs/heads/cairn/${DEMO}` as RefName;
const FOLDER = `.cairn/sessions/${DEMO}`;
const STATUS = `${FOLDER}/STATUS.md` as RepoPath;
const RECORD = `${FOLDER}/01-one/phase.json` as RepoPath;
const PACKET = `${FOLDER}/PACKET.md` as RepoPath;
const never = new AbortController().signal;

interface Place {
  readonly memory: MemoryWorld;
  readonly clock: FakeClock;
  readonly api: CairnApi;
  /** `phase` of every attempt, and the points that were passed, in order. */
  readonly happened: readonly string[];
  resume(over?: Partial<typeof PLAIN_RESUME>): ReturnType<CairnApi['resume']>;
}

/** A session without disk or git, over twins that the contract suites hold to the real ones. */
async function place(
  change: (world: World) => World = (world) => world,
  clock = fakeClock({ automatic: true }),
): Promise<Place> {
  const happened: string[] = [];
  const agents = scriptedAgents({
    player({ env }) {
      happened.push(`agent ${env['CAIRN_PHASE']}`);
      handIn(memory, { env });
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld({ '.cairn/workflows/flow.yaml': FLOW }, { clock, agents });
  const api = createApi(change(memory.of('driver', { passes: (at) => happened.push(at) })));
  const resume: Place['resume'] = (over = {}) => api.resume(DEMO, { ...PLAIN_RESUME, ...over }, never);
  return { memory, clock, api, happened, resume };
}

/** Its first phase is done, and nobody drives it. */
async function paused(): Promise<Place> {
  const at = await place();
  await at.api.start({ ...START, until: 'one' }, never);
  return at;
}

/** A checkpoint by other hands on top, with one file changed, or its message. */
async function putOnTip(
  { memory: { repository } }: Place,
  path: RepoPath,
  change: (text: string) => string,
  say: (message: string) => string = (message) => message,
): Promise<CommitId> {
  const tip = repository.store.get(BRANCH) as CommitId;
  const { tree, message } = await repository.commitEntry(tip);
  const bytes = (await repository.read(tree, path)) ?? new Uint8Array();
  const blob = await repository.writeBlob(Buffer.from(change(Buffer.from(bytes).toString())));
  const commit = await repository.commit({
    tree: await repository.compose(tree, new Map([[path, { blob, mode: '100644' as const }]])),
    parents: [tip],
    message: say(message),
    at: '2026-11-20T10:00:00.000Z' as Timestamp,
  });
  expect(await repository.moveRef(BRANCH, { from: tip, to: commit, why: 'by hand' })).toBe(true);
  return commit;
}

const refusal = (of: Promise<unknown>): Promise<CairnError> =>
  of.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as CairnError,
  );

const FIELDS =
  'schema session title workflow plan branch isolation base seq state next checked updated'.split(' ');
const KEYS =
  'schema session phase seq attempt status began ended agent outcome artifacts checks approvals notCaptured normalised attempts effects'.split(
    ' ',
  );

describe('the tip of a session', () => {
  test.each<[RepoPath, string, (text: string) => string]>([
    ...FIELDS.map((key): [RepoPath, string, (text: string) => string] => [
      STATUS,
      key,
      (text: string) => text.replace(new RegExp(`^${key}: .*\n`, 'm'), ''),
    ]),
    ...KEYS.map((key): [RepoPath, string, (text: string) => string] => [
      RECORD,
      key,
      (text: string) => {
        const { [key]: _gone, ...rest } = JSON.parse(text) as Record<string, unknown>;
        return JSON.stringify(rest, null, 2);
      },
    ]),
  ])('[A13] %s without "%s" is corrupt: exit 7, with field, file and commit', async (file, key, without) => {
    const at = await paused();
    const commit = await putOnTip(at, file, without);
    const error = await refusal(at.resume());
    expect(exitOfError(error.code)).toBe(7);
    expect(error.details).toMatchObject({ file, commit });
    if (key === 'schema') return expect(error.code).toBe('data/schema-missing');
    expect(error.code).toBe('data/corrupt');
    expect(JSON.stringify(error.details)).toContain(`\\"${key}\\" is missing`);
    expect(at.memory.repository.store.get(BRANCH)).toBe(commit);
  });

  test('[A13] without trailers, as after a squash, is a question and no corruption', async () => {
    const at = await paused();
    await putOnTip(
      at,
      STATUS,
      (text) => text,
      () => 'all in one\n',
    );
    const error = await refusal(at.resume());
    expect([error.code, exitOfError(error.code)]).toEqual(['data/untrusted-tip', 7]);
    expect(await at.resume({ trust: true })).toMatchObject({ reason: 'completed' });
  });

  test.each([
    ['STATUS.md', STATUS, (text: string) => text.replace('schema: 3\n', '')],
    ['phase.json', RECORD, (text: string) => text.replace('"schema": 3,', '')],
    ['the packet', PACKET, (text: string) => text.replace('schema: 3\n', '')],
  ] as const)('[A8] has a schema number in %s, and is refused without it', async (_what, file, without) => {
    const at = await paused();
    const commit = await putOnTip(at, file, without);
    const error = await refusal(at.resume({ trust: true }));
    expect(error).toMatchObject({ code: 'data/schema-missing', details: { file, commit } });
  });

  test('[A8] has a schema number in its trailers; without it it is no checkpoint but a question, and its files are what trust goes on from', async () => {
    const at = await paused();
    await putOnTip(
      at,
      STATUS,
      (text) => text,
      (message) => message.replace('Cairn-Schema: 3\n', ''),
    );
    expect((await refusal(at.resume())).code).toBe('data/untrusted-tip');
    expect(await at.resume({ trust: true })).toMatchObject({ reason: 'completed' });
  });
});

test('[A12, A56] a branch that is missing and one that holds no record of ours are told apart, by name, and nothing is opened', async () => {
  const at = await paused();
  const { store } = at.memory.repository;
  const main = store.get('refs/heads/main' as RefName) as CommitId;
  store.set('refs/heads/cairn/foreign' as RefName, main);
  const before = new Map(store);
  const [missing, empty] = await Promise.all(
    ['missing', 'foreign'].map((id) => refusal(at.api.resume(id as SessionId, PLAIN_RESUME, never))),
  );
  expect(missing).toMatchObject({
    code: 'usage/unknown-session',
    details: { searched: ['refs/heads/cairn/missing', 'refs/remotes/**/cairn/missing'] },
  });
  expect(empty).toMatchObject({
    code: 'data/no-checkpoint',
    details: { branch: 'refs/heads/cairn/foreign' },
  });
  const words = [missing, empty].map((error) =>
    error === undefined ? '' : JSON.stringify(errorSentence(error.code, error.details)),
  );
  expect(words[0]).toContain('cairn/missing');
  expect(words[1]).toContain('cairn/foreign');
  expect(words[0]?.replaceAll('missing', 'x')).not.toBe(words[1]?.replaceAll('foreign', 'x'));
  expect(store).toEqual(before);
});

test('[A56] `opened` is published before there is a worktree and before any agent works', async () => {
  const { happened } = await paused();
  const first = (what: string): number => happened.indexOf(what);
  expect(first('open/ref-moved')).toBeGreaterThan(0);
  expect(first('repository.addWorktree')).toBeGreaterThan(first('open/ref-moved'));
  expect(first('agent one')).toBeGreaterThan(first('open/ref-moved'));
});

test('[A11] a clock that is set back two hours between phases changes nothing: the order is that of parents and seq', async () => {
  const at = await paused();
  at.clock.setBack(2 * 3_600_000);
  expect(await at.resume({ until: 'two' })).toMatchObject({ reason: 'paused', seq: 3 });
  const log = await at.api.log(DEMO);
  const times = log.map((entry) => entry.at);
  expect(times.toSorted()).not.toEqual(times);
  expect(await at.api.list()).toMatchObject([{ seq: 3, next: ['three'], updated: times[2] }]);
  expect(await at.api.status(DEMO)).toMatchObject({ seq: 3, next: ['three'] });
  expect(await at.resume()).toMatchObject({ reason: 'completed', seq: 4 });
  expect(await logLines(at.api)).toEqual([
    '1 opened - running',
    '2 phase one/1 running',
    '3 phase two/1 running',
    '4 phase three/1 done',
  ]);
  expect((await at.api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
});

/** A world whose checkpoints after `opened` wait for `letGo`, with what it does in `order`. */
function held(order: string[]): { readonly change: (world: World) => World; readonly letGo: () => void } {
  let letGo = (): void => {};
  let moves = 0;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const change = (world: World): World => ({
    ...world,
    onProgress: (event) => event.type === 'checkpoint' && order.push(`told ${event.kind}`),
    state: {
      ...world.state,
      of(session) {
        const state = world.state.of(session);
        const journal: typeof state.journal = async (line, options = {}) => {
          await state.journal(line, options);
          order.push(`${line.type}${options.flush === true ? ', flushed' : ''}`);
        };
        return { ...state, journal };
      },
    },
    repository: Object.assign(Object.create(world.repository) as typeof world.repository, {
      async moveRef(...of: Parameters<typeof world.repository.moveRef>) {
        moves += 1;
        if (moves > 1) {
          order.push('about to move');
          await gate;
        }
        return world.repository.moveRef(...of);
      },
    }),
  });
  return { change, letGo: () => letGo() };
}

test('[A47] what must survive is flushed before the act, and a phase is not told done before its ref moved', async () => {
  const order: string[] = [];
  const { change, letGo } = held(order);
  // Whoever listens meanwhile sleeps: with a clock that moves by itself nobody else would get a turn.
  const at = await place(change, fakeClock());
  let isOver = false;
  const run = at.api.start({ ...START, until: 'one' }, never).finally(() => (isOver = true));
  await expect.poll(() => order.at(-1)).toBe('about to move');
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([isOver, order]).toEqual([
    false,
    [
      'attempt-begun, flushed',
      'process-started, flushed',
      'agent-ended, flushed',
      'gate-evaluated',
      'about to move',
    ],
  ]);
  expect(at.happened.indexOf('agent one')).toBeGreaterThan(at.happened.indexOf('attempt/begun'));
  letGo();
  const { commit } = await run;
  expect(order.slice(5)).toEqual(['told phase']);
  expect(at.memory.repository.store.get(BRANCH)).toBe(commit);
});
