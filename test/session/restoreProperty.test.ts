import fc from 'fast-check';
import { chmod, lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { RestoreTarget } from '../../src/session/api/restore.ts';
import type { Agent } from '../../src/session/ports.ts';
import { diskOf } from '../support/diskOf.ts';
import { DEMO, stage, workIn, type Seat } from '../support/session.ts';
import { runsOf } from '../support/seeds.ts';

/** Names that meet: a file where another wants a folder, ignored ones, and some that shells and indexes trip over. */
const PATHS = [
  'a',
  'a/b',
  'a/b/c.txt',
  'd.txt',
  'd.txt/e',
  'x.log',
  'logs/y.log',
  'with space/ü.txt',
  '-dash',
  'K',
  'k/l',
] as const;
const IGNORES = ['', '*.log\n', 'd.txt\nx.log\n', 'a/\n', 'k/\n!k/l\n'] as const;

type Edit =
  | { readonly do: 'write'; readonly path: string; readonly text: string; readonly exec: boolean }
  | { readonly do: 'link'; readonly path: string; readonly to: string }
  | { readonly do: 'remove'; readonly path: string }
  | { readonly do: 'ignore'; readonly text: string };

const path = fc.constantFrom(...PATHS);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      path,
      text: fc.constantFrom('', 'one\n', 'two\r\n', 'three\u00e9'),
      exec: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('link' as const),
      path,
      to: fc.constantFrom('d.txt', 'a', '/nowhere', '..'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('ignore' as const), text: fc.constantFrom(...IGNORES) }),
  },
);

/** What a person would do to get this: whatever stands in the way goes first. */
async function apply(root: string, made: Edit): Promise<void> {
  if (made.do === 'ignore') return writeFile(join(root, '.gitignore'), made.text);
  const at = join(root, made.path);
  for (const folder of foldersOf(made.path)) {
    const there = await lstat(join(root, folder)).catch(() => null);
    if (there !== null && !there.isDirectory()) await rm(join(root, folder));
  }
  await rm(at, { recursive: true, force: true });
  if (made.do === 'remove') return;
  await mkdir(dirname(at), { recursive: true });
  if (made.do === 'link') return symlink(made.to, at);
  await writeFile(at, made.text);
  await chmod(at, made.exec ? 0o755 : 0o644);
}

const foldersOf = (of: string): readonly string[] =>
  of
    .split('/')
    .slice(0, -1)
    .map((_name, index, names) => names.slice(0, index + 1).join('/'));

/** An agent in this process: it makes the edits that the test has laid out for the phase. */
const painter = (plan: { edits: readonly Edit[] }): Agent => ({
  kind: 'command',
  name: 'painter',
  chosenBecause: null,
  permissions: null,
  stallMs: null,
  version: async () => null,
  async run({ cwd, env }) {
    for (const made of plan.edits) await apply(cwd, made);
    await writeFile(join(env['CAIRN_PHASE_DIR'] ?? '', 'result.md'), `${env['CAIRN_PHASE']}\n`);
    return { kind: 'completed' };
  },
});

/** Restores, and holds that it did what it had shown. */
async function restore(seat: Seat, target: RestoreTarget): Promise<readonly string[]> {
  const shown = await seat.api.restore(DEMO, target, { dryRun: true });
  const done = await seat.api.restore(DEMO, target, { dryRun: false });
  expect({ changed: done.changed, skipped: done.skipped }).toEqual({
    changed: shown.changed,
    skipped: shown.skipped,
  });
  return done.skipped.map((item) => item.path);
}

test('[C8, C12, C20] whatever the trees and the edits: shown is done, restored is the target, undone is what was', async () => {
  const plan: { edits: readonly Edit[] } = { edits: [] };
  const s = await stage(
    { agent: 'painter', phases: ['one', 'two', 'three', 'four'].map((id) => ({ id })) },
    { world: { extraAgents: [painter(plan)] }, files: { '.gitignore': '*.log\n', 'd.txt': 'd\n' } },
  );
  const edits = (most: number): fc.Arbitrary<readonly Edit[]> => fc.array(edit, { maxLength: most });
  const phases = fc.sample(edits(8), { numRuns: 4, seed: 7 });
  for (const [index, id] of ['one', 'two', 'three', 'four'].entries()) {
    plan.edits = phases[index] ?? [];
    await (index === 0 ? s.start({ until: id }) : s.resume({ until: id }));
  }
  const tree = await s.worktree();
  const run = async (made: readonly Edit[], seq: number): Promise<void> => {
    for (const one of made) await apply(tree.root, one);
    const before = await diskOf(tree.root);
    const target = (await s.api.log(DEMO)).find((entry) => entry.seq === seq);
    const skipped = await restore(s, { to: String(seq) });
    expect(await workIn(s.repo, 'cairn/demo')).toEqual(await workIn(s.repo, target?.commit ?? ''));
    expect(await differingOnDisk(tree.git, skipped)).toEqual([]);
    await restore(s, { undo: true });
    expect(await diskOf(tree.root)).toEqual(before);
  };
  await fc.assert(
    fc.asyncProperty(edits(6), fc.integer({ min: 1, max: 5 }), run),
    // One session for all runs: what is found is told as it was, shrinking would start from another disk.
    {
      numRuns: runsOf(4, 10),
      endOnFailure: true,
      // Beside a folder `k` no tree holds a link `K`: a restore that takes the folder away and its undo leave it there.
      examples: [[[{ do: 'link', path: 'K', to: 'd.txt' }], 3]],
    },
  );
  expect(await s.violations()).toEqual([]);
}, 600_000);

/** Files of the tip that are not on disk as it has them. */
async function differingOnDisk(
  git: (...args: string[]) => Promise<string>,
  skipped: readonly string[],
): Promise<readonly string[]> {
  const status = await git(
    '-c',
    'core.quotePath=false',
    'status',
    '--porcelain',
    '--untracked-files=no',
    '-z',
  );
  return status
    .split('\0')
    .filter((line) => line !== '' && !line.endsWith('/STATUS.md') && !skipped.includes(line.slice(3)));
}
