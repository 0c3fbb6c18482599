import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { parseStatus } from '../../src/model/status/parseStatus.ts';
import { outside, stage } from '../support/memoryStage.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { refusal } from '../support/refusal.ts';
import { elsewhere } from '../support/otherMachine.ts';
import { DEMO, stage as onGit, takeSeat, type Flow, type Stage } from '../support/session.ts';

const world = { settings: { baselineMs: 60_000 } };
const staged = (flow: Flow, over: Parameters<typeof stage>[1] = {}): Promise<Stage> =>
  stage({ schema: 3, ...flow }, { ...over, world: { ...world, ...over.world } });

/** A suite that is red from the beginning: it wants a file that nobody has. */
const RED = 'echo "no fixture"; test -f fixture';
/** One that cannot be run: its program is missing. */
const MISSING = 'test -f tool || exit 127; test -f fixture';
const suite = (run: string, over: object = {}) => ({ run, name: 'suite', ...over });
const one = (run: string, over: object = {}): Flow => ({
  phases: [{ id: 'one', retries: 0, artifacts: ['result.md'], checks: [suite(run)], ...over }],
});
const two = (run: string, parallel?: number): Flow => ({
  ...(parallel === undefined ? {} : { parallel }),
  phases: ['one', 'two'].map((id) => ({ id, retries: 0, artifacts: ['result.md'], checks: [suite(run)] })),
});

