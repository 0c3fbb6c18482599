import { expect, test } from 'vitest';
import type { PhaseId } from '../../src/model/names/ids.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { leftAndRight, onceSaid } from '../support/sideBySide.ts';
import { until } from '../support/until.ts';

/** `right` is blocked by its first attempt, since it leaves nothing that was promised; then `left` is published, which changed the same file. */
async function blockedAndPassed(
  onConflict: 'ask' | 'retry',
  file: string,
  say: (word: string) => string,
): Promise<Stage> {
  const flow = leftAndRight();
  const phases = flow.phases.map((phase) => (phase.id === 'right' ? { ...phase, onConflict } : phase));
  const s = await stage({ ...flow, phases }, { files: { [file]: 'one\n' } });
  await s.agent.part('left', `usual\n${onceSaid('right is blocked')}\n${say('left')} > ${file}`);
  await s.agent.part('right-1', `${say('right')} > ${file}`);
  await s.agent.part('right-2', `usual\n${say('both')} > ${file}`);
  expect(await s.start()).toMatchObject({ reason: 'blocked' });
  return s;
}

const text = (word: string): string => `echo ${word}`;
const binary = (word: string): string => `printf '\\000${word}'`;
const ofRight = async ({ agent }: Stage): Promise<readonly string[]> =>
  (await agent.runs()).filter((run) => run.startsWith('right'));

test.each([
  ['a person is to be asked about conflicts', 'ask', 'app.txt', text, 'content'],
  ['no marks can say what both did', 'retry', 'logo.bin', binary, 'binary'],
] as const)(
  'blocked work that others have passed is not gone on with before a person has said what holds, where %s',
  async (_why, onConflict, file, say, kind) => {
    const s = await blockedAndPassed(onConflict, file, say);
    expect(await s.resume()).toMatchObject({ reason: 'waiting', state: 'waiting' });
    expect(await ofRight(s)).toEqual(['right 1']);
    const { question } = await s.api.status(DEMO);
    expect(question?.conflict).toEqual({ files: [{ kind, paths: [file] }], with: ['left'] });
    expect(await s.repo.git('show', `cairn/demo^2:${file}`)).toContain('right');
    expect(await s.repo.git('show', `cairn/demo:${file}`)).toContain('left');
    expect(await s.violations()).toEqual([]);
    await s.api.answer(DEMO, 'keep both');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.repo.git('show', `cairn/demo:${file}`)).toContain('both');
    expect(await s.violations()).toEqual([]);
  },
);

/** What an attempt is told of where the two sides of a file are. */
async function sidesTold(s: Stage, attempt: number): Promise<readonly string[]> {
  const prompt = await s.agent.prompt('right', attempt);
  expect(prompt).toContain('does not merge with left');
  const sides = [...prompt.matchAll(/`git show ([0-9a-f]+):<path>`/g)].map(([, commit]) => commit);
  const told = await Promise.all(sides.map((commit) => s.repo.git('show', `${commit}:logo.bin`)));
  return told.map((bytes) => bytes.replace('\0', ''));
}

test('the attempt after the answer is told where both sides of a file are that has no place for marks', async () => {
  const s = await blockedAndPassed('retry', 'logo.bin', binary);
  await s.resume();
  await s.api.answer(DEMO, 'take that of right');
  await s.agent.part('right-2', `usual`);
  await s.resume();
  expect(await sidesTold(s, 2)).toEqual(['right', 'left']);
});

test('so is the next one where that is cut off', async () => {
  const s = await blockedAndPassed('retry', 'logo.bin', binary);
  await s.resume();
  await s.api.answer(DEMO, 'take that of right');
  await s.agent.part('right-2', 'echo half > logo.bin; : > "$PLAY/at-work"; sleep 60');
  const stop = new AbortController();
  const run = s.resume({}, stop.signal);
  await until(() => s.agent.isMarked('at-work'));
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
  await s.agent.part('right-3', 'usual');
  await s.resume();
  expect(await sidesTold(s, 3)).toEqual(['right', 'left']);
});

test('blocked work with a place for marks is tried again with both, and nobody is asked', async () => {
  const s = await blockedAndPassed('retry', 'app.txt', text);
  await s.agent.part('right-2', 'usual\ncp app.txt "$PLAY/marked"\necho both > app.txt');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.read('marked')).toMatch(/^<<<<<<<[^]*left[^]*right[^]*>>>>>>>/);
  const prompt = await s.agent.prompt('right', 2);
  expect(prompt).toContain('does not merge with left');
  expect(prompt).not.toContain('git show');
});

test('a merge that was laid before the answer lies there through a stop: nothing that was published is taken back', async () => {
  const s = await blockedAndPassed('ask', 'app.txt', text);
  await s.resume();
  await s.api.layConflict(DEMO, 'right' as PhaseId);
  await s.api.answer(DEMO, 'keep both');
  await s.agent.part('right-2', ': > "$PLAY/at-work"; sleep 60');
  const stop = new AbortController();
  const run = s.resume({}, stop.signal);
  await until(() => s.agent.isMarked('at-work'));
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
  expect(await s.agent.prompt('right', 2)).not.toContain('What changed meanwhile');
  await s.agent.part('right-3', 'usual\necho both > app.txt');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:src/left.txt')).toBe('work of left');
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/02-right/phase.json`);
  expect(record).not.toContain('edited');
  expect(await s.violations()).toEqual([]);
});

test('what a person has said of one file does not decide about another that has come to conflict since', async () => {
  const flow = leftAndRight();
  const asks = { onConflict: 'ask', approval: 'required' };
  const s = await stage(
    {
      ...flow,
      phases: [
        ...flow.phases.slice(0, 1),
        { id: 'right', needs: [], onConflict: 'ask' },
        { id: 'third', needs: ['left'], ...asks },
      ],
      parallel: 3,
    },
    { files: { 'app.txt': 'one\n', 'gone.txt': 'one\n' } },
  );
  await s.agent.part('left', 'usual\necho left > app.txt');
  await s.agent.part('third', 'usual\nrm gone.txt');
  await s.agent.part(
    'right-1',
    `usual\n${onceSaid('third waits')}\necho right > app.txt\necho right > gone.txt`,
  );
  await s.agent.part('right-2', 'usual\necho both > app.txt\necho both > gone.txt');
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  const asked = async (): Promise<unknown> =>
    (await s.api.status(DEMO)).questions
      .find(({ phase }) => phase === 'right')
      ?.conflict?.files.flatMap(({ paths }) => paths);
  expect(await asked()).toEqual(['app.txt']);
  await s.api.answer(DEMO, 'keep both', 'right');
  await s.api.approve(DEMO, 'third', null);
  expect(await s.resume()).toMatchObject({ reason: 'waiting' });
  expect(await ofRight(s)).toEqual(['right 1']);
  expect(await asked()).toEqual(['app.txt', 'gone.txt']);
  await s.api.answer(DEMO, 'keep both', 'right');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:gone.txt')).toBe('both');
  expect(await s.violations()).toEqual([]);
});
