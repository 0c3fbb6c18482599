import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openForkServer } from '../src/git/forkServer/openForkServer.ts';
import { openRepository } from '../src/git/openRepository.ts';
import { forkServerProgram } from '../src/runner/programs.ts';
import type { BlobId, CommitId, RefName, RepoPath, Timestamp } from '../src/model/names/ids.ts';
import type { Mode, Repository, WorkingTree } from '../src/session/ports.ts';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import { interleaved, ms, timed, type BenchRow } from './row.ts';

const forkServer = openForkServer(forkServerProgram);
const BRANCH = 'refs/heads/cairn/bench' as RefName;
const FOLDER = '.cairn/sessions/bench';
const ENGINE_FILES = [
  `${FOLDER}/STATUS.md`,
  `${FOLDER}/effects.json`,
  `${FOLDER}/01-work/PACKET.md`,
  `${FOLDER}/01-work/phase.json`,
];

/** The bare recipe: an index seeded by copying, and four git processes. */
const RECIPE = `
cp .git/recipe.index .git/recipe.work
export GIT_INDEX_FILE=.git/recipe.work
$G add -A
tree=$($G write-tree)
commit=$(echo checkpoint | $G commit-tree "$tree" -p "$(cat .git/recipe.tip)")
$G update-ref refs/heads/recipe "$commit" "$(cat .git/recipe.tip)"
echo "$commit" > .git/recipe.tip
mv .git/recipe.work .git/recipe.index`;

/** A checkpoint as a session makes it, in the same working tree. */
interface Checkpointer {
  /** In place: the private index is in step again at its end. */
  readonly checkpoint: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** One checkpoint of ten changed files against the recipe in a shell, and against a plain commit. */
export async function measureCheckpoint(
  sizes: readonly number[] = [2000, 20_000, 100_000],
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const files of sizes) {
    const [bench, other] = [await benchRepository(files), await benchRepository(files)];
    try {
      rows.push(...(await measureAt(bench, other, files)));
    } finally {
      await Promise.all([bench.dispose(), other.dispose()]);
    }
  }
  return rows;
}

/** What 200,000 files below an ignored folder add to a checkpoint. */
export async function measureIgnored(tracked = 20_000, ignored = 200_000): Promise<BenchRow[]> {
  const [plain, heavy] = [await benchRepository(tracked), await benchRepository(tracked)];
  try {
    for (const bench of [plain, heavy])
      await writeFile(join(bench.root, '.git/info/exclude'), 'node_modules/\n');
    for (let folder = 0; folder < ignored / 200; folder += 1) {
      const path = join(heavy.root, 'node_modules', `package${folder}`);
      await mkdir(path, { recursive: true });
      await Promise.all(Array.from({ length: 200 }, (_value, at) => writeFile(join(path, `${at}.js`), '')));
    }
    const [without, within] = [await createCheckpointer(plain), await createCheckpointer(heavy)];
    const [base = 0, ours = 0] = await interleaved(9, [
      async () => (await plain.changeTen(), timed(without.checkpoint)),
      async () => (await heavy.changeTen(), timed(within.checkpoint)),
    ]);
    await Promise.all([without.dispose(), within.dispose()]);
    const ratio = ours / base;
    return [
      {
        measure: 'ignored files',
        at: `${ignored} below an ignored folder, ${tracked} tracked`,
        against: 'without them',
        ratio,
        bar: '≤ 1.1 ×',
        holds: ratio <= 1.1,
        note: `${ms(ours)} / ${ms(base)}`,
      },
    ];
  } finally {
    await Promise.all([plain.dispose(), heavy.dispose()]);
  }
}