async function recordOf(s: Stage, phase = '01-one', session: SessionId = DEMO): Promise<PhaseRecord> {
  const path = `.cairn/sessions/${session}/${phase}/phase.json`;
  return JSON.parse(await s.repo.git('show', `cairn/${session}:${path}`)) as PhaseRecord;
}
async function checkedNow(s: Stage): Promise<readonly unknown[]> {
  const text = await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/STATUS.md');
  const read = parseStatus('STATUS.md', text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.rows.map(({ checked }) => checked);
}
const OPTIONS = ['go on as it is', 'try again', 'stop'];

describe('a check that has to pass, and was red before anything was changed', () => {
  test('is a question where it still is, and goes on as it is only where a person says so: done, red', async () => {
    const s = await staged(one(RED));
    expect((await s.start()).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).question).toEqual({
      kind: 'question',
      about: 'check',
      text: '`suite` was red before anything was changed, and still is. Nothing else keeps one from being done: how is it to go on?',
      options: OPTIONS,
    });
    expect((await recordOf(s)).attempts.at(-1)?.reasons).toEqual([
      'the check "suite" failed with exit code 1; it failed before anything was changed, too',
    ]);
    expect((await s.resume()).reason).toBe('waiting');
    await s.api.answer(DEMO, '1');
    const { approvals, letBe } = await recordOf(s);
    expect(approvals).toMatchObject([{ decision: 'answered', comment: 'go on as it is' }]);
    expect(letBe).toEqual([{ run: RED, at: expect.any(String) }]);
    expect(await refusal(s.api.answer(DEMO, '1'), 'usage/not-possible')).toBeDefined();
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect(await checkedNow(s)).toEqual(['red']);
    expect((await s.api.status(DEMO)).checked).toBe('red');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 waiting one/1 waiting',
      '3 answer one/1 running',
      '4 phase one/1 done',
    ]);
    expect(await s.violations()).toEqual([]);
  });

  test('is asked about once: later phases that run the same command go on over it, too', async () => {
    const s = await staged(two(RED));
    await s.start();
    await s.api.answer(DEMO, 'go on as it is');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.prompt('two')).toContain('It may fail still.');
    expect(await checkedNow(s)).toEqual(['red', 'red']);
  });

  test('that a later phase turns green may not be left red by one behind that', async () => {
    const flow = two(RED);
    const s = await staged({
      ...flow,
      phases: [...flow.phases, { ...flow.phases[1], id: 'three' }],
    });
    await s.agent.part('two', 'touch fixture; usual');
    await s.agent.part('three', 'rm fixture; usual');
    await s.start();
    await s.api.answer(DEMO, 'go on as it is');
    expect((await s.resume()).reason).toBe('blocked');
    expect((await recordOf(s, '03-three')).attempts.at(-1)?.reasons).toEqual([
      'the check "suite" failed with exit code 1; it has passed in two, so it is not red as before',
    ]);
  });

  test('is run again where a person has mended it and says so, without an attempt', async () => {
    const s = await staged(one(RED));
    await s.start();
    await (await s.worktree()).write('fixture', 'there\n');
    await s.api.answer(DEMO, 'try again');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect(await checkedNow(s)).toEqual(['passed']);
    expect(await s.violations()).toEqual([]);
  });

  test('is tried again by another attempt where nothing was mended, and asked about again', async () => {
    const s = await staged(one(RED));
    await s.start();
    await s.api.answer(DEMO, 'try again');
    expect((await s.resume()).reason).toBe('waiting');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    await s.agent.part('one', 'touch fixture; usual');
    await s.api.answer(DEMO, 'The fixture is a file.');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.prompt('one', 3)).toContain('The fixture is a file.');
    expect(await checkedNow(s)).toEqual(['passed']);
  });

  test('ends the session where a person says stop', async () => {
    const s = await staged(one(RED));
    await s.start();
    expect((await s.api.answer(DEMO, 'stop')).state).toBe('cancelled');
  });

  test('blocks as ever beside something else that does not hold, and where it had worked before', async () => {
    const missing = await staged(one(RED));
    await missing.agent.part('one', 'true');
    expect((await missing.start()).reason).toBe('blocked');
    const broken = await staged(one('test ! -f broken'));
    await broken.agent.part('one', 'touch broken; usual');
    expect((await broken.start()).reason).toBe('blocked');
  });

  test('is no question of a phase whose other check the agent broke after an answer', async () => {
    const s = await staged(one(RED));
    await s.start();
    await (await s.worktree()).write('.cairn/sessions/demo/01-one/result.md', '');
    await s.api.answer(DEMO, 'go on as it is');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await checkedNow(s)).toEqual(['red']);
  });

  test('is asked about with the rounds of a loop that are used up, and let be there', async () => {
    const loop = { to: 'one', until: { file: 'two/verdict.json', at: '/ok', is: true }, max: 1 };
    const s = await staged({
      phases: [
        { id: 'one', artifacts: ['result.md'] },
        { id: 'two', retries: 0, artifacts: ['verdict.json'], checks: [suite(RED)], loop },
      ],
    });
    await s.agent.part('two', `echo '{"ok": true}' > "$CAIRN_PHASE_DIR/verdict.json"`);
    expect((await s.start()).reason).toBe('waiting');
    const { question } = await s.api.status(DEMO);
    expect(question).toMatchObject({ about: 'loop', options: ['another round', 'go on as it is', 'stop'] });
    await s.api.answer(DEMO, 'go on as it is');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
    expect(await checkedNow(s)).toEqual(['nothing', 'red']);
    expect(await s.violations()).toEqual([]);
  });

  test('is asked about side by side, and judged again on what others have published since', async () => {
    const flow = two(RED, 2);
    const s = await staged({
      ...flow,
      phases: [
        { ...flow.phases[0], needs: [] },
        { id: 'two', needs: [], artifacts: ['result.md'] },
      ],
    } as Flow);
    expect((await s.start()).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual(['waiting', 'done']);
    await s.api.answer(DEMO, 'go on as it is', 'one');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(expect.arrayContaining(['one 1', 'two 1']));
    expect((await s.agent.runs()).length).toBe(2);
    expect(await checkedNow(s)).toEqual(['red', 'nothing']);
    expect(await s.violations()).toEqual([]);
  });

  test('is answered in another clone, and gone on with there, with the work that is held', async () => {
    const s = await onGit({ schema: 3, ...one(RED) }, { world });
    await s.start();
    const other = await elsewhere(s);
    await other.api.answer(DEMO, 'go on as it is');
    expect((await other.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect((await other.api.status(DEMO)).checked).toBe('red');
    expect(await other.violations()).toEqual([]);
  });

  test('is asked about again after a restore to before the answer, and not after one to behind it', async () => {
    const s = await staged(two(RED));
    await s.start();
    await s.api.answer(DEMO, 'go on as it is');
    await s.resume();
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect((await s.resume()).reason).toBe('completed');
    await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect((await s.resume()).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).question).toMatchObject({ about: 'check' });
    expect(await s.violations()).toEqual([]);
  });
});

