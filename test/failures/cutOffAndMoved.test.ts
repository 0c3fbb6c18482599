import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGitRepo } from '../support/gitRepo.ts';
import { chain, DEMO, stage, type Seat, type Stage } from '../support/session.ts';
import { byDepth, isFirst, THOROUGH } from '../support/thorough.ts';

const NOTES = '.git/worktrees/demo';

/**
 * At which point of making the worktree the engine dies, and what git had not written by then: a script beside the repository.
 * Git writes its notes, then `.git`, HEAD, the files, and the index last.
 */
const CUT_OFF = [
  ['before git began', 'tree/remembered', ''],
  [
    'when git had only noted its place',
    'tree/added',
    `cd repo/${NOTES}; ls | grep -v gitdir | xargs rm -rf; find ../../../../repo.worktrees/demo -mindepth 1 -delete`,
  ],
  [
    'when it had its .git file',
    'tree/added',
    `cd repo/${NOTES}; ls | grep -v gitdir | xargs rm -rf; cd ../../../../repo.worktrees/demo; rm -rf .cairn README.md`,
  ],
  [
    'when it had its HEAD',
    'tree/added',
    `rm repo/${NOTES}/index; cd repo.worktrees/demo; rm -rf .cairn README.md`,
  ],
  [
    'half way through its first file',
    'tree/added',
    `rm repo/${NOTES}/index; touch repo/${NOTES}/index.lock; cd repo.worktrees/demo; rm -rf .cairn; printf hel > README.md`,
  ],
  [
    'when the files of the session were there',
    'tree/added',
    `rm repo/${NOTES}/index; rm repo.worktrees/demo/README.md`,
  ],
  ['when all files were there, and no index', 'tree/added', `rm repo/${NOTES}/index`],
  ['before it was marked', 'tree/added', ''],
  ['before that was noted', 'tree/marked', ''],
] as const;

const MOVED = 'mkdir -p repo.worktrees; mv repo there; mv repo.worktrees there.worktrees';
const COPIED = 'mkdir -p repo.worktrees; cp -a repo there; cp -a repo.worktrees there.worktrees';

/** What happens to the folders before anybody goes on: a script beside the repository. */
const DISPLACED = [
  ['left where it is', '', 'repo', false],
  ['moved with its worktrees', MOVED, 'there', false],
  [
    'moved with the folder around it',
    'mkdir -p far/x repo.worktrees; mv repo repo.worktrees far/x',
    'far/x/repo',
    false,
  ],
  ['moved alone', 'mv repo there', 'there', false],
  ['mounted elsewhere, alone', 'mv repo there; rm -rf repo.worktrees', 'there', false],
  ['left by its worktree', '[ ! -e repo.worktrees/demo ] || mv repo.worktrees/demo by-hand', 'repo', false],
  ['copied', 'cp -a repo there', 'there', true],
  ['copied with its worktrees', COPIED, 'there', true],
  [
    'copied with the folder around it',
    'mkdir -p far/x repo.worktrees; cp -a repo repo.worktrees far/x',
    'far/x/repo',
    true,
  ],
] as const;

const run = (s: Stage, script: string): void => {
  execFileSync('sh', ['-ec', script], { cwd: dirname(s.repo.root), stdio: 'pipe' });
};
const beside = (s: Stage, name: string): string => join(dirname(s.repo.root), name);

/** A session whose engine died while it made the worktree. */
async function cutOff(point: string, script: string): Promise<Stage> {
  const s = await stage(chain('one'));
  await expect((await dyingAt(s, 'repo', point)).start()).rejects.toThrow('died');
  run(s, script);
  return s;
}

const dyingAt = (s: Stage, name: string, point: string): Promise<Seat> =>
  s.seat({
    folder: beside(s, name),
    reached(now) {
      if (now === point) throw new Error('died');
    },
  });

const ENDED = ['1 opened - running', '2 phase one/1 done'];
const HALF_MADE = CUT_OFF[3];
const isEitherKind = ([when]: readonly [string, ...unknown[]]): boolean =>
  [HALF_MADE[0], 'before it was marked'].includes(when);

const isFew = ([what]: readonly [string, ...unknown[]]): boolean =>
  ['moved with the folder around it', 'copied with the folder around it'].includes(what);

