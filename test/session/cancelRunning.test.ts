import { expect, test } from 'vitest';
import { acpSettings } from '../support/acpAgent.ts';
import { besideNapper } from '../support/lateness.ts';
import { eventually, isAlive } from '../support/realProcesses.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

const PHASES = ['one', 'two'].map((id) => ({ id }));
/** Far above what it takes, which is below a second; far below what it would take until such an agent ends by itself. */
const PATIENCE_MS = 4_000;

/** A shell that ignores every signal that can be, and so does its child. */
const DEAF = `
trap '' TERM INT HUP
sh -c 'trap "" TERM INT HUP; echo $$ > "$PLAY/child"; exec sleep 600' &
echo half > half.txt
echo $$ > "$PLAY/pid"
while :; do sleep 600; done
`;

async function command(): Promise<Stage> {
  const s = await stage({ phases: PHASES });
  await s.agent.part('one', `export PLAY; ${DEAF}`);
  return s;
}

const acp = (): Promise<Stage> =>
  stage(
    { agent: 'speaker', phases: PHASES },
    {
      world: {
        agents: {
          speaker: acpSettings({
            ignoresCancel: true,
            ignoresEnd: true,
            steps: [{ fork: true }, { write: { path: 'half.txt', text: 'half\n' } }, { wait: 600_000 }],
          }),
        },
      },
    },
  );

const ENDED = [
  ['stop', 'a command', command],
  ['cancel', 'a command', command],
  ['stop', 'an agent over the protocol', acp],
  ['cancel', 'an agent over the protocol', acp],
] as const;
for (const { rows, options } of byDepth(
  ENDED,
  ([word, what]) => (word === 'stop') === (what === 'a command'),
))
  test.each(rows)(
    '%s, of %s that listens to nothing, ends its whole group at once',
    options,
    async (word, _what, make) => {
      const s = await make();
      const running = s.start();
      const half = `../repo.worktrees/${DEMO}/half.txt`;
      // A file is there before what is written into it.
      const isWritten = async (file: string): Promise<boolean> =>
        /\d\n/.test((await s.repo.look(file)) ?? '');
      const isDeaf = async (): Promise<boolean> =>
        (await s.repo.look(half)) === 'half\n' &&
        (make === acp || ((await isWritten('../play/child')) && (await isWritten('../play/pid'))));
      await eventually(isDeaf);
      const journal = await s.repo.read(`.git/cairn/${DEMO}/journal.jsonl`);
      const pids = [...journal.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid));
      if (make === command)
        pids.push(Number(await s.repo.read('../play/pid')), Number(await s.repo.read('../play/child')));
      expect(pids.map(isAlive)).not.toContain(false);
      const other = await s.seat();
      const asked = performance.now();
      const acted = other.api[word](DEMO);
      const { at, late } = await besideNapper(eventually(() => !pids.some(isAlive)));
      expect(at - asked).toBeLessThan(PATIENCE_MS + 10 * late);
      await acted;
      const isCancel = word === 'cancel';
      expect(await running).toMatchObject({ reason: isCancel ? 'cancelled' : 'interrupted' });
      expect((await s.log()).at(-1)).toBe(isCancel ? '2 closed - cancelled' : '1 opened - running');
      // What lay there half done is there still, and in a rescue where nothing goes on with it.
      if (isCancel) expect(await s.repo.git('show', 'refs/cairn/demo/rescue/1:half.txt')).toBe('half');
      expect(await s.repo.look(half)).toBe('half\n');
      expect(await s.violations()).toEqual([]);
    },
  );

test('a cancel is carried out by whoever drives the session, also when who asked for it is gone', async () => {
  const s = await command();
  const running = s.start();
  await eventually(async () => /\d\n/.test((await s.repo.look('../play/child')) ?? ''));
  // The file that `cancel` leaves, with the epoch of the lease in it.
  await s.repo.write(`.git/cairn/${DEMO}/request.cancel`, '1\n');
  expect(await running).toMatchObject({ reason: 'cancelled', state: 'cancelled' });
  expect(await s.resume()).toMatchObject({ reason: 'cancelled' });
});
