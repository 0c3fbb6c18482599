import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { chain, DEMO, stage, type Flow } from '../support/session.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';

const RESULT = 'echo done > "$CAIRN_PHASE_DIR/result.md"';

describe('landing on a branch', () => {
  test('names what differs from its parent: what the session took back of the person’s is no change there', async () => {
    const s = await stage(chain('one'));
    await s.repo.write('README.md', 'mine, uncommitted\n');
    await s.agent.part('one', `${RESULT}; echo hello > README.md; echo new > new`);
    await s.start({ withChanges: true });
    const landed = await s.api.land(DEMO, { branch: 'landed' });
    expect(landed.changed).toEqual(['new']);
    expect(await s.repo.git('diff', '--name-only', 'main', 'landed')).toBe('new');
  });

  test('is refused where nothing differs from its parent', THOROUGH, async () => {
    const s = await stage(chain('one'));
    await s.repo.write('README.md', 'mine, uncommitted\n');
    await s.agent.part('one', `${RESULT}; echo hello > README.md`);
    await s.start({ withChanges: true });
    await expect(s.api.land(DEMO, { branch: 'landed' })).rejects.toMatchObject({
      code: 'repo/land-refused',
      details: { why: 'the session changed nothing outside .cairn/' },
    });
    expect(await s.repo.git('branch', '--list', 'landed')).toBe('');
  });
});

test('what lies in the worktree and is in no checkpoint yet is said not to have landed', async () => {
  const s = await stage(chain('one', 'two'));
  await s.agent.part('one', `${RESULT}; echo made > made`);
  await s.start({ until: 'one' });
  await (await s.worktree()).write('later', 'later\n');
  expect((await s.api.land(DEMO, { branch: 'landed' })).changed).toEqual(['made']);
  expect(s.told().filter((text) => text.includes('Not landed'))).toEqual([
    `Not landed, because no checkpoint has it yet: later in ${await s.api.path(DEMO)}. The next checkpoint takes it in.`,
  ]);
});

test('so is what lies in the worktrees of phases that work side by side, for each of them', async () => {
  const side = (id: string): Flow['phases'][number] => ({ id, needs: ['first'], approval: 'required' });
  const s = await stage({ schema: 2, parallel: 2, phases: [{ id: 'first' }, side('left'), side('right')] });
  await s.agent.part('default', `${RESULT}; mkdir -p src; echo done > src/$CAIRN_PHASE`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  const first = await s.api.path(DEMO);
  for (const root of [first, `${first}+2`]) writeFileSync(join(root, 'later'), 'later\n');
  expect((await s.api.land(DEMO, { branch: 'landed' })).changed).toEqual(['src/first']);
  const work = (phase: string, number: number): string =>
    `.cairn/sessions/${DEMO}/0${number}-${phase}/result.md`;
  const told = s.told().filter((text) => text.includes('Not landed'));
  expect(told.map((text) => text.replace(/^.*has it yet: (.*)\. The next.*$/, '$1'))).toEqual([
    `${work('left', 2)}, later, src/left in ${first}`,
    `${work('right', 3)}, later, src/right in ${first}+2`,
  ]);
});

test('a landing that was killed between moving a file aside and putting its own there is done again: what was missing is as it lay there before, and kept', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const theirs = [...lines.slice(0, -1), 'theirs'].join('\n');
  const s = await stage(chain('one'), { files: { 'shared.txt': lines.join('\n') } });
  await s.agent.part('default', 'usual; sed -i.old "1s/.*/of the session/" shared.txt; rm shared.txt.old');
  await s.start();
  await s.repo.write('shared.txt', theirs);
  const dying = await s.seat({
    reached(point) {
      if (point === 'replace/moved') throw new Error('died');
    },
  });
  await expect(dying.api.land(DEMO, { apply: true })).rejects.toThrow('died');
  expect([await s.repo.look('shared.txt'), await s.repo.git('status', '--short')]).toEqual([
    null,
    ' D shared.txt',
  ]);
  await s.api.land(DEMO, { apply: true });
  expect(await s.repo.read('shared.txt')).toBe(theirs.replace('line 1\n', 'of the session\n'));
  expect(await s.repo.read('src/one.txt')).toBe('work of one\n');
  expect((await s.api.rescues(DEMO)).map(({ why, files }) => `${why} ${files}`)).toEqual([
    'Uncommitted before checkpoint 2 was landed over it. 1',
  ]);
  expect(await s.repo.git('show', 'refs/cairn/demo/rescue/1:shared.txt')).toBe(theirs);
  expect(s.told().join('\n')).toContain('these are as they were before: shared.txt');
  await expect(s.api.land(DEMO, { apply: true })).rejects.toMatchObject({ code: 'repo/land-refused' });
});