for (const depth of byDepth(DISPLACED, isFew))
  describe.each(depth.rows)('a repository that was %s', depth.options, (_what, displace, name, isCopy) => {
    for (const { rows, options } of byDepth(CUT_OFF, isEitherKind))
      test.each(rows)(
        'while a worktree was made, cut off %s: goes on there',
        options,
        async (when, point, script) => {
          const s = await cutOff(point, script);
          run(s, displace);
          const there = await s.seat({ folder: beside(s, name) });
          expect(await there.resume()).toMatchObject({ reason: 'completed' });
          expect([await there.log(), await there.violations()]).toEqual([ENDED, []]);
          const place = await there.api.path(DEMO);
          expect(await openGitRepo(place).git('status', '--porcelain')).toBe('');
          const trees = (await there.repo.git('worktree', 'list', '--porcelain')).split('\n');
          const registered = trees.filter((line) => line.startsWith('worktree '));
          // Git's note of a place with nothing in it says of nobody that it was theirs, once that is another place.
          const isUnknown = when === CUT_OFF[1][0] && name.startsWith('far/');
          const known = registered.filter(
            (line) => !isUnknown || line !== `worktree ${s.repo.root}.worktrees/demo`,
          );
          if (!isCopy)
            return expect(known).toEqual([there.repo.root, place].map((root) => `worktree ${root}`));
          expect(await s.resume()).toMatchObject({ reason: 'completed' });
          expect([await s.log(), await s.violations()]).toEqual([ENDED, []]);
          expect(await s.api.path(DEMO)).toBe(`${s.repo.root}.worktrees/demo`);
          expect(place).not.toBe(`${s.repo.root}.worktrees/demo`);
        },
      );
  });

const died = (): never => {
  throw new Error('died');
};
/** Where whoever goes on after the move dies, too. */
const AGAIN: Readonly<Record<string, (s: Stage) => Parameters<Stage['seat']>[0]>> = {
  'when it had registered the new place': () => ({
    onProgress: (event) => event.type === 'told' && event.notice.notice === 'worktree-moved' && died(),
  }),
  'when it had removed what was half made': (s) => ({
    reached(point) {
      if (point !== 'tree/remembered') return;
      run(s, `rm -rf there/${NOTES} there.worktrees/demo`);
      died();
    },
  }),
  'when it had made it anew': () => ({ reached: (point) => point === 'tree/added' && died() }),
};

for (const { rows, options } of byDepth(CUT_OFF, isEitherKind))
  describe.each(rows)(
    'a worktree cut off %s and moved with its repository',
    options,
    (_when, point, script) => {
      test.each(Object.entries(AGAIN))(
        'is gone on with also by who comes after one that died %s',
        THOROUGH,
        async (_where, over) => {
          const s = await cutOff(point, script);
          run(s, MOVED);
          const dying = await s.seat({ ...over(s), folder: beside(s, 'there') });
          await dying.resume().catch((error: unknown) => expect(String(error)).toContain('died'));
          const there = await s.seat({ folder: beside(s, 'there') });
          expect(await there.resume()).toMatchObject({ reason: 'completed' });
          expect(await there.api.path(DEMO)).toBe(beside(s, 'there.worktrees/demo'));
          expect([await there.log(), await there.violations()]).toEqual([ENDED, []]);
        },
      );
    },
  );

test(
  'what a person put into a worktree that git had not finished is named and stays, where it is moved to, too',
  THOROUGH,
  async () => {
    const s = await cutOff(HALF_MADE[1], HALF_MADE[2]);
    run(s, `${MOVED}; echo precious > there.worktrees/demo/mine.txt`);
    const there = await s.seat({ folder: beside(s, 'there') });
    const mine = beside(s, 'there.worktrees/demo/mine.txt');
    await expect(there.resume()).rejects.toMatchObject({
      code: 'repo/worktree-place',
      details: { why: expect.stringContaining('mine.txt') },
    });
    expect(await readFile(mine, 'utf8')).toBe('precious\n');
    run(s, 'rm there.worktrees/demo/mine.txt');
    expect(await there.resume()).toMatchObject({ reason: 'completed' });
  },
);

for (const { rows, options } of byDepth(['tree/remembered', 'tree/added', 'tree/marked'], isFirst))
  test.each(rows)(
    'a copy whose usual place has the worktree of the original keeps to the place it chose, cut off there at %s',
    options,
    async (point) => {
      const s = await cutOff(HALF_MADE[1], HALF_MADE[2]);
      run(s, COPIED);
      await expect((await dyingAt(s, 'there', point)).resume()).rejects.toThrow('died');
      const there = await s.seat({ folder: beside(s, 'there') });
      expect(await there.resume()).toMatchObject({ reason: 'completed' });
      expect(await there.api.path(DEMO)).toBe(beside(s, 'there.worktrees/demo-2'));
      expect(await s.resume()).toMatchObject({ reason: 'completed' });
      expect(await s.api.path(DEMO)).toBe(beside(s, 'repo.worktrees/demo'));
    },
  );

test(
  'a copy with a place of its own that is moved with its worktrees goes on in that',
  THOROUGH,
  async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    run(s, COPIED);
    await (await s.seat({ folder: beside(s, 'there') })).resume({ until: 'one' });
    run(s, 'mv there then; mv there.worktrees then.worktrees');
    const then = await s.seat({ folder: beside(s, 'then') });
    expect(await then.resume()).toMatchObject({ reason: 'completed' });
    expect(await then.api.path(DEMO)).toBe(beside(s, 'then.worktrees/demo-2'));
  },
);
