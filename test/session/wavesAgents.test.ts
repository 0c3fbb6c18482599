import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Flow, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';
import { THOROUGH } from '../support/thorough.ts';

const FAN: Flow = {
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [] },
  ],
};
const AFTER_LEFT = `
${onceSaid('left is done')}`;
const meet = (own: string, other: string): string =>
  `echo here > "$PLAY/${own}"\nwhile [ ! -e "$PLAY/${other}" ]; do sleep 0.02; done`;
const COMMIT = 'git add -A . && git -c user.name=A -c user.email=a@b.invalid commit -qm';

/** `left` is published first, with what it did; `right` did its part beside it. */
async function both(
  on: typeof stage,
  left: string,
  right: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  again = 'usual',
): Promise<Stage> {
  const s = await on(FAN, { files });
  await s.agent.part('left', `usual\n${meet('left', 'right')}\n${left}`);
  await s.agent.part('right-1', `usual\n${meet('right', 'left')}\n${right}\n${AFTER_LEFT}`);
  await s.agent.part('right', again);
  return s;
}

describe('an agent that commits in its worktree', () => {
  test('has its commits below what is published, and nothing else is', async () => {
    const s = await both(onGit, 'echo left > left.txt', `echo right > right.txt\n${COMMIT} mine`);
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo^2')).toBe('mine');
    expect(await s.repo.git('show', 'cairn/demo:right.txt')).toBe('right');
    expect(await s.violations()).toEqual([]);
  });

  test('and whose work does not merge, has them below it, too', THOROUGH, async () => {
    const s = await both(
      onGit,
      'echo left > app.txt',
      `echo right > app.txt\n${COMMIT} mine`,
      { 'app.txt': 'one\n' },
      'usual\necho both > app.txt',
    );
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('log', '--format=%s', 'cairn/demo')).toContain('mine');
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo^2')).toBe('mine');
    expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
    expect(await s.violations()).toEqual([]);
  });
});

const BINARY = "printf 'a\\0b' > app.bin";
/** What no marks can be set in. */
describe('what does not merge, and cannot be marked, is asked about and not chosen', () => {
  test.each([
    ['edit and delete', 'echo left >> app.txt', 'rm app.txt'],
    ['delete and edit', 'rm app.txt', 'echo right >> app.txt'],
    ['two binaries', `${BINARY}; echo l >> app.bin`, `${BINARY}; echo r >> app.bin`],
    ['two links', 'ln -s left link', 'ln -s right link'],
    ['file and folder', 'echo file > thing', 'mkdir thing; echo in > thing/in'],
    ['mode and link', 'chmod +x app.txt', 'rm app.txt; ln -s README.md app.txt'],
  ])('%s', async (_name, left, right) => {
    const s = await both(stage, left, right, { 'app.txt': 'one\ntwo\nthree\nfour\n' });
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    const { question } = await s.api.status(DEMO);
    expect(question?.text).toContain('does not merge with left');
    expect(await s.violations()).toEqual([]);
  });
});
