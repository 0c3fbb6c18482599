import { saidOf } from '../support/said.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { CairnError } from '../../src/base/cairnError.ts';
import { besideNapper } from '../support/lateness.ts';
import { eventually, isAlive } from '../support/realProcesses.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, type Stage, stage as onGit } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

/** What a refused word says to type instead. */
const hintOf = (word: Promise<unknown>): Promise<unknown> =>
  word.catch((error: unknown) =>
    CairnError.is(error, 'usage/not-possible') ? errorSentence(error.code, error.details).hint : error,
  );

const APPROVED = { phases: [{ id: 'plan', approval: 'required' }, { id: 'build' }] };

describe('an approval', () => {
  test('is waited for as long as it takes, shows the same question, and closes its phase', async () => {
    const s = await stage(APPROVED);
    const waiting = await s.start();
    expect(await hintOf(s.api.approve(DEMO, 'build', null))).toBe('cairn approve demo plan');
    expect(await hintOf(s.api.answer(DEMO, 'yes'))).toContain('cairn approve demo plan\n');
    expect(waiting).toMatchObject({ reason: 'waiting', state: 'waiting', phase: 'plan' });
    const later = await s.seat();
    expect(await later.resume()).toEqual({ ...waiting, changed: [] });
    expect(await s.agent.runs()).toEqual(['plan 1']);
    expect(await later.api.approve(DEMO, 'plan', 'go ahead')).toMatchObject({ state: 'running', seq: 3 });
    expect(await later.resume()).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.agent.prompt('build')).toContain('go ahead');
    expect(await s.violations()).toEqual([]);
  });

  test('takes the artifacts as they lie there by now, in one checkpoint', async () => {
    const s = await onGit(APPROVED);
    await s.start();
    const tree = await s.worktree();
    await tree.write('.cairn/sessions/demo/01-plan/result.md', 'The person wrote a better plan.\n');
    await s.api.approve(DEMO, null, null);
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 waiting plan/1 waiting',
      '3 approval plan/1 running',
    ]);
    const record = await recordOf(s, '01-plan');
    const blob = await s.repo.git('rev-parse', 'cairn/demo:.cairn/sessions/demo/01-plan/result.md');
    expect(record.approvals).toMatchObject([{ decision: 'approved', artifacts: [{ blob }] }]);
    expect(await s.violations()).toEqual([]);
  });

  test('is refused while the artifacts do not meet their rules, and nothing is published', async () => {
    const s = await stage(APPROVED);
    const { commit } = await s.start();
    await (await s.worktree()).write('.cairn/sessions/demo/01-plan/result.md', '  \n');
    expect(await saidOf(s.api.approve(DEMO, null, null))).toMatchObject({
      message: expect.stringContaining(
        '.cairn/sessions/demo/01-plan/result.md has nothing but white space in it',
      ),
    });
    expect(await s.repo.git('rev-parse', 'cairn/demo')).toBe(commit);
  });

  test('[F11] counts no more when what was approved is edited before the next phase', async () => {
    const s = await stage(APPROVED);
    await s.start();
    await s.api.approve(DEMO, null, null);
    await (await s.worktree()).write('.cairn/sessions/demo/01-plan/result.md', 'Not what was approved.\n');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'plan', state: 'waiting', seq: 4 });
    expect(await s.agent.runs()).toEqual(['plan 1']);
    await s.api.approve(DEMO, null, null);
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 6 });
    expect(await s.violations()).toEqual([]);
  });

  test('a rejection sends the phase back, and its comment reaches the next prompt', async () => {
    const s = await stage(APPROVED);
    await s.start();
    expect(await s.api.reject(DEMO, null, 'too vague: name the files')).toMatchObject({ state: 'running' });
    // The same file once more is not new work for the gate, but it is new against the tree before the phase.
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'plan' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'plan 2']);
    expect(await s.agent.prompt('plan', 2)).toContain('too vague: name the files');
    await s.api.approve(DEMO, null, null);
    await s.resume();
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 waiting plan/1 waiting',
      '3 rejection plan/1 running',
      '4 waiting plan/2 waiting',
      '5 approval plan/2 running',
      '6 phase build/1 done',
    ]);
    expect(await s.agent.prompt('build')).toContain('too vague: name the files');
    expect(await s.violations()).toEqual([]);
  });

  test('resume tells which files changed since it was asked for', async () => {
    const s = await stage(APPROVED);
    await s.start();
    await (await s.worktree()).write('notes.txt', 'mine\n');
    expect((await s.resume()).message).toContain('notes.txt');
  });
});