describe('a check that could not be run before anything was changed', () => {
  const ask = { world: { canAsk: true } };

  test('is asked about first where somebody is there, and goes on over it where they say so: red', async () => {
    const s = await staged(two(MISSING), ask);
    expect((await s.start()).reason).toBe('waiting');
    expect(await s.agent.runs()).toEqual([]);
    expect((await s.api.status(DEMO)).question).toEqual({
      kind: 'question',
      about: 'check',
      text: '`suite` could not be run before anything was changed: its command was not found (exit code 127). one, two need it to pass, and they are shown as red where a person lets that be.',
      options: OPTIONS,
    });
    await s.api.answer(DEMO, 'go on as it is');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.prompt('one')).toContain('A person lets that be: it may go on like that.');
    expect(await checkedNow(s)).toEqual(['red', 'red']);
    expect(await s.violations()).toEqual([]);
  });

  describe('and is tried again, as a person says,', () => {
    const broken = '`suite` could not be run before anything was changed';
    /** A program that is missing on the machine, and whether it is there now. */
    async function machine(more: object = {}) {
      const tool = join(await outside(), 'tool');
      const check = `test -f ${tool} || exit 127; test -f fixture`;
      const s = await staged(one(check, more), ask);
      const put = (there: boolean): Promise<void> => {
        const path = relative(s.repo.root, tool);
        return there ? s.repo.write(path, '') : s.repo.remove(path);
      };
      return { s, put };
    }
    const baselines = async (s: Stage) => (await recordOf(s)).baseline?.map(({ outcome }) => outcome);

    test('is asked about again where it still cannot be run, before anybody works', async () => {
      const { s } = await machine();
      await s.start();
      await s.api.answer(DEMO, 'try again');
      expect((await s.resume()).reason).toBe('waiting');
      expect((await s.api.status(DEMO)).question?.text).toContain(broken);
      expect(await s.agent.runs()).toEqual([]);
      expect(await s.log()).toEqual([
        '1 opened - running',
        '2 waiting one/0 waiting',
        '3 answer one/0 running',
        '4 waiting one/0 waiting',
      ]);
      await s.api.answer(DEMO, 'go on as it is');
      expect((await s.resume()).reason).toBe('completed');
      expect(await checkedNow(s)).toEqual(['red']);
      expect(await s.violations()).toEqual([]);
    });

    test('is known as it is by then where the machine was mended: red before, or passed', async () => {
      const { s, put } = await machine();
      await s.start();
      await put(true);
      await s.api.answer(DEMO, 'try again');
      // What it says now is what was red before anything was changed: that is asked at the end, as ever.
      expect((await s.resume()).reason).toBe('waiting');
      expect((await s.api.status(DEMO)).question?.text).toMatch(
        /^`suite` was red before anything was changed/,
      );
      expect(await s.agent.runs()).toEqual(['one 1']);
      expect(await s.agent.prompt('one')).toContain('- `suite` failed with exit code 1.');
      expect(await baselines(s)).toEqual(['failed']);
      expect(await s.violations()).toEqual([]);
      await put(false);
    });

    test('is run again in another clone, which knows it from the record alone', async () => {
      const tool = join(await temporaryFolder(), 'tool');
      const flow = { schema: 3, ...one(`test -f ${tool} || exit 127; test -f fixture`) };
      const s = await onGit(flow, { world: { ...world, canAsk: true } });
      await s.start();
      const { repo } = await elsewhere(s);
      const there = { agents: s.agent.settings, settings: world.settings, canAsk: true };
      const other = await takeSeat(repo, there);
      await writeFile(tool, '');
      await other.api.answer(DEMO, 'try again');
      expect((await other.resume()).reason).toBe('waiting');
      expect((await other.api.status(DEMO)).question?.text).toMatch(/^`suite` was red before/);
      expect(await other.violations()).toEqual([]);
    });

    test('goes on without a question where it cannot be run again, as files were changed', async () => {
      const { s } = await machine();
      await s.start();
      await (await s.worktree()).write('mended.txt', 'by hand\n');
      await s.api.answer(DEMO, 'try again');
      await s.resume();
      expect(await s.agent.runs()).toEqual(['one 1']);
      expect(await baselines(s)).toEqual(['broke']);
    });
  });

  test('has to pass once it was mended, which is said in any other words', async () => {
    const s = await staged(one(MISSING), ask);
    await s.start();
    await s.api.answer(DEMO, 'The tool is there now.');
    await s.agent.part('one', 'touch tool fixture; usual');
    expect((await s.resume()).reason).toBe('completed');
    expect(await checkedNow(s)).toEqual(['passed']);
  });

  test('is not asked about first where nobody is there: the work goes on, and that is the question at its end', async () => {
    const s = await staged(one(MISSING));
    expect((await s.start()).reason).toBe('waiting');
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect((await s.api.status(DEMO)).question?.text).toMatch(
      /^`suite` could not be run before anything was changed, and still cannot: its command was not found/,
    );
    await s.api.answer(DEMO, 'go on as it is');
    expect((await s.resume()).reason).toBe('completed');
    expect(await checkedNow(s)).toEqual(['red']);
  });

  test('is nothing that is red as before: that is asked about, too', async () => {
    const s = await staged(one('exit 127', { checks: [suite('exit 127', { red: 'as-before' })] }));
    expect((await s.start()).reason).toBe('waiting');
    expect((await recordOf(s)).attempts.at(-1)?.reasons[0]).toMatch(
      /not found \(exit code 127\); it could not be run before anything was changed, either$/,
    );
  });

  test('and that nobody needs to pass is not asked about', async () => {
    const checks = [suite('exit 127', { expect: 'fail' }), { run: 'true' }];
    const s = await staged(one('', { checks }), ask);
    expect((await s.start()).reason).toBe('blocked');
    expect(await s.agent.runs()).toEqual(['one 1']);
  });
});
