import { expect, test } from 'vitest';
import type { CairnError } from '../../src/base/cairnError.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';

/** A person's word publishes work that lies where others have passed it since: what they published stays. */

const SAID = { file: 'mine/said.json', at: '/ok', is: true };

/** `mine` waits or is blocked; `late` is published after it, and before anybody says something. */
const flow = (over: object): Flow => ({
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'mine', needs: [], artifacts: ['said.json'], ...over },
    { id: 'early', needs: [] },
    { id: 'late', needs: ['early'] },
  ],
});
const LOOP = { loop: { to: 'mine', until: SAID, max: 1 } };

async function passed(over: object, said: string, more = ''): Promise<Stage> {
  const s = await stage(flow(over), { files: { 'app.txt': 'one\n' } });
  await s.agent.part('mine', `echo mine > mine.txt; echo '${said}' > "$CAIRN_PHASE_DIR/said.json"\n${more}`);
  await s.agent.part('late', `${once('judged')}\nusual\necho late > late.txt; echo late > app.txt`);
  const run = s.start();
  await Promise.race([run, Promise.any([is(s, 'mine', 'waiting'), is(s, 'mine', 'blocked')])]);
  await s.agent.mark('judged');
  expect(['waiting', 'blocked']).toContain((await run).reason);
  return s;
}

const published = async ({ repo }: Stage): Promise<readonly string[]> => {
  const files = (await repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).split('\n');
  return ['mine.txt', 'late.txt'].filter((file) => files.includes(file));
};

/** Shell text that ends once the test has set that part. */
const once = (mark: string): string => `while [ ! -e "$PLAY/${mark}" ]; do sleep 0.02; done`;

/** Waits until a phase has come to that. */
const is = (s: Stage, phase: string, status: string): Promise<unknown> =>
  until(
    async () =>
      (await s.api.list()).length > 0 &&
      (await s.api.status(DEMO)).phases.some((one) => one.id === phase && one.status === status),
  );

/** What was published may matter to it: the next run merges, and judges what that gives. */
const approved = async (s: Stage): Promise<unknown> => {
  await s.api.approve(DEMO, 'mine', null);
  return s.resume();
};

test.each<[string, object, string, string, (s: Stage) => Promise<unknown>]>([
  ['accepts it as it is', LOOP, '{"ok": false}', '', (s) => s.api.answer(DEMO, 'accept as it is')],
  ['begins another round', LOOP, '{"ok": false}', '', (s) => s.api.answer(DEMO, 'another round')],
  ['lets the session go on', { stop: { when: SAID } }, '{', '', (s) => s.api.answer(DEMO, 'go on')],
  ['closes what is blocked', {}, '{}', 'exit 1', (s) => s.api.approve(DEMO, 'mine', null)],
  ['approves it', { approval: 'required' }, '{}', '', approved],
])('who %s takes back nothing of what others published', async (_what, over, said, more, word) => {
  const s = await passed(over, said, more);
  await word(s);
  expect(await published(s)).toEqual(['mine.txt', 'late.txt']);
  expect(await s.violations()).toEqual([]);
  expect(await s.repo.git('for-each-ref', 'refs/cairn')).toBe('');
});

test('work that does not merge is not accepted as it is; its next attempt finds both', async () => {
  const s = await passed(LOOP, '{"ok": false}', 'echo mine > app.txt');
  const refused = s.api.answer(DEMO, 'accept as it is').catch((error: CairnError) => error.details);
  expect(JSON.stringify(await refused)).toContain('does not merge with late');
  expect(await published(s)).toEqual(['late.txt']);
  await s.agent.part(
    'mine',
    `grep -c '<<<<<<<' app.txt > marked.txt; echo both > app.txt; echo '{"ok": true}' > "$CAIRN_PHASE_DIR/said.json"`,
  );
  await s.api.answer(DEMO, 'Take both.');
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
  expect(await s.repo.git('show', 'cairn/demo:marked.txt')).toBe('1');
  expect(await s.violations()).toEqual([]);
});