describe('a person as the agent', () => {
  const MANUAL = { phases: [{ id: 'draw', agent: { kind: 'manual' } }, { id: 'build' }] };

  test('start waits; resume tries the gate, waits while it is not complete, and closes the phase when it is', async () => {
    const s = await onGit(MANUAL);
    expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'draw', seq: 2 });
    expect((await s.api.status(DEMO)).question).toMatchObject({ kind: 'work' });
    expect((await s.api.log(DEMO)).at(-1)?.subject).toBe('cairn: draw waits for a person to do it');
    // The question is a page; a refusal quotes its first line.
    expect(await saidOf(s.api.approve(DEMO, null, null))).toMatchObject({
      message: expect.stringContaining(
        'it waits for an answer: draw: phase 1 of 2 is yours to do (attempt 1).',
      ),
    });
    // Whatever was typed, the hint is what works: the work is done, not approved.
    const hints = [s.api.approve(DEMO, 'build', null), s.api.reject(DEMO, null, 'no')].map(hintOf);
    expect(await Promise.all(hints)).toEqual([
      'When its files are there: cairn resume demo',
      'When its files are there: cairn resume demo',
    ]);
    const again = await s.resume();
    expect(again).toMatchObject({ reason: 'waiting', seq: 2 });
    expect(again.message).toContain('result.md');
    await (await s.worktree()).write('.cairn/sessions/demo/01-draw/result.md', 'Drawn by hand.\n');
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.agent.runs()).toEqual(['build 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('hands on what was done and no failure, and its record ends when it was done', async () => {
    const s = await stage(MANUAL);
    await s.start();
    const record = '.cairn/sessions/demo/01-draw/phase.json';
    const read = async (): Promise<PhaseRecord> =>
      JSON.parse(await s.repo.git('show', `cairn/demo:${record}`)) as PhaseRecord;
    const asked = await read();
    expect(asked).toMatchObject({ status: 'waiting', outcome: 'needs-input' });
    await (await s.worktree()).write('.cairn/sessions/demo/01-draw/result.md', 'Drawn by hand.\n');
    await s.resume();
    const done = await read();
    expect(done).toMatchObject({
      status: 'done',
      outcome: 'completed',
      attempts: [
        { attempt: 1, outcome: 'needs-input', reasons: [] },
        { attempt: 1, outcome: 'completed', reasons: [] },
      ],
    });
    expect((done.ended ?? '') > (asked.question?.asked ?? '')).toBe(true);
    const packet = await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-draw/PACKET.md');
    expect(packet).toContain('Drawn by hand.');
    expect(packet).not.toContain('## Failed approaches');
    expect(await s.violations()).toEqual([]);
  });

  test('the question survives a process that dies before it is published', async () => {
    const s = await stage(MANUAL);
    const dying = await s.seat({
      reached(point) {
        if (point === 'attempt/agent-ended') throw new Error('died');
      },
    });
    await expect(dying.start()).rejects.toThrow('died');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'draw' });
    expect((await s.api.status(DEMO)).question).toMatchObject({ kind: 'work' });
    expect((await s.api.status(DEMO)).phases[0]).toMatchObject({ status: 'waiting', attempt: 1 });
  });
});

