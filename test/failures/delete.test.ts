import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CairnError } from '../../src/base/cairnError.ts';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import type { Sentence } from '../../src/sentences/errorWords.ts';
import { filesAtTip, linkedTree } from '../support/atTip.ts';
import { ground, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { byDepth, isFirst, THOROUGH } from '../support/thorough.ts';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nx\n';

const sentence = ({ code, details }: CairnError): Sentence => errorSentence(code, details);

/** A session after its first phase, with work in its worktree that no checkpoint has. */
async function withWork(): Promise<Stage> {
  const world = await startedGround({}, { until: 'one' });
  const tree = linkedTree(world);
  await tree.write('a.txt', 'uncommitted\n');
  await tree.write('new.txt', 'new\n');
  return world;
}

describe('delete', () => {
  it('[D1] rescues uncommitted work, keeps the tip, removes the worktree, and the id stays used', async () => {
    const world = await withWork();
    await linkedTree(world).write(`.cairn/sessions/${DEMO}/02-two/draft.md`, 'a draft\n');
    const tip = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    const before = await world.repo.untouchables();
    expect(await world.api.delete(DEMO, { purge: false })).toMatchObject({ session: DEMO, commit: tip });
    const { repo } = world;
    expect(await repo.git('for-each-ref', '--format=%(refname)')).toBe(
      `refs/cairn/${DEMO}/archive\nrefs/cairn/${DEMO}/rescue/1\nrefs/heads/main`,
    );
    expect(await repo.git('rev-parse', `refs/cairn/${DEMO}/archive`)).toBe(tip);
    expect(await repo.git('show', `refs/cairn/${DEMO}/rescue/1:a.txt`)).toBe('uncommitted');
    expect(
      await repo.git('show', `refs/cairn/${DEMO}/rescue/1:.cairn/sessions/${DEMO}/02-two/draft.md`),
    ).toBe('a draft');
    expect(await repo.look(`../repo.worktrees`)).toBeNull();
    expect((await repo.git('worktree', 'list')).split('\n')).toHaveLength(1);
    expect({ ...(await repo.untouchables()), branches: '' }).toEqual({ ...before, branches: '' });
    await refusal(world.start(), 'usage/session-used');
    expect(await world.api.list()).toEqual([]);
    // What was kept can still be found.
    expect(await world.api.find(DEMO)).toEqual({
      session: DEMO,
      phase: null,
      deleted: { branch: `cairn/${DEMO}`, archive: `refs/cairn/${DEMO}/archive` },
    });
    expect(await world.api.rescues(DEMO)).toHaveLength(1);
  });

  it("[D1] keeps notes and an edited workflow, files of the engine with a person's words in them", async () => {
    const world = await startedGround({}, { until: 'one' });
    const tree = linkedTree(world);
    const status = `.cairn/sessions/${DEMO}/STATUS.md`;
    await tree.write(status, `${await tree.read(status)}\nA thought of mine.\n`);
    await tree.write(`.cairn/sessions/${DEMO}/workflow.yaml`, 'schema: 1 # half an edit\n');
    await world.api.delete(DEMO, { purge: false });
    expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/1:${status}`)).toContain(
      'A thought of mine.',
    );
    expect(
      await world.repo.git('show', `refs/cairn/${DEMO}/rescue/1:.cairn/sessions/${DEMO}/workflow.yaml`),
    ).toContain('half an edit');
    expect((await world.api.rescueDiff(DEMO, 1)).changed).toHaveLength(2);
  });

  for (const { rows, options } of byDepth(
    [
      ['a worktree', false],
      ['place', true],
    ],
    isFirst,
  ))
    it.each(rows)(
      '[D1] refuses notes with a secret in them, in %s; --purge gives them up',
      options,
      async (_where, inPlace) => {
        const world = await startedGround({}, { until: 'one', inPlace });
        const tree = inPlace ? world.repo : linkedTree(world);
        const status = `.cairn/sessions/${DEMO}/STATUS.md`;
        const token = ['ghp_16C7e42F292c6912E7710c', '838347Ae178B4a'].join('');
        await tree.write(status, `${await tree.read(status)}\ntoken: ${token}\n`);
        const error = await refusal(world.api.delete(DEMO, { purge: false }), 'usage/not-possible');
        expect(sentence(error).message).toContain(`${status} (a secret in line`);
        expect(sentence(error).message).not.toContain(token);
        expect(await tree.read(status)).toContain(token);
        const objects = await world.repo.git(
          'cat-file',
          '--batch-all-objects',
          '--batch-check=%(objectname)',
        );
        for (const object of objects.split('\n'))
          expect(await world.repo.git('cat-file', '-p', object)).not.toContain(token);
        await world.api.delete(DEMO, { purge: true });
        expect(await tree.look(status)).toBeNull();
      },
    );

  it('[D2] a session without a finished phase, or with uncommitted work only, is never taken for merged', async () => {
    const world = await ground({
      plays: ({ produce, phase }) => (phase === 'one' ? undefined : produce('out.md')),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    await linkedTree(world).write('draft.txt', 'not committed\n');
    // Whatever else goes on: another session comes, lands nothing and goes.
    await world.start({ id: 'other' });
    await world.api.delete('other' as SessionId, { purge: true });
    await refusal(world.api.land(DEMO, { branch: 'landed' }), 'repo/land-refused');
    expect(await world.api.list()).toMatchObject([{ session: DEMO, state: 'blocked' }]);
    expect(await linkedTree(world).look('draft.txt')).toBe('not committed\n');
    const tip = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    await world.api.delete(DEMO, { purge: false });
    expect(await world.repo.git('rev-parse', `refs/cairn/${DEMO}/archive`)).toBe(tip);
    expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/1:draft.txt`)).toBe('not committed');
  });

  it('nothing uncommitted: no rescue is made', async () => {
    const world = await startedGround({}, { until: 'one' });
    await world.api.delete(DEMO, { purge: false });
    expect(await world.api.rescues(DEMO)).toEqual([]);
  });

  it("keeps commits of the agent's that hang on nothing else", async () => {
    const world = await startedGround({}, { until: 'one' });
    const tree = linkedTree(world);
    await tree.write('b.txt', 'b\n');
    await tree.git('add', '-A');
    await tree.git('commit', '-q', '-m', 'by the agent');
    await tree.write('b.txt', 'b again\n');
    const head = await tree.git('rev-parse', 'HEAD');
    await world.api.delete(DEMO, { purge: false });
    expect(await world.repo.git('rev-parse', `refs/cairn/${DEMO}/rescue/1^2`)).toBe(head);
    expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/1:b.txt`)).toBe('b again');
  });

  it.each([
    ['a secret', (world: Stage) => linkedTree(world).write('key.txt', KEY), 'key.txt'],
    ['an .env', (world: Stage) => linkedTree(world).write('.env', 'A=1\n'), '.env'],
    [
      'a file over the size limit',
      (world: Stage) => linkedTree(world).write('big.bin', Buffer.alloc(11 * 1024 * 1024)),
      'big.bin',
    ],
    [
      'a file of a name that git must not have',
      (world: Stage) => linkedTree(world).write('git~1/notes.txt', 'precious\n'),
      'git~1/notes.txt',
    ],
    [
      'a nested repository',
      async (world: Stage) => {
        await linkedTree(world).git('init', '-q', 'nested');
        await linkedTree(world).write('nested/x', 'x\n');
      },
      'nested',
      'repo/nested-work',
    ],
  ] as const)(
    '[D1] refuses while the worktree holds %s, which no rescue may keep; --purge gives it up',
    async (_what, make, name, code: 'usage/not-possible' | 'repo/nested-work' = 'usage/not-possible') => {
      const world = await withWork();
      await make(world);
      const before = await snapshot(world.repo.root);
      const error = await refusal(world.api.delete(DEMO, { purge: false }), code);
      expect(JSON.stringify(error.details)).toContain(name);
      expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([]);
      expect(await world.api.rescues(DEMO)).toEqual([]);
      await world.api.delete(DEMO, { purge: true });
      expect(await world.api.list()).toEqual([]);
    },
  );

  it(
    'keeps single files that git ignores, refuses where one may not be kept, and says which folders go with the worktree',
    THOROUGH,
    async () => {
      const world = await startedGround(
        { files: { '.gitignore': 'node_modules/\n*.db\n.env*\n' } },
        { until: 'one' },
      );
      const tree = linkedTree(world);
      for (let n = 0; n < 300; n += 1) await tree.write(`build/a/b/${n}.db`, 'made\n');
      await tree.write('data/local.db', 'precious\n');
      await tree.write('node_modules/x/index.js', 'built\n');
      await tree.write('.env.local', 'KEY=1\n');
      const refused = await refusal(world.api.delete(DEMO, { purge: false }), 'usage/not-possible');
      expect(sentence(refused).message).toContain('.env.local (a file of keys or secrets by its name)');
      await tree.remove('.env.local');
      await world.api.delete(DEMO, { purge: false });
      expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/1:data/local.db`)).toBe('precious');
      // By the hundred they are what a compiler made.
      expect(world.told().filter((text) => text.startsWith('Gone'))).toEqual([
        expect.stringMatching(
          /^Gone with the worktree, because git ignores it: node_modules\/, build.* and \d+ more\.$/,
        ),
      ]);
    },
  );

  it('files that were copied into the worktree are no reason to refuse', async () => {
    const world = await ground({
      flow: workflow(
        'worktree: {copy: [.env.local, plain.json]}\nphases: [{id: one, artifacts: [out.md]}]\n',
      ),
    });
    await world.repo.write('.env.local', 'A=1\n');
    await world.repo.write('plain.json', '{}\n');
    await world.start();
    expect(await linkedTree(world).look('.env.local')).toBe('A=1\n');
    expect(await linkedTree(world).look('plain.json')).toBe('{}\n');
    expect((await filesAtTip(world)).filter((path) => /env|plain/.test(path))).toEqual([]);
    expect(await world.api.status(DEMO)).toMatchObject({ leftovers: 0 });
    expect(world.told().join('\n')).not.toContain('Not captured');
    await linkedTree(world).write('plain.json', '{"changed": true}\n');
    expect(
      sentence(await refusal(world.api.delete(DEMO, { purge: false }), 'usage/not-possible')).message,
    ).toContain('plain.json');
    await linkedTree(world).write('plain.json', '{}\n');
    await world.api.delete(DEMO, { purge: false });
    expect(await world.repo.look('.env.local')).toBe('A=1\n');
    expect(await world.api.rescues(DEMO)).toEqual([]);
  });

  it.each([false, true])('[D9] follows no link out of the worktree (purge: %s)', async (purge) => {
    const world = await startedGround({}, { until: 'one' });
    const outside = join(world.repo.root, '..', 'outside');
    await world.repo.write('../outside/precious.txt', 'precious\n');
    await linkedTree(world).link('link', outside);
    await linkedTree(world).link('linked.txt', join(outside, 'precious.txt'));
    await world.api.delete(DEMO, { purge });
    expect(await world.repo.look('../outside/precious.txt')).toBe('precious\n');
  });

  it('[D8] is possible after the work was squash-merged', async () => {
    const world = await withWork();
    await world.resume();
    await world.api.land(DEMO, { branch: 'landed' });
    await world.repo.git('merge', '-q', '--squash', 'landed');
    await world.repo.git('commit', '-q', '-m', 'squashed');
    await world.api.delete(DEMO, { purge: false });
    expect(await world.api.list()).toEqual([]);
  });

  it('works when the worktree is gone, and makes no other in its place', async () => {
    const world = await withWork();
    await rm(linkedTree(world).root, { recursive: true });
    await world.api.delete(DEMO, { purge: false });
    expect(await world.repo.look('../repo.worktrees')).toBeNull();
    expect((await world.repo.git('worktree', 'list')).split('\n')).toHaveLength(1);
  });

  it('[B13] --purge removes every ref and file of ours, and the id is free again', async () => {
    const world = await ground();
    const before = await snapshot(world.repo.root);
    await world.start({ until: 'one' });
    await linkedTree(world).write('a.txt', 'uncommitted\n');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    await world.api.delete(DEMO, { purge: true });
    const left = differences(before, await snapshot(world.repo.root));
    // Empty folders that git itself leaves, and its note of a deleted ref.
    expect(
      left.filter(
        (line) =>
          !/^new git\/(cairn|refs\/cairn|logs\/refs\/heads\/cairn|packed-refs|refs\/heads\/cairn|worktrees)$/.test(
            line,
          ),
      ),
    ).toEqual([]);
    expect(await world.start()).toMatchObject({ reason: 'completed' });
  });

  it(
    'says of a deleted session that it was deleted, and what it names helps: another id, --purge, bringing it back',
    THOROUGH,
    async () => {
      const world = await withWork();
      const tip = await world.repo.git('rev-parse', `cairn/${DEMO}`);
      await world.api.delete(DEMO, { purge: false });
      const used = sentence(await refusal(world.start(), 'usage/session-used'));
      expect(used.message).toMatch(/was deleted.*archive/);
      expect(used.hint).toContain(`cairn delete ${DEMO} --purge`);
      expect(used.hint).not.toContain('resume');
      const gone = sentence(await refusal(world.resume(), 'usage/unknown-session'));
      expect(gone.message).toContain('was deleted');
      const [, back = ''] = /Bring it back: git (.*)/.exec(gone.hint ?? '') ?? [];
      await world.repo.git(...back.split(' '));
      expect(await world.repo.git('rev-parse', `cairn/${DEMO}`)).toBe(tip);
      expect(await world.resume()).toMatchObject({ reason: 'completed' });
      await world.api.delete(DEMO, { purge: false });
      await world.api.delete(DEMO, { purge: true });
      expect(await world.start()).toMatchObject({ reason: 'completed' });
    },
  );

  it('of a session whose branch somebody removed, the command that it names brings it back', async () => {
    const world = await withWork();
    await world.repo.git('branch', '-q', '-D', `cairn/${DEMO}`);
    const { message, hint } = sentence(await refusal(world.resume(), 'usage/unknown-session'));
    expect(message).toMatch(/branch of .* is gone/);
    const [, back = ''] = /Bring it back: git (.*)/.exec(hint ?? '') ?? [];
    await world.repo.git(...back.split(' '));
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
  });

  it('[B13] --purge also of a session that was deleted before', async () => {
    const world = await withWork();
    await world.api.delete(DEMO, { purge: false });
    await world.api.delete(DEMO, { purge: true });
    expect(await world.repo.git('for-each-ref', 'refs/cairn')).toBe('');
    await refusal(world.api.delete(DEMO, { purge: true }), 'usage/unknown-session');
  });

  it('[M18] an unknown session is refused (exit 2), and while it runs, so is the act (exit 6)', async () => {
    const world: Stage = await ground({
      plays: async ({ phase, produce }) => {
        await produce('out.md');
        if (phase !== 'one') return;
        const { api: other } = await world.seat();
        for (const act of [
          () => other.delete(DEMO, { purge: true }),
          () => other.rescueApply(DEMO, 1, []),
          () => other.approve(DEMO, null, null),
          () => other.restore(DEMO, { to: '1' }, { dryRun: false }),
        ])
          await refusal(act(), 'lease/held');
      },
    });
    for (const purge of [true, false]) {
      const error = await refusal(
        world.api.delete('no-such' as SessionId, { purge }),
        'usage/unknown-session',
      );
      expect(exitOfError(error.code)).toBe(2);
    }
    expect(await world.start()).toMatchObject({ reason: 'completed' });
  });
});

describe('cancel', () => {
  it('sets aside what is in no checkpoint, leaves it where it lies, and is final', async () => {
    const world = await withWork();
    expect(await world.api.cancel(DEMO)).toMatchObject({ state: 'cancelled' });
    expect(await world.repo.git('show', `refs/cairn/${DEMO}/rescue/1:new.txt`)).toBe('new');
    expect(await linkedTree(world).read('new.txt')).toBe('new\n');
    expect(await world.resume()).toMatchObject({ reason: 'cancelled' });
    expect(await world.api.cancel(DEMO)).toMatchObject({ state: 'cancelled' });
    await world.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    await refusal(world.api.cancel(DEMO), 'usage/not-possible');
  });
});
