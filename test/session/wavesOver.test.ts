import { expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Seat, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';
import { until } from '../support/until.ts';

/** `check` may send the work back to `base`, or end all; `mover` and `side` need the same, and `side` is published last. */
const flow = (over: object): Flow => ({
  schema: 2,
  parallel: 3,
  phases: [
    { id: 'base', needs: [] },
    { id: 'check', needs: ['base'], artifacts: ['verdict.json'], ...over },
    { id: 'side', needs: ['base'] },
    { id: 'mover', needs: ['base'] },
  ],
});
const LOOP = {
  loop: { to: 'base', until: { file: 'check/verdict.json', at: '/ok', is: true }, max: 3 },
};
const STOP = { stop: { when: { file: 'check/verdict.json', at: '/ok', is: false } } };

const verdict = (ok: boolean): string => `echo '{"ok": ${ok}}' > "$CAIRN_PHASE_DIR/verdict.json"`;

/** While `check` is judged on what `mover` published, `side` ends and waits until it is published. */
async function sideQueued(over: object): Promise<Stage> {
  const queued = 'git for-each-ref refs/cairn/demo/queued/side';
  const wait = `until [ -n "$(${queued})" ]; do sleep 0.05; done`;
  const run = `sh -c '[ ! -e src/mover.txt ] || [ "$CAIRN_ROUND" = 2 ] || { touch ../../play/judged; ${wait}; }'`;
  const s = await stage(flow({ ...over, checks: [{ run }] }));
  await s.agent.part(
    'check-1',
    `touch "$PLAY/check"
${onceSaid('mover is done')}
${verdict(false)}`,
  );
  await s.agent.part('check', verdict(true));
  await s.agent.part(
    'side-1',
    `usual\necho first > side.txt\ntouch "$PLAY/side"\nuntil [ -e "$PLAY/judged" ]; do sleep 0.05; done`,
  );
  await s.agent.part(
    'mover-1',
    'usual\nuntil [ -e "$PLAY/check" ] && [ -e "$PLAY/side" ]; do sleep 0.02; done',
  );
  return s;
}

const rescued = async ({ repo }: Stage): Promise<string> => {
  const refs = await repo.git('for-each-ref', '--format=%(refname)', 'refs/cairn/demo/rescue');
  const all = refs.split('\n').filter((ref) => ref !== '');
  return (await Promise.all(all.map((ref) => repo.git('ls-tree', '-r', '--name-only', ref)))).join('\n');
};

const others = async ({ repo }: Stage): Promise<readonly string[]> =>
  (await repo.git('for-each-ref', '--format=%(refname)', 'refs/cairn'))
    .split('\n')
    .filter((ref) => ref !== '' && !ref.includes('/rescue/'));

test('what is queued while another round opens is not done in that round', async () => {
  const s = await sideQueued(LOOP);
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect((await s.agent.runs()).filter((run) => run.startsWith('side'))).toEqual(['side 1', 'side 2']);
  expect((await s.log()).filter((line) => / phase side/.test(line))).toHaveLength(1);
  expect(await others(s)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

test('what is queued while the session ends is set aside', async () => {
  const s = await sideQueued(STOP);
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect((await s.log()).filter((line) => / phase side/.test(line))).toEqual([]);
  expect((await s.api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'base done',
    'check done',
    'side skipped',
    'mover done',
  ]);
  expect(await rescued(s)).toContain('side.txt');
  expect(await others(s)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

/** `side` does not end by itself. */
async function sideAtWork(over: object): Promise<Stage> {
  const s = await stage(flow(over));
  await s.agent.part('check-1', `until [ -e "$PLAY/side" ]; do sleep 0.02; done\n${verdict(false)}`);
  await s.agent.part('check', verdict(true));
  await s.agent.part('side-1', 'echo half > side.txt\ntouch "$PLAY/side"\nsleep 60');
  return s;
}

test('what is at work when another round opens is stopped, its work kept, and begun once in that round', async () => {
  const s = await sideAtWork(LOOP);
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect((await s.agent.runs()).filter((run) => run.startsWith('side'))).toEqual(['side 1', 'side 2']);
  expect(await rescued(s)).toContain('side.txt');
  // What it had used counts from then on.
  const round = (await s.api.log(DEMO)).findLast(({ subject }) => subject.includes('sends the work back'));
  const record = await s.repo.git('show', `${round?.commit}:.cairn/sessions/${DEMO}/03-side/phase.json`);
  expect((JSON.parse(record) as PhaseRecord).workedMs).toBeGreaterThan(0);
  expect(await others(s)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

test('what is at work when the session ends is stopped and set aside', async () => {
  const s = await sideAtWork(STOP);
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.isMarked('side')).toBe(true);
  expect(await rescued(s)).toContain('side.txt');
  expect(await others(s)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

const isJudged = ({ progress }: Seat, phase: string): boolean =>
  progress.some((event) => event.type === 'gate-failed' && event.phase === phase);

test('one that was about to begin anew when another round opens begins that round with nothing of the one before', async () => {
  /** In the first round, once it is gone on with. */
  const once = (act: string): string =>
    `if [ "$CAIRN_ROUND" = 1 ] && [ -e ../../play/again ]; then ${act}; fi`;
  const queued = 'until [ -e ../../play/queued ]; do sleep 0.05; done; echo "said in round $CAIRN_ROUND"';
  const waits = 'touch ../../play/judged; until [ -e ../../play/go ]; do sleep 0.05; done; false';
  const after = { needs: ['base'] };
  const s = await stage({
    schema: 2,
    parallel: 4,
    phases: [
      { id: 'base', needs: [] },
      { id: 'check', ...after, artifacts: ['verdict.json'], ...LOOP },
      { id: 'side', ...after, checks: [{ run: `sh -c '${once(queued)}; [ "$CAIRN_ROUND" = 2 ]'` }] },
      { id: 'asked', ...after, checks: [{ run: `sh -c '${once(waits)}'` }] },
      { id: 'mover', ...after },
    ],
  });
  await s.agent.part('check-1', 'echo Now? > "$CAIRN_PHASE_DIR/QUESTION.md"');
  await s.agent.part(
    'check-2',
    `touch "$PLAY/check"\nuntil [ -e "$PLAY/judged" ]; do sleep 0.05; done\n${verdict(false)}`,
  );
  await s.agent.part('check', verdict(true));
  await s.agent.part('asked-1', 'usual\necho Sure? > "$CAIRN_PHASE_DIR/QUESTION.md"');
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  await s.api.answer(DEMO, 'Now.', 'check');
  await s.agent.mark('again');
  const engine = await s.seat();
  const run = engine.resume();
  await until(() => s.agent.isMarked('check'));
  const ofCheck = async (): Promise<string> => s.repo.git('for-each-ref', 'refs/cairn/demo/queued/check');
  const before = await ofCheck();
  const word = (await s.seat()).api.approve(DEMO, 'asked', null).catch(() => 'refused');
  await until(async () => (await ofCheck()) !== before);
  await s.agent.mark('queued');
  // Whoever publishes waits for the checks of what is approved, and refused: the round first, then `side`, whose gate was tried again.
  await until(() => isJudged(engine, 'side'));
  await s.agent.mark('go');
  expect(await word).toBe('refused');
  expect(await run).toMatchObject({ reason: 'completed' });
  expect((await s.agent.runs()).filter((name) => name.startsWith('side'))).toEqual(['side 1', 'side 2']);
  expect(await s.agent.prompt('side', 2)).not.toContain('said in round 1');
  expect(await s.violations()).toEqual([]);
});
