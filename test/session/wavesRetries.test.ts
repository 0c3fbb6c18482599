import { describe, expect, test } from 'vitest';
import type { Point } from '../../src/session/points.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { leftAndRight, onceSaid } from '../support/sideBySide.ts';

/** `right` ends only once `left` is published, and changes the same line; what it does next fails its check. */
async function conflicting(retries: number, reached: (point: Point) => void = () => {}): Promise<Stage> {
  const flow = leftAndRight();
  const check = { run: 'grep -q good gate.txt' };
  const phases = flow.phases.map((phase) =>
    phase.id === 'right' ? { ...phase, retries, checks: [check] } : phase,
  );
  const s = await stage(
    { ...flow, phases },
    { files: { 'app.txt': 'one\n', 'gate.txt': 'good\n' }, world: { reached } },
  );
  await s.agent.part('left', `usual\nwhile [ ! -e "$PLAY/right" ]; do sleep 0.02; done\necho left > app.txt`);
  await s.agent.part(
    'right-1',
    `usual\n: > "$PLAY/right"\n${onceSaid('left is done')}\necho right > app.txt`,
  );
  await s.agent.part('right-2', `usual\necho both > app.txt\necho bad > gate.txt`);
  await s.agent.part('right', `usual\necho both > app.txt\necho good > gate.txt`);
  return s;
}

const ofRight = async ({ agent }: Stage): Promise<readonly string[]> =>
  (await agent.runs()).filter((run) => run.startsWith('right'));

describe('the first attempt that resolves a conflict costs no retry', () => {
  test('so that one retry is there for a check that fails then', async () => {
    const s = await conflicting(1);
    expect((await s.start()).reason).toBe('completed');
    expect(await ofRight(s)).toEqual(['right 1', 'right 2', 'right 3']);
    expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
    expect(await s.violations()).toEqual([]);
  });

  test('nor makes it one', async () => {
    const s = await conflicting(0);
    expect((await s.start()).reason).toBe('blocked');
    expect(await ofRight(s)).toEqual(['right 1', 'right 2']);
    expect(await s.violations()).toEqual([]);
  });

  test.each([
    [1, 'completed', 3],
    [0, 'blocked', 2],
  ])('where the run ends before it begins, too: %i retries', async (retries, reason, attempts) => {
    let dies = true;
    const s = await conflicting(retries, (point) => {
      if (point !== 'attempt/failed' || !dies) return;
      dies = false;
      throw new Error('the run ends here');
    });
    await expect(s.start()).rejects.toThrow('the run ends here');
    expect(await ofRight(s)).toEqual(['right 1']);
    expect((await s.resume()).reason).toBe(reason);
    expect(await ofRight(s)).toHaveLength(attempts);
    expect(await s.violations()).toEqual([]);
  });
});

test('so does one of work that was approved: it counts, and is among the attempts of its phase', async () => {
  const s = await stage(leftAndRight({ approval: 'required', retries: 0 }), {
    files: { 'app.txt': 'one\n' },
  });
  await s.agent.part('left-1', 'usual\necho left > app.txt');
  await s.agent.part('right-1', `usual\n${onceSaid('left waits')}\necho right > app.txt`);
  await s.agent.part('right-2', 'usual');
  expect((await s.start()).reason).toBe('waiting');
  await s.api.approve(DEMO, 'left', null);
  await s.api.approve(DEMO, 'right', null);
  // What it leaves does not resolve it.
  expect((await s.resume()).reason).toBe('blocked');
  const record = await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/02-right/phase.json');
  const { attempts } = JSON.parse(record) as PhaseRecord;
  expect(attempts.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
    '1 completed',
    '1 conflict',
    '2 completed',
  ]);
  expect(await s.violations()).toEqual([]);
});

test('that holds in each round of a loop', async () => {
  const done = 'git -C "$CAIRN_REPO" log --first-parent --format=%s cairn/demo | grep -c \'left is done\'';
  const s = await stage(
    {
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'base' },
        { id: 'left', needs: ['base'] },
        { id: 'right', needs: ['base'] },
        {
          id: 'review',
          needs: ['left', 'right'],
          artifacts: ['verdict.json'],
          loop: { to: 'base', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 2 },
        },
      ],
    },
    { files: { 'app.txt': 'one\n' } },
  );
  // Both have begun before one of them ends.
  const begun = 'while [ ! -e "$PLAY/right-$CAIRN_ROUND" ]; do sleep 0.02; done';
  await s.agent.part('left', `usual\n${begun}\necho "left $CAIRN_ROUND" > app.txt`);
  const meets = `: > "$PLAY/right-$CAIRN_ROUND"
if grep -q '^<<<<<<<' app.txt; then echo "both $CAIRN_ROUND" > app.txt; else
while [ "$(${done})" -lt "$CAIRN_ROUND" ]; do sleep 0.02; done; echo "right $CAIRN_ROUND" > app.txt; fi`;
  await s.agent.part('right', `usual\n${meets}`);
  const verdict = `printf '{"ok": %s}' "$([ "$CAIRN_ROUND" = 2 ] && echo true || echo false)" > "$CAIRN_PHASE_DIR/verdict.json"`;
  await s.agent.part('review', `usual\n${verdict}`);
  expect((await s.start()).reason).toBe('completed');
  expect(await ofRight(s)).toEqual(['right 1', 'right 2', 'right 3', 'right 4']);
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both 2');
});