const KNOWN = [
  new CairnError('machine/cannot-write', { path: 'b', why: 'EACCES' }),
  new CairnError('data/missing-object', { object: 'b', lastGood: null }),
];

for (const { rows, options } of byDepth(KNOWN))
  test.each(rows)(
    'a landing that fails half way ($code) is taken back; what was saved meanwhile is in a rescue',
    options,
    async (failure) => {
      const s = await stage(chain('one'), { files: { a: 'a', b: 'b' } });
      await s.agent.part('default', 'usual; echo of the session > a; echo of the session > b');
      await s.start();
      let left = 1;
      const refused = await s.seat({
        reached(point) {
          if (point !== 'replace/placed' || left-- !== 1) return;
          writeFileSync(join(s.repo.root, 'a'), 'saved');
          throw failure;
        },
      });
      await expect(refused.api.land(DEMO, { apply: true })).rejects.toMatchObject({ code: failure.code });
      expect(await s.repo.git('status', '--short')).toBe('');
      const [rescue] = await s.api.rescues(DEMO);
      expect(await s.repo.git('show', `${rescue?.ref}:a`)).toBe('saved');
    },
  );

test('a restore that the disk refuses half way is taken back; what was saved meanwhile is in a rescue', async () => {
  const s = await stage(chain('one', 'two'), { files: { a: 'a', b: 'b' } });
  await s.agent.part('one', `${RESULT}; echo first > a; echo first > b`);
  await s.agent.part('two', `${RESULT}; echo second > a; echo second > b`);
  await s.start();
  const worktree = await s.worktree();
  let left = 1;
  const refused = await s.seat({
    reached(point) {
      if (point !== 'replace/placed' || left-- !== 1) return;
      writeFileSync(join(worktree.root, 'a'), 'saved');
      throw new CairnError('machine/cannot-write', { path: 'b', why: 'EACCES' });
    },
  });
  await expect(refused.api.restore(DEMO, { to: 'one' }, { dryRun: false })).rejects.toThrow(
    'machine/cannot-write',
  );
  expect([await worktree.read('a'), await worktree.read('b')]).toEqual(['second\n', 'second\n']);
  const rescues = await s.api.rescues(DEMO);
  const kept = await Promise.all(rescues.map(({ ref }) => s.repo.git('show', `${ref}:a`)));
  expect(kept).toContain('saved');
});

test(
  'a clean file whose bytes git converts is landed over, and no rescue is made of it',
  THOROUGH,
  async () => {
    const s = await stage(chain('one'), {
      files: { '.gitattributes': '*.txt text eol=lf\n', 'x.txt': 'a\nb\n' },
    });
    await s.agent.part('default', 'usual; echo of the session >> x.txt');
    await s.start();
    await s.repo.write('x.txt', 'a\r\nb\r\n');
    expect(await s.repo.git('diff')).toBe('');
    await s.api.land(DEMO, { apply: true });
    expect(await s.repo.read('x.txt')).toBe('a\nb\nof the session\n');
    expect(await s.api.rescues(DEMO)).toEqual([]);
  },
);