const ALONE = { checks: [{ run: 'sh -c "! test -e late.txt"' }] };

test.each([
  ['accept as it is', LOOP, '{"ok": false}'],
  ['go on', { stop: { when: SAID } }, '{'],
])(
  'what no longer holds beside what others published is not taken on the word "%s", however often that is said',
  async (word, over, said) => {
    const s = await passed({ ...over, ...ALONE }, said);
    const dies = await s.seat({
      reached(point) {
        if (point === 'attempt/gate-evaluated') throw new Error('died');
      },
    });
    await expect(dies.api.answer(DEMO, word)).rejects.toThrow('died');
    await dies.dispose();
    for (let times = 0; times < 2; times += 1) {
      const refused = s.api.answer(DEMO, word).catch((error: CairnError) => error.details);
      expect(JSON.stringify(await refused)).toContain('late.txt');
    }
    expect(await published(s)).toEqual(['late.txt']);
    expect(await s.violations()).toEqual([]);
  },
);

test.each([
  ['accept as it is', LOOP, '{"ok": false}'],
  ['another round', LOOP, '{"ok": false}'],
  ['go on', { stop: { when: SAID } }, '{'],
  ['stop here', { stop: { when: SAID } }, '{'],
])('what nobody has passed is not judged again on the word "%s"', async (word, over, said) => {
  const { phases, ...rest } = flow({ ...over, checks: [{ run: 'echo once >> ../../judged' }] });
  const s = await stage({ ...rest, phases: [...phases.slice(0, 1), { id: 'after' }] });
  await s.agent.part('mine', `echo '${said}' > "$CAIRN_PHASE_DIR/said.json"`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  await s.api.answer(DEMO, word);
  expect(await s.repo.read('../judged')).toBe('once\n');
  expect(await s.violations()).toEqual([]);
});

test('another round of what no longer holds beside what others published begins with that work, and publishes none of it', async () => {
  const s = await passed({ ...LOOP, ...ALONE }, '{"ok": false}');
  await s.api.answer(DEMO, 'accept as it is').catch(() => null);
  await s.api.answer(DEMO, 'another round');
  expect(await published(s)).toEqual(['late.txt']);
  expect(await s.violations()).toEqual([]);
});

test('what others delete after a word was refused does not come back with the next attempt', async () => {
  const { phases, ...rest } = flow({ ...LOOP, ...ALONE });
  const more = [
    { id: 'removes', needs: ['late'] },
    { id: 'long', needs: [] },
  ];
  const s = await stage({ ...rest, parallel: 3, phases: [...phases, ...more] });
  await s.agent.part('mine-1', `echo mine > mine.txt; echo '{"ok": false}' > "$CAIRN_PHASE_DIR/said.json"`);
  await s.agent.part('mine-2', `echo '{"ok": true}' > "$CAIRN_PHASE_DIR/said.json"`);
  await s.agent.part('late', 'usual; echo late > late.txt');
  await s.agent.part('removes', `usual; ${once('refused')}; rm late.txt`);
  await s.agent.part('long', `usual; ${once('go')}`);
  const run = s.start();
  await is(s, 'mine', 'waiting');
  await is(s, 'late', 'done');
  const { api } = await s.seat();
  await expect(api.answer(DEMO, 'accept as it is', 'mine')).rejects.toMatchObject({
    code: 'usage/not-possible',
  });
  await s.agent.mark('refused');
  await is(s, 'removes', 'done');
  await api.answer(DEMO, 'Once more.', 'mine');
  await s.agent.mark('go');
  expect(await run).toMatchObject({ reason: 'completed' });
  expect(await published(s)).toEqual(['mine.txt']);
  expect(await s.violations()).toEqual([]);
});

test('what is approved in the run in which it was done is merged and closed in that run, without another attempt', async () => {
  const { phases, ...rest } = flow({ approval: 'required' });
  const s = await stage({ ...rest, parallel: 3, phases: [...phases, { id: 'long', needs: [] }] });
  await s.agent.part('mine', 'echo mine > mine.txt; echo "{}" > "$CAIRN_PHASE_DIR/said.json"');
  await s.agent.part('late', 'usual; echo late > late.txt');
  await s.agent.part('long', `usual; ${once('go')}`);
  const run = s.start();
  await is(s, 'mine', 'waiting');
  await is(s, 'late', 'done');
  await (await s.seat()).api.approve(DEMO, 'mine', null);
  await is(s, 'mine', 'done');
  await s.agent.mark('go');
  expect(await run).toMatchObject({ reason: 'completed' });
  expect((await s.agent.runs()).filter((each) => each.startsWith('mine'))).toEqual(['mine 1']);
  expect(await published(s)).toEqual(['mine.txt', 'late.txt']);
  expect(await s.violations()).toEqual([]);
});

test('a yes to what a restore brought back closes it as it is, whatever number its attempts have come to', async () => {
  const s = await passed({ approval: 'required' }, '{}');
  const { length } = await s.log();
  await s.api.reject(DEMO, 'mine', 'not so');
  await s.agent.part('mine-2', `echo other > mine.txt; echo '[]' > "$CAIRN_PHASE_DIR/said.json"`);
  expect(await s.resume()).toMatchObject({ reason: 'waiting' });
  await s.api.restore(DEMO, { to: String(length) }, { dryRun: false });
  expect(await approved(s)).toMatchObject({ reason: 'completed' });
  expect(await s.repo.git('show', 'cairn/demo:mine.txt')).toBe('mine');
  expect(await s.agent.runs()).toHaveLength(4);
});

test('a yes that is still to be merged has closed nothing: no fork and no restore goes there by the name of the phase', async () => {
  const s = await passed({ approval: 'required' }, '{}');
  await s.api.approve(DEMO, 'mine', null);
  const notClosed = {
    details: { refusal: { because: 'not-closed', phase: 'mine', closed: ['early', 'late'] } },
  };
  await expect(s.api.fork(DEMO, 'mine', { id: 'other' })).rejects.toMatchObject(notClosed);
  await expect(s.api.restore(DEMO, { to: 'mine' }, { dryRun: true })).rejects.toMatchObject(notClosed);
  await expect(s.api.show(DEMO, 'mine.txt@mine')).rejects.toMatchObject({
    details: { refusal: { because: 'open' } },
  });
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.api.restore(DEMO, { to: 'mine' }, { dryRun: true })).toMatchObject({
    restoredTo: { phase: 'mine', seq: 6 },
  });
});

