import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { randomBytes } from 'node:crypto';
import { chmod, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { atTip, linkedTree } from '../support/atTip.ts';
import { workflow } from '../support/ground.ts';
import { putOnTip } from '../support/putOnTip.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, snapshot, type Snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';

const THREE = workflow(
  'phases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n  - {id: three, artifacts: [out.md]}\n',
);
const SOUND = 'sound' as SessionId;
const OUT = `.cairn/sessions/${DEMO}/02-two/out.md`;

/** Two phases done (checkpoints 2 and 3), and another session beside it. */
async function paused(): Promise<Stage> {
  const world = await startedGround({ flow: THREE }, { until: 'two' }, { id: SOUND, until: 'one' });
  return world;
}

const idOf = (world: Stage, revision: string): Promise<string> => world.repo.git('rev-parse', revision);

async function fileOf(world: Stage, revision: string): Promise<string> {
  const id = await idOf(world, revision);
  const file = join(world.repo.root, '.git/objects', id.slice(0, 2), id.slice(2));
  await chmod(file, 0o644);
  return file;
}

/** What a power loss leaves of a file that was not flushed: nothing, its beginning, or not even its name. */
const emptied = async (world: Stage, revision: string): Promise<void> =>
  truncate(await fileOf(world, revision), 0);
const halved = async (world: Stage, revision: string): Promise<void> => {
  const file = await fileOf(world, revision);
  await truncate(file, Math.floor((await readFile(file)).length / 2));
};
const gone = async (world: Stage, revision: string): Promise<void> => rm(await fileOf(world, revision));
const torn = (world: Stage, ref: string, bytes: string): Promise<void> =>
  writeFile(join(world.repo.root, '.git', ref), bytes);

/** The objects that the tip brought, in a pack of their own that is cut short. */
async function packCut(world: Stage): Promise<void> {
  const { repo } = world;
  const names = await repo.git(
    'rev-list',
    '--objects',
    '--no-object-names',
    `cairn/${DEMO}~1..cairn/${DEMO}`,
  );
  const pack = await repo.gitWithInput(`${names}\n`, 'pack-objects', '-q', '.git/objects/pack/pack');
  await repo.git('prune-packed');
  const file = join(repo.root, `.git/objects/pack/pack-${pack}.pack`);
  await chmod(file, 0o644);
  await truncate(file, 40);
}

const BRANCH = `refs/heads/cairn/${DEMO}`;
const ofTheTip: readonly (readonly [string, (world: Stage) => Promise<void>])[] = [
  ['its commit emptied', (world) => emptied(world, BRANCH)],
  ['its tree emptied', (world) => emptied(world, `${BRANCH}^{tree}`)],
  ['an artifact emptied', (world) => emptied(world, `${BRANCH}:${OUT}`)],
  ['its pack cut short', packCut],
  ['an empty ref', (world) => torn(world, BRANCH, '')],
];

// As the first process after it: one that was there before may remember what it read.
const resume = (api: Stage['api'], session: SessionId): ReturnType<Stage['api']['resume']> =>
  api.resume(session, PLAIN_RESUME, new AbortController().signal);

const moved = (before: Snapshot, now: Snapshot): readonly string[] =>
  differences(before, now).filter((line) => !/^\w+ git\/cairn\//.test(line));

describe('[A27, M48] after a power loss the tip of a session has', () => {
  for (const { rows, options } of byDepth(ofTheTip, ([what]) => /commit/.test(what)))
    it.each(rows)(
      '%s: it is said with the last good checkpoint, nothing moves by itself, and a restore of that goes on',
      options,
      async (what, damage) => {
        const world = await paused();
        await damage(world);
        const isRef = what.includes('ref');
        // A torn ref loses nothing: its checkpoint is still there.
        const good = isRef ? 3 : 2;
        const { api } = await world.seat();
        const before = await snapshot(world.repo.root);

        const listed = await api.list();
        expect(listed.map(({ session }) => session).sort()).toEqual([DEMO, SOUND]);
        const status = await api.status(DEMO);
        const warning = terminalWarning(status.warnings[0] ?? '');
        expect({ state: status.state, seq: status.seq }).toEqual({ state: 'damaged', seq: good });
        expect(warning).toMatch(/^Session demo is damaged: (git object|the ref) \S+ is missing or cut short/);
        expect(warning).toContain(`cairn restore ${DEMO} ${good}`);
        if (isRef || what.includes('commit') || what.includes('pack'))
          expect(listed.find(({ session }) => session === DEMO)).toMatchObject({
            state: 'damaged',
            problem: status.warnings[0],
          });
        expect((await api.log(DEMO)).map(({ seq }) => seq)).toEqual(expect.arrayContaining([1, 2]));
        const [verified] = await api.verify(DEMO);
        expect(verified?.violations[0]).toMatchObject({ rule: 'R16', what: status.warnings[0] });
        const error = await refusal(resume(api, DEMO), 'data/missing-object');
        expect(error.details).toMatchObject({ session: DEMO, lastGood: { seq: good } });
        // Any act that comes to the lost object says whose it is; a note reads no artifact.
        if (!what.includes('artifact')) {
          const { details } = await refusal(api.steer(DEMO, 'a note'), 'data/missing-object');
          expect(details).toMatchObject({ session: DEMO, lastGood: { seq: good } });
        }
        expect(errorSentence(error.code, error.details).hint).toContain(`cairn restore ${DEMO} ${good}`);
        // What lies in the working tree still is stored again by whoever looks at it.
        if (!what.includes('artifact'))
          expect((await api.restore(DEMO, { to: '2' }, { dryRun: true })).restoredTo.seq).toBe(2);
        expect(await api.status(SOUND)).toMatchObject({ state: 'paused', seq: 2 });
        expect(moved(before, await snapshot(world.repo.root))).toEqual([]);

        const restored = await api.restore(DEMO, { to: '2' }, { dryRun: false });
        expect(restored).toMatchObject({ seq: good + 1, restoredTo: { phase: 'one', seq: 2 } });
        // What the lost checkpoint held lies in the rescue, as it was still in the working tree.
        if (!isRef) expect(await world.repo.git('show', `${restored.rescue}:${OUT}`)).toBe('two, attempt 1');
        expect(await resume(api, DEMO)).toMatchObject({ reason: 'completed' });
        expect((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
        await world.repo.git('rev-list', '--objects', BRANCH);
      },
    );
});

describe('[A27] what a power loss took of a session', () => {
  it('is told of any part of it, whatever is left of that part', async () => {
    const world = await paused();
    const tip = await idOf(world, BRANCH);
    await halved(world, `${BRANCH}:.cairn/sessions/${DEMO}/02-two/phase.json`);
    const said: string[] = [];
    const look = async (): Promise<void> => {
      const { api } = await world.seat();
      said.push(terminalWarning((await api.status(DEMO)).warnings[0] ?? ''));
      await api.dispose();
    };
    await look();
    await halved(world, BRANCH);
    await look();
    for (const bytes of ['0123456789abcdef', '\0'.repeat(41), `${'0'.repeat(40)}\n`]) {
      await torn(world, BRANCH, bytes);
      await look();
    }
    const record = /git object [0-9a-f]{40} is .* cairn restore demo 2$/;
    const ref = /the ref refs\/heads\/cairn\/demo is .* cairn restore demo 2$/;
    expect(said).toEqual([record, record, ref, ref, ref].map((line) => expect.stringMatching(line)));
    expect(said[1]).toContain(tip);
  });

  it(
    'from an older checkpoint: verify and log say what is left, and the session goes on',
    THOROUGH,
    async () => {
      const world = await paused();
      const lost = await idOf(world, `${BRANCH}~1`);
      await gone(world, `${BRANCH}~1`);
      const { api } = await world.seat();
      expect((await api.log(DEMO)).map(({ seq }) => seq)).toEqual([3]);
      expect(await api.status(DEMO)).toMatchObject({ state: 'paused', seq: 3 });
      expect((await api.verify(DEMO))[0]?.violations).toContainEqual({
        rule: 'R16',
        where: expect.stringContaining('below'),
        what: expect.stringContaining(lost),
      });
      expect(await resume(api, DEMO)).toMatchObject({ reason: 'completed' });
    },
  );

  it('from what was set aside, or from a branch of a person: told, and nothing else is in the way', async () => {
    const world = await paused();
    await linkedTree(world).write('b.txt', 'not saved\n');
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await world.repo.git('branch', 'theirs');
    await torn(world, 'refs/heads/theirs', '');
    await emptied(world, `refs/cairn/${DEMO}/rescue/1:b.txt`);
    const { api } = await world.seat();
    const rescue = `refs/cairn/${DEMO}/rescue/1`;
    expect((await api.verify(DEMO))[0]?.violations).toEqual([
      { rule: 'R16', where: rescue, what: expect.stringContaining('git object') },
    ]);
    await torn(world, rescue, '\0'.repeat(41));
    expect((await api.verify(DEMO))[0]?.violations).toEqual([
      { rule: 'R12', where: rescue, what: 'it is torn and says no commit' },
    ]);
    expect(await api.status(DEMO)).toMatchObject({ state: 'paused', rescues: [] });
    // The next rescue takes another number: what the torn one was is not decided here.
    await linkedTree(world).write('c.txt', 'not saved\n');
    expect(await api.restore(DEMO, { to: 'opened' }, { dryRun: false })).toMatchObject({
      rescue: `refs/cairn/${DEMO}/rescue/2`,
    });
    expect(await resume(api, DEMO)).toMatchObject({ reason: 'completed' });
  });
});

describe('status tells the size of an artifact without reading it', () => {
  it('one cut short behind its first bytes has its size, and one that is a link is none', async () => {
    const world = await paused();
    const text = randomBytes(50_000).toString('hex');
    await putOnTip(world, DEMO, OUT, () => text);
    await putOnTip(world, DEMO, OUT.replace('02-two', '01-one'), () => '/etc/passwd', '120000');
    await halved(world, `${BRANCH}:${OUT}`);
    const { phases } = await (await world.seat()).api.status(DEMO);
    expect(phases.map(({ artifacts: [one] }) => [one?.present, one?.bytes])).toEqual([
      [false, 0],
      [true, text.length],
      [false, 0],
    ]);
  });
});

describe('[A27, M48] a session of which no checkpoint is whole', () => {
  it('is not begun anew by itself: another session is offered, and its branch stays', async () => {
    const world = await paused();
    const tip = await idOf(world, BRANCH);
    // One blob, in every checkpoint.
    await emptied(world, `${BRANCH}:.cairn/sessions/${DEMO}/REQUEST.md`);
    const { api } = await world.seat();
    const before = await snapshot(world.repo.root);
    const error = await refusal(resume(api, DEMO), 'data/missing-object');
    expect(error.details).toMatchObject({ session: DEMO, lastGood: null });
    const { hint } = errorSentence(error.code, error.details);
    expect(hint).toMatch(/begin another session, which leaves this one as it is: cairn start$/);
    const status = await api.status(DEMO);
    expect(status.state).toBe('damaged');
    expect(terminalWarning(status.warnings[0] ?? '')).toContain(hint);
    await refusal(api.restore(DEMO, { to: '2' }, { dryRun: false }), 'data/missing-object');
    expect(moved(before, await snapshot(world.repo.root))).toEqual([]);

    await api.dispose();
    expect(await world.start({ id: 'anew', request: 'Once more' })).toMatchObject({ reason: 'completed' });
    expect(await idOf(world, BRANCH)).toBe(tip);
  });
});

describe('[A27] an attempt that a power loss cut off', () => {
  it('left files whose objects are empty: they are stored all the same, and the phase is done', async () => {
    const world = await paused();
    const tree = linkedTree(world);
    await tree.write('made.txt', 'made before the power went\n');
    // What git had written and not flushed.
    const id = await world.repo.gitWithInput('made before the power went\n', 'hash-object', '-w', '--stdin');
    await emptied(world, id);
    expect(await (await world.seat()).resume()).toMatchObject({ reason: 'completed' });
    expect(await atTip(world, 'made.txt')).toBe('made before the power went');
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });
});
