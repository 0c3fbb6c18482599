import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CairnError } from '../../src/base/cairnError.ts';
import { sha256 } from '../../src/host/hashes.ts';
import type { EffectOptions } from '../../src/session/api/effects.ts';
import type { EffectResult } from '../../src/session/results.ts';
import { fork, OTHER } from '../support/forks.ts';
import { openGitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { stage } from '../support/memoryStage.ts';
import {
  DEMO,
  flowText,
  stage as onGit,
  takeSeat,
  workIn,
  type Seat,
  type Stage,
} from '../support/session.ts';

const FLOW = { phases: [{ id: 'one' }, { id: 'two' }] };
const signal = new AbortController().signal;

class Died extends Error {}

/** A session whose first phase is done, and a file outside of it that effects add lines to. */
async function begun(staged = stage): Promise<{ readonly s: Stage; readonly outside: Outside }> {
  const s = await staged(FLOW);
  await s.start({ until: 'one' });
  return { s, outside: await makeOutside(s) };
}

interface Outside {
  readonly file: string;
  lines(): Promise<readonly string[]>;
}

/** It lies beside the repository, wherever that is. */
async function makeOutside({ repo }: Stage): Promise<Outside> {
  const path = '../outside.txt';
  await repo.write(path, '');
  return {
    file: join(repo.root, path),
    lines: async () => (await repo.read(path)).split('\n').filter((line) => line !== ''),
  };
}

/** Adds a line to a file outside of the repository, and says so. */
const adding = ({ file }: Outside, more = ''): EffectOptions['command'] => [
  'sh',
  '-c',
  `echo done >> "$1"; echo "added as $CAIRN_EFFECT_KEY"; ${more}`,
  'sh',
  file,
];

interface Done extends EffectResult {
  /** What was written while it ran. */
  readonly written: string;
}

async function effect(
  seat: Seat,
  command: EffectOptions['command'],
  over: Partial<EffectOptions> = {},
  session = DEMO,
): Promise<Done> {
  const written: Uint8Array[] = [];
  const streams = { out: (bytes: Uint8Array) => void written.push(bytes), errors: () => undefined };
  const options = { key: 'two/add', probe: null, cwd: seat.repo.root, command, ...over };
  const result = await seat.api.effect(session, options, streams, signal);
  return { ...result, written: Buffer.concat(written).toString() };
}

const refused = async (of: Promise<unknown>): Promise<Pick<CairnError, 'code' | 'details'>> => {
  const { code, details } = await of.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as CairnError,
  );
  return { code, details };
};

const recorded = async (seat: Seat): Promise<unknown> =>
  JSON.parse(await seat.repo.git('show', `refs/cairn/${DEMO}/effects:effects.json`));

test('[A51, A53, P12] a command runs once under its key; later calls are given its output and exit code', async () => {
  const { s, outside } = await begun();
  const first = await effect(s, adding(outside));
  expect(first).toMatchObject({ state: 'done', replayed: false, exitCode: 0, written: 'added as two/add\n' });
  const again = await effect(s, adding(outside));
  expect(again).toMatchObject({ state: 'done', replayed: true, exitCode: 0, output: first.output });
  expect(await outside.lines()).toEqual(['done']);
  expect(await recorded(s)).toMatchObject({
    effects: [{ key: 'two/add', replayed: 1, outcome: { exitCode: 0 } }],
  });
  // The record is commits on its own ref, append-only.
  expect(
    (await s.repo.git('log', '--format=%s', '--reverse', `refs/cairn/${DEMO}/effects`)).split('\n'),
  ).toEqual([
    'effect: two/add is about to be done',
    'effect: two/add is done',
    'effect: two/add had happened',
  ]);
  expect(await s.violations()).toEqual([]);
});

test('[S14, S36] an attempt that was cut off is done again whole; phases that were done and what was done outside are not', async () => {
  const { s, outside } = await begun();
  const dying = await s.seat({
    reached(point) {
      if (point === 'attempt/begun') throw new Died();
    },
  });
  await expect(dying.resume()).rejects.toThrow(Died);
  expect(await effect(s, adding(outside))).toMatchObject({ state: 'done', replayed: false });
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.runs()).toEqual(['one 1', 'two 2']);
  expect(await effect(s, adding(outside))).toMatchObject({ state: 'done', replayed: true });
  expect(await outside.lines()).toEqual(['done']);
});

test('[X6] what failed runs again, and its exit code is given', async () => {
  const { s, outside } = await begun();
  expect(await effect(s, adding(outside, 'exit 3'))).toMatchObject({ state: 'failed', exitCode: 3 });
  expect(await effect(s, adding(outside, 'exit 3'))).toMatchObject({ state: 'failed', replayed: false });
  expect(await outside.lines()).toEqual(['done', 'done']);
  expect(await effect(s, ['/no/such/program'], { key: 'b' })).toMatchObject({
    state: 'failed',
    exitCode: 127,
  });
});