async function measureAt(bench: BenchRepository, other: BenchRepository, files: number): Promise<BenchRow[]> {
  await bench.shell(
    'cp -p .git/index .git/recipe.index; $G update-ref refs/heads/recipe HEAD; $G rev-parse HEAD > .git/recipe.tip',
  );
  const ours = await createCheckpointer(bench);
  const timeOf = (task: () => Promise<unknown>) => async (): Promise<number> => {
    await bench.changeTen();
    return timed(task);
  };
  const rounds = files > 50_000 ? 9 : 15;
  const [checkpoint = 0, recipe = 0, commit = 0] = await interleaved(rounds, [
    timeOf(ours.checkpoint),
    timeOf(() => bench.shell(RECIPE)),
    // In a repository of its own: it moves HEAD and writes the index that the others look at.
    async () => (
      await other.changeTen(),
      timed(() => other.shell('$G add -A && $G commit -q -m checkpoint'))
    ),
  ]);
  await ours.dispose();
  const at = `${files.toLocaleString('en')} tracked files, 10 changed`;
  const small = files < 20_000;
  const most = small ? 1.25 : files < 100_000 ? 1.1 : 1;
  const ratio = checkpoint / recipe;
  return [
    {
      measure: 'one checkpoint',
      at,
      against: 'bare recipe in a shell',
      ratio,
      bar: `≤ ${most} ×`,
      holds: ratio <= most,
      note: `${ms(checkpoint)} / ${ms(recipe)}`,
    },
    {
      measure: 'one checkpoint',
      at,
      against: 'git add -A && git commit',
      ratio: checkpoint / commit,
      bar: small ? 'told' : '< 1.0 ×',
      holds: small ? null : checkpoint < commit,
      note: `${ms(checkpoint)} / ${ms(commit)}`,
    },
  ];
}

async function createCheckpointer(bench: BenchRepository): Promise<Checkpointer> {
  const repository = await openRepository(bench.root, {
    // As a run has it.
    forkServer,
    log: { info() {}, warn() {}, error() {} },
    env: bench.env,
  });
  await mkdir(join(bench.root, '.git/cairn'), { recursive: true });
  const base = await repository.resolve('HEAD');
  if (base === null) throw new Error('the repository has no commit');
  await writeFile(join(bench.root, '.git/info/exclude'), `${FOLDER}\nnode_modules/\n`);
  await repository.moveRef(BRANCH, { from: null, to: base, why: 'bench' });
  const tree = repository.workingTree({
    root: bench.root,
    index: join(bench.root, '.git/cairn/index'),
    always: [FOLDER as RepoPath],
  });
  await tree.load(base);
  let tip: CommitId = base;
  let seq = 0;
  return {
    async checkpoint() {
      seq += 1;
      tip = await publish(repository, tree, bench.root, tip, seq);
    },
    async dispose() {
      await repository.dispose();
      await rm(join(bench.root, '.git/cairn'), { recursive: true, force: true });
    },
  };
}

/** All that touches git between the end of an agent and the next phase. */
async function publish(
  repository: Repository,
  tree: WorkingTree,
  root: string,
  tip: CommitId,
  seq: number,
): Promise<CommitId> {
  const pending = await tree.pending();
  if (pending.length < 10) throw new Error(`only ${pending.length} files differ`);
  const captured = (await tree.capture(pending.map((entry) => entry.path))).tree;
  await repository.changes(tip, captured);
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
  const contents = ENGINE_FILES.map(
    (path) => [path as RepoPath, Buffer.from(`${path} at ${seq}\n`)] as const,
  );
  await Promise.all(
    contents.map(async ([path, bytes]) =>
      edits.set(path, { blob: await repository.writeBlob(bytes), mode: '100644' }),
    ),
  );
  const commit = await repository.commit({
    tree: await repository.compose(captured, edits),
    parents: [tip],
    message: `cairn: checkpoint ${seq}\n`,
    at: new Date().toISOString() as Timestamp,
  });
  await tree.loadAfter(commit, async () => {
    if (!(await repository.moveRef(BRANCH, { from: tip, to: commit, why: 'bench' })))
      throw new Error('the ref moved');
    await mkdir(join(root, FOLDER, '01-work'), { recursive: true });
    for (const [path, bytes] of contents) await writeFile(join(root, path), bytes);
  });
  return commit;
}