test.each([
  ['with a retry left', 1],
  ['without retries', 0],
])(
  'what an attempt did that was to resolve what was approved, and was stopped, is not what was approved, %s',
  async (_how, retries) => {
    const s = await passed({ approval: 'required', retries }, '{}', 'echo mine > app.txt');
    await s.api.approve(DEMO, 'mine', null);
    await s.agent.part('mine-2', 'echo half > app.txt; touch "$PLAY/half"; sleep 60');
    const stop = new AbortController();
    const run = s.resume({}, stop.signal);
    await until(() => s.agent.isMarked('half'));
    stop.abort();
    expect(await run).toMatchObject({ reason: 'interrupted' });
    await s.agent.part(
      'mine-3',
      `grep -c '<<<<<<<' app.txt > marked.txt; echo both > app.txt; echo '{"is": 3}' > "$CAIRN_PHASE_DIR/said.json"`,
    );
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'mine' });
    expect(await s.agent.prompt('mine', 3)).toContain('does not merge with late: app.txt');
    await s.api.approve(DEMO, 'mine', null);
    expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
    expect(await s.repo.git('show', 'cairn/demo:marked.txt')).toBe('1');
    expect(await s.violations()).toEqual([]);
  },
);

/** An attempt follows on what was approved, as that does not hold beside `late`; `last` is published while it works. */
async function followed(over: object): Promise<Stage> {
  const checks = [{ run: 'sh -c "test ! -e late.txt -o -e mended.txt"' }];
  const { phases, ...rest } = flow({ approval: 'required', retries: 1, checks, ...over });
  const s = await stage({ ...rest, phases: [...phases, { id: 'last', needs: ['late'] }] });
  await s.agent.part('mine', `echo mine > mine.txt; echo '{"ok": true}' > "$CAIRN_PHASE_DIR/said.json"`);
  await s.agent.part('late', 'usual; echo late > late.txt');
  await s.agent.part('last', `usual; ${once('works')}`);
  await s.start({ until: 'late' });
  await s.api.approve(DEMO, 'mine', null);
  await s.agent.part('mine-2', `echo 2 > mended.txt; touch "$PLAY/works"; ${once('go')}`);
  return s;
}

