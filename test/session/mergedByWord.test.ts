import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { elsewhere } from '../support/otherMachine.ts';
import { DEMO, stage as onGit, type Flow, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

/** What a word has merged with the tip, and not published, lies in a worktree and in no checkpoint. */

const OK = { file: 'verify/verdict.json', at: '/ok', is: true };
const VERIFY = {
  id: 'verify',
  needs: ['plan'],
  artifacts: ['verdict.json'],
  loop: { to: 'plan', until: OK, max: 1 },
};
const MENDED = { id: 'mended', needs: ['plan'], artifacts: [], checks: [{ run: 'test -e never.txt' }] };

const rowOf = async ({ api }: Stage, phase: string) =>
  (await api.status(DEMO)).phases.find(({ id }) => id === phase);

/** `mended` is blocked, and `verify` asks about its loop since: the slot of the first one is passed. */
async function passed(first: 'mended' | 'verify', staged = stage): Promise<Stage> {
  const both: Flow['phases'] = [MENDED, VERIFY];
  const phases = [{ id: 'plan' }, ...(first === 'mended' ? both : both.toReversed())];
  let published = 0;
  const reached = (point: string): void => {
    if (point === 'checkpoint/ref-moved' && (published += 1) === 2) void s.agent.mark('go');
  };
  const s = await staged({ schema: 2, parallel: 2, phases }, { world: { reached } });
  await s.agent.part('mended', 'echo "round $CAIRN_ROUND" > mine.txt');
  await s.agent.part(
    'verify',
    `while [ ! -e "$PLAY/go" ]; do sleep 0.02; done; echo '{' > "$CAIRN_PHASE_DIR/verdict.json"`,
  );
  expect((await s.start()).reason).toBe('waiting');
  return s;
}

/** A person mends what lies there, and what they say is refused once it is merged with the tip. */
async function refused(s: Stage): Promise<void> {
  const { worktree } = (await rowOf(s, 'mended')) ?? {};
  await s.repo.write(`${relative(s.repo.root, worktree ?? '')}/fix.txt`, 'by hand\n');
  await expect(s.api.approve(DEMO, 'mended', null)).rejects.toMatchObject({ code: 'usage/not-possible' });
}

const kept = async ({ api, repo }: Stage, file: string): Promise<readonly string[]> =>
  Promise.all((await api.rescues(DEMO)).map(({ ref }) => repo.git('show', `${ref}:${file}`).catch(() => '')));

describe.each(['mended', 'verify'] as const)(
  'what was merged by a word that was refused, %s in the first worktree',
  (first) => {
    test.each<[what: string, act: (s: Stage) => Promise<unknown>]>([
      [
        'begins another round',
        async (s) => {
          await s.api.answer(DEMO, 'another round', 'verify');
          await s.agent.part('mended', 'touch never.txt');
          await s.agent.part('verify', `echo '{"ok": true}' > "$CAIRN_PHASE_DIR/verdict.json"`);
          expect((await s.resume()).reason).toBe('completed');
          expect(await s.violations()).toEqual([]);
        },
      ],
      ['deletes the session', (s) => s.api.delete(DEMO, { purge: false })],
      ['cancels it', (s) => s.api.cancel(DEMO)],
      ['restores it', (s) => s.api.restore(DEMO, { to: 'plan' }, { dryRun: false })],
    ])('is a rescue once a person %s', async (_what, act) => {
      const s = await passed(first);
      await refused(s);
      await act(s);
      expect(await kept(s, 'fix.txt')).toContain('by hand');
      expect(await kept(s, 'mine.txt')).toContain('round 1');
    });
  },
);

test(
  'what was merged by a word that was refused is a rescue once its phase is done elsewhere',
  THOROUGH,
  async () => {
    const s = await passed('mended', onGit);
    await refused(s);
    const other = await elsewhere(s);
    await s.agent.part('mended', 'touch never.txt');
    expect((await other.resume()).reason).toBe('waiting');
    await other.repo.git('push', '-q', 'origin', 'cairn/demo');
    await s.repo.git('fetch', '-q', 'origin', '+cairn/demo:cairn/demo');
    expect((await rowOf(s, 'mended'))?.status).toBe('done');
    await s.api.delete(DEMO, { purge: false });
    expect(await kept(s, 'fix.txt')).toContain('by hand');
  },
);
