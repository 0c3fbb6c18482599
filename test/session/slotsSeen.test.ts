import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PhaseId } from '../../src/model/names/ids.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';

const FLOW: Flow = {
  schema: 2,
  parallel: 3,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [], onConflict: 'ask' },
    { id: 'help', needs: [], approval: 'required' },
  ],
};

const FILE = 'app.txt';
const AFTER_LEFT = `while ! git -C "$CAIRN_REPO" show "cairn/demo:${FILE}" | grep -q left; do sleep 0.02; done`;

/** All three begin together; `left` is published, `right` does not merge with it, and `help` waits for a yes. */
async function threeEnded(right = 'right'): Promise<Stage> {
  const s = await stage(FLOW, { files: { [FILE]: 'one\n' } });
  const meet = (id: string): string =>
    `usual\ntouch "$PLAY/${id}"\n${['left', 'right', 'help'].map((other) => `while [ ! -e "$PLAY/${other}" ]; do sleep 0.02; done`).join('\n')}`;
  await s.agent.part('left', `${meet('left')}\necho left > ${FILE}`);
  await s.agent.part('right-1', `${meet('right')}\n${AFTER_LEFT}\nprintf '${right}\\n' > ${FILE}`);
  await s.agent.part('right-2', 'usual');
  await s.agent.part('help', `${meet('help')}\n${AFTER_LEFT}\necho helped > help.txt`);
  expect(await s.start()).toMatchObject({ reason: 'waiting', state: 'waiting' });
  return s;
}

const questionsOf = async (s: Stage) =>
  s.api.status(DEMO).then(
    ({ questions }) => questions,
    () => [],
  );

const of = (id: string): PhaseId => id as PhaseId;

test('each phase that waits has its own question and its own working tree, and its diff is of that alone', async () => {
  const s = await threeEnded();
  const { question, questions, phases } = await s.api.status(DEMO);
  expect(questions).toMatchObject([
    {
      phase: 'right',
      kind: 'question',
      about: 'conflict',
      conflict: { files: [{ kind: 'content', paths: [FILE] }], with: ['left'] },
    },
    { phase: 'help', kind: 'approval' },
  ]);
  expect(question).toMatchObject({ kind: 'question', about: 'conflict' });
  const [left, right, help] = phases;
  expect(left?.worktree).toBeUndefined();
  expect(right?.worktree).not.toBe(help?.worktree);
  expect(await (await s.worktree('right')).read(FILE)).toBe('right\n');
  expect(await (await s.worktree('help')).read('help.txt')).toBe('helped\n');
  expect(phases.flatMap(({ artifacts }) => artifacts.map(({ present }) => present))).toEqual([
    true,
    true,
    true,
  ]);
  const changed = async (id: string): Promise<readonly string[]> =>
    (await s.api.diff(DEMO, id)).changed
      .map(({ path }) => path)
      .filter((path) => !/^(.cairn|src)/.test(path));
  expect(await changed('left')).toEqual([FILE]);
  expect(await changed('right')).toEqual([FILE]);
  expect(await changed('help')).toEqual(['help.txt']);
  await (await s.worktree('help')).write('more.txt', 'by a person\n');
  expect(await changed('help')).toEqual(['help.txt', 'more.txt']);
  expect((await s.api.diff(DEMO, 'help')).root).toBe(help?.worktree);
  expect(await s.api.path(DEMO, 'right')).toBe(right?.worktree);
  expect(await s.api.path(DEMO, 'help')).toBe(help?.worktree);
  // The work of one that is done is the session's.
  await expect(s.api.path(DEMO, 'left')).rejects.toMatchObject({
    details: { refusal: { because: 'no-worktree', phase: 'left', status: 'done' } },
  });
  await expect(s.api.path(DEMO, 'middle')).rejects.toMatchObject({ code: 'usage/unknown-phase' });
});

test('a file that the agent of a phase names is found in the working tree of that phase', async () => {
  const s = await threeEnded();
  const { phases } = await s.api.status(DEMO);
  expect(await s.api.workFile(DEMO, 'help.txt', of('help'))).toBe(
    join(phases[2]?.worktree ?? '', 'help.txt'),
  );
  expect(await s.api.workFile(DEMO, 'help.txt', of('right'))).toBeNull();
});

test('a merge that a person is asked about is laid with marks, and what is resolved there is what the answer takes', async () => {
  const s = await threeEnded();
  const laid = await s.api.layConflict(DEMO, of('right'));
  expect(laid.hasMarks).toBe(true);
  const tree = await s.worktree('right');
  expect(await tree.read(FILE)).toMatch(/<<<<<<<[^]*left[^]*=======[^]*right[^]*>>>>>>>/);
  for (const [commit, text] of [
    [laid.base, 'one'],
    [laid.own, 'right'],
    [laid.published, 'left'],
  ])
    expect(await s.repo.git('show', `${commit}:${FILE}`)).toBe(text);
  await tree.write(FILE, 'both\n');
  // Asked for once more, it leaves what a person has made of it.
  await s.api.layConflict(DEMO, of('right'));
  expect(await tree.read(FILE)).toBe('both\n');
  await s.api.answer(DEMO, 'merged by hand', of('right'));
  await s.api.approve(DEMO, 'help', null);
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.repo.git('show', `cairn/demo:${FILE}`)).toBe('both');
  expect(await s.repo.git('show', 'cairn/demo:help.txt')).toBe('helped');
  expect(await s.violations()).toEqual([]);
});

