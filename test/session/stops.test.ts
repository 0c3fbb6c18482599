import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { saidOf } from '../support/said.ts';
import { DEMO, stage as onGit, type Flow, type Stage } from '../support/session.ts';

const STOP = { when: { file: 'triage/triage.json', at: '/kind', is: 'nothing' } };
const flow = (rest: object = {}): Flow => ({
  schema: 2,
  phases: [{ id: 'triage', artifacts: ['triage.json'], stop: STOP, ...rest }, { id: 'fix' }, { id: 'docs' }],
});
const says = (text: string): string => `echo '${text}' > "$CAIRN_PHASE_DIR/triage.json"`;
const FILE = '.cairn/sessions/demo/01-triage/triage.json';
const skipped = async (s: Stage) => (await s.api.status(DEMO)).phases.slice(1).map((phase) => phase.skipped);
const begun = async (s: Stage, text = '{"kind": '): Promise<Stage> => {
  await s.agent.part('triage', says(text));
  await s.start();
  return s;
};

describe('a phase with stop', () => {
  test('that is met ends the session: the rest says by whom it was skipped, and what was found', async () => {
    const s = await begun(await stage(flow()), '{"kind": "nothing"}');
    expect(await s.log()).toEqual(['1 opened - running', '2 phase triage/1 done']);
    const because = { file: 'triage/triage.json', at: '/kind', found: 'nothing', stop: 'triage' };
    expect(await skipped(s)).toEqual([because, because]);
    expect(await s.violations()).toEqual([]);
  });

  test('whose file cannot be read asks a person, with its work held, and goes on or stops as they say', async () => {
    const s = await begun(await onGit(flow()));
    expect(await s.log()).toEqual(['1 opened - running', '2 waiting triage/1 waiting']);
    const { question, phases } = await s.api.status(DEMO);
    expect(question).toEqual({
      kind: 'question',
      about: 'stop',
      text: 'Whether the session stops with triage is decided by triage/triage.json, which cannot be read: it is not JSON.',
      options: ['look again', 'stop here', 'go on'],
    });
    expect(phases[0]?.held).toBeDefined();
    expect(await s.repo.git('ls-tree', '--name-only', 'cairn/demo', FILE)).toBe('');
    expect(await s.violations()).toEqual([]);
    await s.api.answer(DEMO, 'look again');
    expect((await s.log()).at(-1)).toBe('3 waiting triage/1 waiting');
    await s.api.answer(DEMO, '3');
    expect((await s.log()).at(-1)).toBe('4 approval triage/1 running');
    expect(await s.repo.git('show', `cairn/demo:${FILE}`)).toBe('{"kind": ');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['triage 1', 'fix 1', 'docs 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('stops where a person says so', async () => {
    const s = await begun(await stage(flow()));
    expect((await s.api.answer(DEMO, 'stop here')).state).toBe('done');
    const because = { file: 'triage/triage.json', at: '', stop: 'triage', byPerson: true };
    expect(await skipped(s)).toEqual([because, because]);
    expect(await s.violations()).toEqual([]);
  });

  test('is not gone on with while its artifact does not hold, and that says what to answer', async () => {
    const s = await begun(await stage(flow()));
    await (await s.worktree()).write(FILE, '');
    for (const said of ['go on', 'stop here'])
      expect(await saidOf(s.api.answer(DEMO, said))).toMatchObject({
        message: expect.stringContaining(`Cannot answer ${DEMO}: `),
        hint: 'Mend the files and answer again, or say what the next attempt should do',
      });
    await s.api.answer(DEMO, 'Write it again.');
    await s.agent.part('triage', says('{"kind": "other"}'));
    expect((await s.resume()).reason).toBe('completed');
  });

  test('is looked at again once a person has mended the file, and tried again with any other text', async () => {
    const s = await begun(await stage(flow()));
    await s.agent.part('triage', says('{"kind": nothing}'));
    await s.api.answer(DEMO, 'write JSON');
    expect((await s.resume()).reason).toBe('waiting');
    expect(await s.agent.prompt('triage', 2)).toContain('write JSON');
    await (await s.worktree()).write(FILE, '{"kind": "nothing"}\n');
    expect((await s.api.answer(DEMO, 'look again')).state).toBe('done');
    expect((await skipped(s))[0]).toMatchObject({ found: 'nothing' });
    expect(await s.violations()).toEqual([]);
  });

  test('asks only once it is approved, and only once before a look at its packet', async () => {
    const s = await begun(await stage(flow({ approval: 'required', packet: { review: true } })));
    expect((await s.api.status(DEMO)).question?.kind).toBe('approval');
    await s.api.approve(DEMO, null, null);
    expect((await s.api.status(DEMO)).question?.options).toContain('stop here');
    await s.api.answer(DEMO, 'go on');
    expect((await s.api.status(DEMO)).question?.kind).toBe('packet');
    await s.api.approve(DEMO, null, null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['triage 1', 'fix 1', 'docs 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('that is the last one asks nobody: nothing is left to skip', async () => {
    const s = await stage({ schema: 2, phases: [{ id: 'triage', artifacts: ['triage.json'], stop: STOP }] });
    expect((await begun(s)) && (await s.log()).at(-1)).toBe('2 phase triage/1 done');
  });
});