test('[A52] the hash of a command and its arguments is recorded beside its key, and another command under the key is an error', async () => {
  const { s, outside } = await begun();
  const command = adding(outside);
  await effect(s, command);
  expect(await recorded(s)).toMatchObject({
    effects: [{ key: 'two/add', input: `sha256:${sha256(JSON.stringify(command))}` }],
  });
  expect(await refused(effect(s, ['true']))).toMatchObject({
    code: 'data/effect-changed',
    details: { key: 'two/add' },
  });
  expect((await refused(effect(s, ['true'], { key: `x-${DEMO}` }))).code).toBe('usage/invalid');
});

test('[X5] [A47] the intent is on disk before the command begins', async () => {
  const { s } = await begun(onGit);
  const look = `git --git-dir="$1" show refs/cairn/${DEMO}/effects:effects.json`;
  const gitDir = await s.repo.git('rev-parse', '--path-format=absolute', '--git-dir');
  const { output } = await effect(s, ['sh', '-c', look, 'sh', gitDir]);
  expect(JSON.parse(output)).toMatchObject({ effects: [{ key: 'two/add', outcome: null }] });
});

test.each(['effect/intended', 'effect/carried-out', 'effect/recorded'] as const)(
  '[A54, P12] a process that dies at %s is not repeated without knowing',
  async (point) => {
    const { s, outside } = await begun();
    const dying = await s.seat({
      reached(at) {
        if (at === point) throw new Died();
      },
    });
    await expect(effect(dying, adding(outside))).rejects.toThrow(Died);
    const happened = (await outside.lines()).length;
    expect(happened).toBe(point === 'effect/intended' ? 0 : 1);
    if (point === 'effect/recorded') {
      expect(await effect(s, adding(outside))).toMatchObject({ replayed: true });
    } else {
      const doubt = await refused(effect(s, adding(outside)));
      expect(doubt).toMatchObject({ code: 'data/effect-in-doubt', details: { key: 'two/add', probe: null } });
      const probe = `test -s "${outside.file}"`;
      expect(await effect(s, adding(outside), { probe })).toMatchObject({ state: 'done', exitCode: 0 });
    }
    expect(await outside.lines()).toEqual(['done']);
  },
);

test('a probe that could not say leaves the doubt, and why is told', async () => {
  const { s, outside } = await begun();
  const dying = await s.seat({ reached: (at) => at === 'effect/carried-out' && die() });
  await expect(effect(dying, adding(outside))).rejects.toThrow(Died);
  const broke = await refused(effect(s, adding(outside), { probe: 'no-such-probe-command' }));
  expect(broke.details).toMatchObject({ probe: expect.stringContaining('not found') as string });
  expect(await outside.lines()).toEqual(['done']);
});

function die(): never {
  throw new Died();
}

test('[L28, P31] an HTTP server is asked once: a retry, a clone and a fork meet the same record under the phase’s key', async () => {
  const { s } = await begun(onGit);
  let asked = 0;
  const server = createServer(({ headers }, response) => {
    asked += 1;
    expect(headers['idempotency-key']).toBe('two/add');
    response.end(`you are number ${asked}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ask = [
    process.execPath,
    '-e',
    `fetch(process.argv[1], {headers: {'Idempotency-Key': process.env.CAIRN_EFFECT_KEY}}).then(r=>r.text()).then(console.log)`,
    url,
  ] as const;
  const inside = await s.seat({ env: { ...s.repo.env, CAIRN_SESSION: DEMO, CAIRN_PHASE: 'two' } });
  expect((await effect(inside, ask)).output).toBe('you are number 1\n');
  const again = await s.seat({
    env: { ...s.repo.env, CAIRN_SESSION: DEMO, CAIRN_PHASE: 'two', CAIRN_ATTEMPT: '2' },
  });
  expect(await effect(again, ask)).toMatchObject({ replayed: true, output: 'you are number 1\n' });
  await s.resume();
  expect(
    JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/02-two/phase.json`)),
  ).toMatchObject({
    effects: { done: 1, failed: 0, inDoubt: 0 },
  });
  const clone = await cloned(s);
  expect((await effect(clone, ask)).output).toBe('you are number 1\n');
  await fork(s, 'one');
  expect((await effect(s, ask, {}, OTHER)).output).toBe('you are number 1\n');
  expect(asked).toBe(1);
  // The input is apart from the key, which says the phase, and neither the session nor the attempt.
  expect(await s.api.effects(OTHER)).toMatchObject([
    { key: 'two/add', input: expect.stringMatching(/^sha256:/) as string },
  ]);
  expect((await refused(effect(s, ['true']))).code).toBe('data/effect-changed');
  // Nor is a prompt paid for twice.
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
});