test('a merge is laid while another phase works, by who drives the session', async () => {
  const s = await stage(FLOW, { files: { [FILE]: 'one\n' } });
  await s.agent.part('left', `usual\necho left > ${FILE}`);
  await s.agent.part('right-1', `usual\n${AFTER_LEFT}\necho right > ${FILE}`);
  await s.agent.part('right-2', 'usual');
  await s.agent.part('help', 'usual\nwhile [ ! -e "$PLAY/go" ]; do sleep 0.02; done\necho helped > help.txt');
  const run = s.start();
  await until(async () => (await questionsOf(s))[0]?.about === 'conflict');
  const laid = await s.api.layConflict(DEMO, of('right'));
  expect(laid.hasMarks).toBe(true);
  expect(laid.root).toBe((await s.api.status(DEMO)).phases[1]?.worktree);
  expect(await s.repo.git('show', `${laid.published}:${FILE}`)).toBe('left');
  const tree = await s.worktree('right');
  expect(await tree.read(FILE)).toMatch(/<<<<<<<[^]*left[^]*=======[^]*right[^]*>>>>>>>/);
  await expect(s.api.layConflict(DEMO, of('help'))).rejects.toMatchObject({
    code: 'usage/not-possible',
    details: { act: 'answer' },
  });
  await tree.write(FILE, 'both\n');
  await s.api.answer(DEMO, 'merged by hand', of('right'));
  await s.agent.mark('go');
  expect((await run).reason).toBe('waiting');
  await s.api.approve(DEMO, 'help', null);
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.repo.git('show', `cairn/demo:${FILE}`)).toBe('both');
  expect(await s.violations()).toEqual([]);
});

test('a merge without a place for marks leaves both sides as they are', async () => {
  const s = await threeEnded('right\\0');
  const laid = await s.api.layConflict(DEMO, of('right'));
  expect(laid.hasMarks).toBe(false);
  expect(await (await s.worktree('right')).read(FILE)).toBe('right\0\n');
  expect(await s.repo.git('show', `${laid.published}:${FILE}`)).toBe('left');
});

test('no merge is laid for a phase that asks about nothing of the kind', async () => {
  const s = await threeEnded();
  await expect(s.api.layConflict(DEMO, of('help'))).rejects.toMatchObject({ code: 'usage/not-possible' });
});

test('the diff of a phase at work is what its agent has changed so far in its own working tree', async () => {
  const s = await stage(FLOW, { files: { [FILE]: 'one\n' } });
  for (const id of ['left', 'right', 'help'])
    await s.agent.part(`${id}-1`, `echo half > ${id}.txt\ntouch "$PLAY/${id}"\nsleep 60`);
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  for (const id of ['left', 'right', 'help']) await until(() => s.agent.isMarked(id));
  const { phases, working } = await s.api.status(DEMO);
  expect(phases.map(({ worktree }) => worktree)).toEqual(working.map(({ worktree }) => worktree));
  for (const id of ['left', 'right', 'help'])
    expect((await s.api.diff(DEMO, id)).changed).toEqual([{ path: `${id}.txt`, change: 'added' }]);
  stop.abort();
  await run;
});

test('a session of which one phase waits runs while another one, that was blocked, is tried again', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'asks', needs: [], approval: 'required' },
      { id: 'fails', needs: [] },
    ],
  });
  await s.agent.part('fails', 'exit 1');
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  const asked = { phase: 'asks', kind: 'approval' };
  const rests = { state: 'waiting', working: [], question: { kind: 'approval' }, questions: [asked] };
  expect(await s.api.status(DEMO)).toMatchObject(rests);
  await s.agent.part('fails', 'touch "$PLAY/begun"; while [ ! -e "$PLAY/go" ]; do sleep 0.02; done; exit 1');
  const run = s.resume();
  await until(() => s.agent.isMarked('begun'));
  expect(await s.api.status(DEMO)).toMatchObject({
    state: 'running',
    working: [{ phase: 'fails' }],
    phases: [
      { id: 'asks', status: 'waiting' },
      { id: 'fails', status: 'running' },
    ],
    question: null,
    questions: [asked],
  });
  expect(await s.api.list()).toMatchObject([{ state: 'running', driven: true, waiting: ['asks'] }]);
  await s.agent.mark('go');
  expect(await run).toMatchObject({ reason: 'waiting' });
  expect(await s.api.status(DEMO)).toMatchObject(rests);
  expect(await s.api.list()).toMatchObject([{ state: 'waiting', driven: false, waiting: ['asks'] }]);
});