test.each<[string, object, boolean]>([
  ['the engine dies before it is judged', {}, true],
  ['it is judged again on what was published since', LOOP, false],
])(
  'what an attempt made after a yes is asked about, whatever is published meanwhile, where %s',
  async (_where, over, dies) => {
    const s = await followed(over);
    let ended = 0;
    const seat = await s.seat({
      reached(point) {
        if (point === 'attempt/agent-ended' && ++ended === 2 && dies) throw new Error('died');
      },
    });
    const run = seat.resume().catch(() => null);
    await is(s, 'last', 'done');
    await s.agent.mark('go');
    await run;
    await seat.dispose();
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'mine' });
    expect((await s.api.status(DEMO)).question).toMatchObject({ kind: 'approval' });
    expect(await approved(s)).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('show', 'cairn/demo:mended.txt')).toBe('2');
    expect((await s.agent.runs()).filter((each) => each.startsWith('mine'))).toEqual(['mine 1', 'mine 2']);
    expect(await s.violations()).toEqual([]);
  },
);

test('the question about a conflict names who changed the file, also where restores have gone back and forth since', async () => {
  const s = await passed({ approval: 'required', onConflict: 'ask' }, '{}', 'echo mine > app.txt');
  await s.api.restore(DEMO, { to: 'early' }, { dryRun: false });
  await s.api.restore(DEMO, { undo: true }, { dryRun: false });
  const back = await s.api.restore(DEMO, { to: 'early' }, { dryRun: false });
  expect(back.changed.map(({ path }) => path)).toContain('app.txt');
  await s.api.restore(DEMO, { undo: true }, { dryRun: false });
  await s.api.approve(DEMO, 'mine', null);
  const said = (await s.repo.git('log', '-1', '--format=%s', 'cairn/demo')).trim();
  expect(said).toBe('cairn: mine is approved, and to be merged');
  await s.resume();
  expect((await s.api.status(DEMO)).question?.conflict?.with).toEqual(['late']);
});

test('what a person changed before their yes is held on the checkpoint that the work was brought onto meanwhile, without what others published', async () => {
  const { phases, ...rest } = flow({ approval: 'required' });
  const last = { id: 'last', needs: [], approval: 'required' };
  const s = await stage({ ...rest, parallel: 3, phases: [...phases, last] });
  await s.agent.part('mine', `echo '{}' > "$CAIRN_PHASE_DIR/said.json"`);
  // Nothing outside of their folders: it does not matter to what was judged.
  for (const id of ['early', 'late']) await s.agent.part(id, 'echo done > "$CAIRN_PHASE_DIR/result.md"');
  await s.agent.part('last', 'usual');
  expect((await s.start()).reason).toBe('waiting');
  const worktree = await s.worktree();
  const said = '.cairn/sessions/demo/01-mine/said.json';
  await worktree.write(said, '');
  await expect(s.api.approve(DEMO, 'mine', null)).rejects.toMatchObject({ code: 'usage/not-possible' });
  const brought = await s.repo.git('rev-parse', 'cairn/demo');
  await worktree.write(said, '{"mended": true}\n');
  await s.api.approve(DEMO, 'last', null);
  await s.api.approve(DEMO, 'mine', null);
  const record = await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-mine/phase.json');
  const { held } = JSON.parse(record) as PhaseRecord;
  expect(held?.base).toBe(brought);
  expect(await s.repo.git('rev-parse', `${held?.commit}^`)).toBe(brought);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.violations()).toEqual([]);
});