/** Another machine that has only the branch. */
async function cloned(s: Stage): Promise<Seat> {
  const folder = join(await temporaryFolder(), 'clone');
  await s.repo.git('clone', '-q', '--single-branch', '--branch', 'cairn/demo', s.repo.root, folder);
  await s.repo.git('-C', folder, 'checkout', '-q', '--detach');
  return takeSeat(openGitRepo(folder), { agents: s.agent.settings });
}

test('on a fresh clone an effect that nobody began is done, and a probe is asked first', async () => {
  const { s, outside } = await begun(onGit);
  const clone = await cloned(s);
  expect(await effect(clone, adding(outside))).toMatchObject({ state: 'done', how: 'ran', replayed: false });
  const probed = await effect(clone, adding(outside), { key: 'two/other', probe: 'false' });
  expect(probed).toMatchObject({ state: 'done', how: 'ran' });
  const found = await effect(clone, adding(outside), { key: 'two/there', probe: 'true' });
  expect(found).toMatchObject({ state: 'done', how: 'probed' });
  const unsure = await effect(clone, adding(outside), { key: 'two/unsure', probe: 'no-such-probe-command' });
  expect(unsure).toMatchObject({ state: 'done', how: 'ran' });
  expect(await outside.lines()).toEqual(['done', 'done', 'done']);
  expect((await clone.api.status(DEMO)).doubts).toEqual([]);
  expect(await clone.resume({ trust: true })).toMatchObject({ reason: 'completed' });
});

test('[E12] an intent that travelled without its outcome is in doubt on a clone, and says when it was begun', async () => {
  const { s, outside } = await begun(onGit);
  const env = { ...s.repo.env, CAIRN_SESSION: DEMO, CAIRN_PHASE: 'two' };
  const dying = await s.seat({ env, reached: (at) => at === 'effect/carried-out' && die() });
  await expect(effect(dying, adding(outside))).rejects.toThrow(Died);
  await s.agent.part('two', 'exit 7');
  expect(await s.resume()).toMatchObject({ reason: 'waiting' });
  const clone = await cloned(s);
  const doubt = await refused(effect(clone, adding(outside)));
  expect(doubt.code).toBe('data/effect-in-doubt');
  expect(errorSentence(doubt.code, doubt.details as never).message).toMatch(
    / was begun at 2\d.*not recorded/,
  );
  expect((await clone.api.status(DEMO)).question?.text).toContain('It was begun at');
});

test('[E12] of a phase that was in flight when the tip was published a key without a record is in doubt, and nobody is said to have begun it', async () => {
  const { s, outside } = await begun(onGit);
  const atWork = await s.seat({ reached: (at) => at === 'attempt/begun' && die() });
  await expect(atWork.resume()).rejects.toThrow(Died);
  // A changed plan is taken over while the attempt is open: that checkpoint is the tip that travels.
  const longer = flowText({ phases: [...FLOW.phases, { id: 'three' }] });
  await (await s.worktree()).write(`.cairn/sessions/${DEMO}/workflow.yaml`, longer);
  const taking = await s.seat({ reached: (at) => at === 'checkpoint/ref-moved' && die() });
  await expect(taking.resume({ acceptPlan: true })).rejects.toThrow(Died);
  const clone = await cloned(s);
  const env = { ...clone.repo.env, CAIRN_SESSION: DEMO, CAIRN_PHASE: 'two' };
  const inside = await takeSeat(clone.repo, { env, agents: s.agent.settings });
  const doubt = await refused(effect(inside, adding(outside)));
  expect(doubt).toMatchObject({ code: 'data/effect-in-doubt', details: { begun: null } });
  const { message } = errorSentence(doubt.code, doubt.details as never);
  expect(message).toContain(
    'its phase was at work on another machine when the last checkpoint was published',
  );
  expect(message).not.toContain('begun at');
  expect(await outside.lines()).toEqual([]);
  expect((await clone.api.status(DEMO)).doubts).toMatchObject([{ key: 'two/add', elsewhere: true }]);
  // What the session asks says the same.
  await s.agent.part('two', 'exit 7');
  await clone.resume({ trust: true });
  const asked = (await clone.api.status(DEMO)).question?.text ?? '';
  expect(asked).toContain('Did "two/add" happen? Its phase was at work on another machine');
  await clone.api.answer(DEMO, 'it did not happen');
  expect(await effect(inside, adding(outside))).toMatchObject({ state: 'done' });
});

test('a phase that began in the clone is nobody else’s: its effects run', async () => {
  const s = await onGit({ phases: [{ id: 'one' }, { id: 'two' }, { id: 'three' }] });
  await s.start({ until: 'one' });
  const [clone, outside] = [await cloned(s), await makeOutside(s)];
  await clone.resume({ until: 'two', trust: true });
  expect(await effect(clone, adding(outside))).toMatchObject({ state: 'done' });
});