describe('stopping', () => {
  test('[M1] a pause lets the phase end and starts no other; after it, and after a stop, a resume goes on where it was', async () => {
    const s = await onGit(chain('one', 'two', 'three'));
    await s.agent.part('one', 'touch "$PLAY/at-work"; while [ ! -f "$PLAY/go" ]; do sleep 0.05; done; usual');
    const running = s.start();
    await eventually(async () => exists(s, 'at-work'));
    const other = await s.seat();
    await other.api.pause(DEMO);
    await touch(s, 'go');
    expect(await running).toMatchObject({ reason: 'paused', seq: 2, phase: 'two' });

    await s.agent.part('two-1', 'touch "$PLAY/in-two"; sleep 60');
    const resumed = s.resume();
    await eventually(async () => exists(s, 'in-two'));
    await other.api.stop(DEMO);
    expect(await resumed).toMatchObject({ reason: 'interrupted', seq: 2, phase: 'two' });
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'two 2', 'three 1']);
  });

  test('a stop ends the agent with its whole group at once and stays resumable; leftovers are rescued and told', async () => {
    const s = await onGit(chain('one', 'two'));
    await s.agent.part(
      'one-1',
      'echo half > half.txt; sleep 60 & echo $! > "$PLAY/child"; echo $$ > "$PLAY/agent"; wait',
    );
    const running = s.start();
    await eventually(() => exists(s, 'agent'));
    const pids = await Promise.all(
      ['child', 'agent'].map(async (name) => Number(await readFile(`${s.agent.folder}/${name}`, 'utf8'))),
    );
    const before = performance.now();
    const other = await s.seat();
    expect(await other.api.stop(DEMO)).toMatchObject({ state: 'running', seq: 1 });
    const { answer, at, late } = await besideNapper(running);
    expect(answer).toMatchObject({ reason: 'interrupted', phase: 'one', seq: 1 });
    expect(pids.filter(isAlive)).toEqual([]);
    // Its child sleeps for a minute.
    expect(at - before).toBeLessThan(3_000 + 10 * late);
    expect(await s.api.status(DEMO)).toMatchObject({ state: 'interrupted', leftovers: 1 });

    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2', 'two 1']);
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:half.txt`)).toBe('half');
    expect(await s.repo.git('ls-tree', '--name-only', 'cairn/demo')).not.toContain('half.txt');
    expect(await s.agent.prompt('one', 2)).toContain(rescue?.ref);
    expect(s.told().join('\n')).toContain(
      'is kept aside as rescue 1.\nPut it back: cairn rescue apply demo 1\n',
    );
  });

  test('leftovers are kept when asked for, and told', async () => {
    const s = await onGit(chain('one'));
    await s.agent.part('one-1', 'echo half > half.txt; touch "$PLAY/at-work"; sleep 60');
    const stop = new AbortController();
    const running = s.start({}, stop.signal);
    await eventually(() => exists(s, 'at-work'));
    stop.abort();
    expect((await running).reason).toBe('interrupted');
    expect((await s.resume({ leftovers: 'keep', note: 'mind the half' })).reason).toBe('completed');
    const prompt = await s.agent.prompt('one', 2);
    expect(prompt).toContain('half.txt');
    expect(prompt).toContain('mind the half');
    expect(await s.repo.git('show', 'cairn/demo:half.txt')).toBe('half');
    expect(await s.api.rescues(DEMO)).toEqual([]);
  });

  test('as often as a person likes: stops are no cut-offs', THOROUGH, async () => {
    const s = await onGit(chain('one'));
    await s.agent.part('one', 'touch "$PLAY/at-work-$CAIRN_ATTEMPT"; sleep 60');
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const stop = new AbortController();
      const running = attempt === 1 ? s.start({}, stop.signal) : s.resume({}, stop.signal);
      await eventually(() => exists(s, `at-work-${attempt}`));
      stop.abort();
      expect(await running).toMatchObject({ reason: 'interrupted' });
    }
    await s.agent.part('one', 'usual');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
  });

  test(
    'a check that is at work when the stop comes is judged again, without the agent',
    THOROUGH,
    async () => {
      const s = await onGit({
        phases: [{ id: 'one', checks: [{ run: 'test -f go || { touch checking; sleep 60; }' }] }],
      });
      const running = s.start();
      // The branch is there before the worktree is.
      const hasWorktree = async (): Promise<boolean> =>
        typeof (await s.api.status(DEMO).catch(() => null))?.worktree === 'string';
      await eventually(hasWorktree);
      await eventually(async () => (await (await s.worktree()).look('checking')) !== null);
      await (await s.seat()).api.stop(DEMO);
      expect((await running).reason).toBe('interrupted');
      await (await s.worktree()).write('go', '');
      expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 2 });
      expect(await s.agent.runs()).toEqual(['one 1']);
    },
  );

  test('a resume that judges a gate can be stopped as well', async () => {
    const s = await onGit({
      phases: [{ id: 'one', checks: [{ run: 'test -f go && { touch checking; sleep 60; }; exit 1' }] }],
    });
    expect((await s.start()).reason).toBe('blocked');
    const tree = await s.worktree();
    await tree.write('go', '');
    const running = s.resume();
    await eventually(async () => (await tree.look('checking')) !== null);
    await (await s.seat()).api.stop(DEMO);
    expect((await running).reason).toBe('interrupted');
  });
});

describe('a rejection without a word', () => {
  test('gets one later, until the next attempt begins, and the attempt is told that one', async () => {
    const s = await stage(APPROVED);
    await s.start();
    await s.api.reject(DEMO, null, null);
    expect(await s.api.reject(DEMO, 'plan', 'Too long')).toMatchObject({ state: 'running', seq: 4 });
    await expect(s.api.reject(DEMO, null, 'Too short')).rejects.toMatchObject({ code: 'usage/not-possible' });
    expect(await s.resume()).toMatchObject({ reason: 'waiting' });
    const prompt = await s.agent.prompt('plan', 2);
    expect(prompt).toContain('> Too long');
    expect(prompt).not.toContain('without a word why');
    expect(await s.violations()).toEqual([]);
  });
});

describe('a session that was cancelled', () => {
  test('[L17] ends with a checkpoint that says so, keeps everything, runs nothing, and is named where it could go on', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await (await s.worktree()).write('mine.txt', 'mine\n');
    expect(await s.api.cancel(DEMO)).toMatchObject({ state: 'cancelled', seq: 3 });
    expect(await s.repo.git('show', 'refs/cairn/demo/rescue/1:mine.txt')).toBe('mine');
    const cancelled = await s.resume();
    expect(cancelled).toMatchObject({ reason: 'cancelled', seq: 3 });
    expect(cancelled.message).toBe(
      'This session was cancelled. Restore one of its phases to go on, or fork from one.',
    );
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect((await s.log()).at(-1)).toBe('3 closed - cancelled');
    // A finished one has none of that kind: its last phase carries the end.
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await s.resume();
    expect((await s.log()).slice(3)).toEqual(['4 restore one/1 running', '5 phase two/1 done']);
    expect(await s.violations()).toEqual([]);
  });
});

interface Recorded {
  readonly approvals: readonly unknown[];
}

async function recordOf(s: Stage, folder: string): Promise<Recorded> {
  return JSON.parse(
    await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${folder}/phase.json`),
  ) as Recorded;
}

