import { expect, test } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';
import { until } from '../support/until.ts';

/** Passes on the work of its own, and does not end on what it is merged with until it is let go. */
const CHECK = `sh -c "[ -e left.txt ] || exit 0
: > ../../play/judging; until [ -e ../../play/go ]; do sleep 0.02; done"`;
const FLOW: Flow = {
  schema: 2,
  parallel: 3,
  phases: [
    { id: 'plan' },
    { id: 'left', needs: ['plan'] },
    { id: 'right', needs: ['plan'], checks: [{ run: CHECK }] },
    {
      id: 'review',
      needs: ['plan'],
      artifacts: ['verdict.json'],
      loop: { to: 'plan', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 1 },
    },
  ],
};

interface Besides {
  readonly more?: Flow['phases'];
  readonly ready?: (s: Stage) => Promise<boolean>;
}

/** The work of `right` lies in its slot, merged with that of `left`, and its checks run on both. */
async function whileJudged(
  ok: boolean,
  { more = [], ready = async () => true }: Besides = {},
): Promise<{
  readonly s: Stage;
  readonly run: Promise<unknown>;
  readonly stop: AbortController;
  readonly letGo: () => Promise<void>;
}> {
  const s = await stage({ ...FLOW, parallel: 4, phases: [...FLOW.phases, ...more] });
  await s.agent.part('left', 'usual\necho left > left.txt');
  await s.agent.part('right', `usual\necho "$CAIRN_ROUND" > right.txt\n${onceSaid('^cairn.*review ')}`);
  await s.agent.part(
    'review',
    `usual\n${onceSaid('^cairn.*left ')}\necho '{"ok": ${ok}}' > "$CAIRN_PHASE_DIR/verdict.json"`,
  );
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  await until(() => s.agent.isMarked('judging'));
  await until(() => ready(s));
  return { s, run, stop, letGo: () => s.agent.mark('go') };
}

const kept = async (s: Stage, file: string): Promise<readonly string[]> =>
  Promise.all(
    (await s.api.rescues(DEMO)).map(({ ref }) => s.repo.git('show', `${ref}:${file}`).catch(() => '')),
  );

test('where another round reopens the phase meanwhile, its work is set aside, and what waits in the line is let go', async () => {
  const { s, run, letGo } = await whileJudged(false);
  const person = await s.seat();
  await s.agent.part('review', `usual\necho '{"ok": true}' > "$CAIRN_PHASE_DIR/verdict.json"`);
  // It is taken up while the checks run: they end with their phase.
  await person.api.answer(DEMO, 'another round', 'review');
  expect(await kept(s, 'right.txt')).toContain('1');
  await letGo();
  await run;
  await s.resume();
  expect(
    (await s.api.status(DEMO)).phases.map(({ id, status, round }) => `${id} ${status} ${round}`),
  ).toEqual(['plan done 2', 'left done 2', 'right done 2', 'review done 2']);
  expect(await s.violations()).toEqual([]);
});

test.each<[string, object]>([
  ['checks alone', { checks: [{ run: 'true' }] }],
  ['an artifact', {}],
])(
  'work that is approved and stands in the line is done anew where a round reopens its phase, and asked about anew: %s',
  async (_name, gate) => {
    const asked = { id: 'asked', needs: ['plan'], approval: 'required', ...gate };
    const waits = async (s: Stage): Promise<boolean> =>
      (await s.api.status(DEMO)).phases.some(({ id, status }) => id === 'asked' && status === 'waiting');
    const { s, run, letGo } = await whileJudged(false, { more: [asked], ready: waits });
    await (await s.seat()).api.approve(DEMO, 'asked', null);
    await s.agent.part('review', `usual\necho '{"ok": true}' > "$CAIRN_PHASE_DIR/verdict.json"`);
    await (await s.seat()).api.answer(DEMO, 'Another round', 'review');
    await letGo();
    await run;
    expect((await s.agent.runs()).filter((name) => name.startsWith('asked '))).toHaveLength(2);
    expect(await waits(s)).toBe(true);
    expect(await s.violations()).toEqual([]);
  },
);

test('where the run is stopped and the session restored, the undo lays it in a worktree again', async () => {
  const { s, run, stop, letGo } = await whileJudged(true);
  stop.abort();
  await run;
  await letGo();
  await (await s.seat()).api.restore(DEMO, { to: 'plan' }, { dryRun: false });
  expect(await kept(s, 'right.txt')).toContain('1');
  await (await s.seat()).api.restore(DEMO, { undo: true }, { dryRun: false });
  await s.agent.part('right', 'usual\ncat right.txt > "$PLAY/saw"');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.read('saw')).toBe('1\n');
  expect(await s.repo.git('show', 'cairn/demo:right.txt')).toBe('1');
  expect(await s.repo.git('show', 'cairn/demo:left.txt')).toBe('left');
  expect(await s.violations()).toEqual([]);
});

test('where the run is stopped and the session cancelled, it is set aside', async () => {
  const { s, run, stop, letGo } = await whileJudged(true);
  stop.abort();
  await run;
  await letGo();
  await (await s.seat()).api.cancel(DEMO);
  expect(await kept(s, 'right.txt')).toContain('1');
  expect(await s.violations()).toEqual([]);
});

test('what a person left in the session’s worktree where nobody is at work lies there again once a restore is undone', async () => {
  const s = await stage({ schema: 2, parallel: 2, phases: [{ id: 'one' }, { id: 'two' }] });
  await s.start({ until: 'one' });
  const tree = await s.worktree();
  await tree.write('person.txt', 'mine\n');
  await (await s.seat()).api.restore(DEMO, { to: '1' }, { dryRun: false });
  expect(await tree.look('person.txt')).toBeNull();
  await (await s.seat()).api.restore(DEMO, { undo: true }, { dryRun: false });
  expect(await tree.look('person.txt')).toBe('mine\n');
  expect((await s.api.resume(DEMO, PLAIN_RESUME, new AbortController().signal)).reason).toBe('completed');
  expect(await s.violations()).toEqual([]);
});