test('[P33] a checkpoint is of the files of a phase, all of them: a restore does not undo what happened outside, names it, and it stays recorded', async () => {
  const { s, outside } = await begun();
  await effect(s, adding(outside));
  await s.resume();
  const preview = await s.api.restore(DEMO, { to: 'one' }, { dryRun: true });
  expect(preview.notUndone).toEqual([{ key: 'two/add', state: 'done' }]);
  await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
  const [, one] = await s.api.log(DEMO);
  expect(await workIn(s.repo, 'cairn/demo')).toEqual(await workIn(s.repo, one?.commit ?? ''));
  expect(
    JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/effects.json`)),
  ).toMatchObject({
    effects: [{ key: 'two/add', outcome: { exitCode: 0 } }],
  });
  expect(await effect(s, adding(outside))).toMatchObject({ replayed: true });
  expect(await outside.lines()).toEqual(['done']);
});

test('[A44, A54] an effect in doubt is a question of the session; its answer settles it, and the phase goes on', async () => {
  const { s, outside } = await begun();
  const env = { ...s.repo.env, CAIRN_SESSION: DEMO, CAIRN_PHASE: 'two' };
  const inside = await s.seat({ env });
  await effect(inside, ['true'], { key: 'two/done' });
  await effect(inside, ['false'], { key: 'two/failed' });
  const dying = await s.seat({ env, reached: (at) => at === 'effect/carried-out' && die() });
  await expect(effect(dying, adding(outside))).rejects.toThrow(Died);
  await s.agent.part('two', 'exit 7');
  const outcome = await s.resume();
  expect(outcome).toMatchObject({ reason: 'waiting', phase: 'two' });
  const { question, effects, doubts } = await s.api.status(DEMO);
  expect(question).toMatchObject({ kind: 'question', options: ['it happened', 'it did not happen'] });
  const counts = { done: 1, failed: 1, inDoubt: 1 };
  expect([effects, doubts.map(({ key }) => key)]).toEqual([counts, ['two/add']]);
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/02-two/phase.json`);
  expect(JSON.parse(record)).toMatchObject({ effects: counts });
  expect((await refused(s.api.answer(DEMO, 'perhaps'))).code).toBe('usage/invalid');
  await s.api.answer(DEMO, 'it happened: I looked');
  expect(await recorded(s)).toMatchObject({
    effects: [{}, {}, { outcome: { kind: 'settled', happened: true, comment: 'I looked' } }],
  });
  await s.agent.part('two', 'usual');
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.prompt('two', 3).catch(() => s.agent.prompt('two', 2))).toContain(
    '`two/add` happened',
  );
  expect(await s.violations()).toEqual([]);
});

test('settling from the terminal answers the session that waits for it', async () => {
  const { s, outside } = await begun();
  const inPhase = { ...s.repo.env, CAIRN_SESSION: DEMO, CAIRN_PHASE: 'two' };
  const dying = await s.seat({ env: inPhase, reached: (at) => at === 'effect/intended' && die() });
  await expect(effect(dying, adding(outside))).rejects.toThrow(Died);
  await s.agent.part('two', 'exit 7');
  await s.resume();
  const settling = { key: 'two/add', happened: false, comment: 'nothing there' };
  const inside = await s.seat({ env: inPhase });
  expect((await refused(inside.api.settleEffect(DEMO, settling))).code).toBe('usage/inside-phase');
  expect(await s.api.settleEffect(DEMO, settling)).toMatchObject({ state: 'running' });
  expect((await refused(s.api.settleEffect(DEMO, settling))).code).toBe('usage/not-possible');
  expect(await effect(s, adding(outside))).toMatchObject({ state: 'done', replayed: false });
  expect(await outside.lines()).toEqual(['done']);
});

test('a secret in a command or its output is in no record', async () => {
  const { s } = await begun();
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  await effect(s, ['sh', '-c', `echo fine; echo ${token}`]);
  const text = JSON.stringify(await recorded(s));
  expect(text).not.toContain(token);
  expect(text).toContain('fine');
});

test('[A32, L10] bytes that are no UTF-8, and more than is stored: the beginning is given again byte for byte, and the hash is of all', async () => {
  const { s } = await begun(onGit);
  const command = [process.execPath, '-e', `process.stdout.write(Buffer.alloc(100000, 0xe9))`] as const;
  const { output } = await effect(s, command);
  const again = await effect(s, command);
  expect([output.length, again.output === output]).toEqual([65_536, true]);
  expect(await recorded(s)).toMatchObject({
    effects: [{ outcome: { sha256: sha256(Buffer.alloc(100_000, 0xe9)) } }],
  });
});