const exists = (s: Stage, mark: string): Promise<boolean> =>
  readFile(`${s.agent.folder}/${mark}`).then(
    () => true,
    () => false,
  );

async function touch(s: Stage, mark: string): Promise<void> {
  await writeFile(`${s.agent.folder}/${mark}`, '');
}

test('a phase that was begun by hand can be handed to an agent, with a word', async () => {
  const s = await stage({ phases: [{ id: 'one' }] });
  const alone = await s.seat({ agents: { player: { kind: 'manual' } } });
  expect(await alone.start()).toMatchObject({ reason: 'waiting' });
  expect((await alone.api.status(DEMO)).question).toMatchObject({ kind: 'work' });
  await alone.api.answer(DEMO, 'You do it');
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.prompt('one', 2)).toContain('> You do it');
  expect(s.told().join('\n')).toMatch(/The agent of one is not the one of attempt 1: .*manual → /);
  expect(await s.violations()).toEqual([]);
});

test('[S24] an agent that writes a question and ends waits for a person, with a checkpoint of its own; the next attempt has the answer', async () => {
  const s = await stage(chain('one', 'two'));
  await s.agent.part(
    'one-1',
    `usual; printf 'Which colour?\\n\\n- [ ] red\\n- [ ] blue\\n' > "$CAIRN_PHASE_DIR/QUESTION.md"`,
  );
  expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'one' });
  expect((await s.api.status(DEMO)).question).toEqual({
    kind: 'question',
    text: 'Which colour?',
    options: ['red', 'blue'],
  });
  expect(await s.agent.prompt('one')).toContain('QUESTION.md');
  await s.api.answer(DEMO, 'blue');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.prompt('one', 2)).toMatch(
    /answered:\n\n> blue\n\nThe question was:\n\n> Which colour\?/,
  );
  expect(await s.log()).toEqual([
    '1 opened - running',
    '2 waiting one/1 waiting',
    '3 answer one/1 running',
    '4 phase one/2 running',
    '5 phase two/1 done',
  ]);
  const files = await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo');
  expect(files).not.toContain('QUESTION.md');
  expect(await s.violations()).toEqual([]);
});
