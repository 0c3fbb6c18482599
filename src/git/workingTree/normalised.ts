import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import { POINTERS } from '../pointers.ts';
import type { Node } from '../trees.ts';
import { mapBounded, onDisk, type Place } from './place.ts';

/** Contents of so many files at most are held at once. */
const TOGETHER = 128;

/**
 * Of these captured paths, those that git's conversion would not give back byte for byte.
 *
 * git is asked what a checkout would write, also where the stored bytes are those on disk: under `autocrlf` a file
 * with plain newlines is stored as it is and comes back with others. Pointers are asked for first: where one lies on
 * disk, nothing is fetched to find that it is the same.
 */
export async function normalisedPaths(
  place: Place,
  tree: TreeId,
  paths: readonly RepoPath[],
): Promise<readonly RepoPath[]> {
  const nodes = await Promise.all(
    paths.map(async (path) => ({ path, node: await place.trees.find(tree, path) })),
  );
  const files = nodes.filter(
    (file): file is Stored => file.node?.mode === '100644' || file.node?.mode === '100755',
  );
  const found: RepoPath[] = [];
  for (let at = 0; at < files.length; at += TOGETHER) {
    found.push(...(await differing(place, files.slice(at, at + TOGETHER))));
  }
  return found;
}

interface Stored {
  readonly path: RepoPath;
  readonly node: Node;
}

async function differing(place: Place, files: readonly Stored[]): Promise<readonly RepoPath[]> {
  const hashes = mapBounded(files, ({ path }) => diskHash(place, path));
  let left = [...files.keys()];
  for (const env of [POINTERS, {}]) {
    const asked = left.flatMap((index) => files[index] ?? []);
    const given = asked.length === 0 ? [] : await giveBack(place, asked, env);
    const there = await hashes;
    // Gone meanwhile: there is nothing on disk that could be kept.
    left = left.filter((index, at) => there[index] !== null && there[index] !== given[at]);
  }
  return left.flatMap((index) => files[index]?.path ?? []);
}

type Env = Readonly<Record<string, string>>;

/** Hashes of what a checkout would write; null where a filter cannot say, as offline. */
async function giveBack(
  place: Place,
  files: readonly Stored[],
  env: Env,
): Promise<readonly (string | null)[]> {
  // The batch reads its input line by line: such a name gets a process of its own.
  if (files.some(({ path }) => path.includes('\n'))) {
    return Promise.all(
      files.map((file) =>
        file.path.includes('\n')
          ? giveBackOne(place, file, env)
          : giveBack(place, [file], env).then(([hash]) => hash ?? null),
      ),
    );
  }
  try {
    return await giveBackBatch(place, files, env);
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    if (files.length === 1) return [null];
    return Promise.all(files.map((file) => giveBack(place, [file], env).then(([hash]) => hash ?? null)));
  }
}

async function giveBackOne(place: Place, { path, node }: Stored, env: Env): Promise<string | null> {
  const { code, out } = await place.git(['cat-file', '--filters', `--path=${path}`, node.id], {
    cwd: place.root,
    env,
    answers: [0, 1, 128],
  });
  return code === 0 ? hashOf(out) : null;
}

/**
 * In a batch with `--filters` the size that git prints is the one before the filter, so it cannot delimit. After
 * each object we ask for one that does not exist under a name nobody can know: its `missing` line is the end.
 */
async function giveBackBatch(place: Place, files: readonly Stored[], env: Env): Promise<readonly string[]> {
  const end = `cairn-${randomUUID()}`;
  const input = files.map(({ path, node }) => `${node.id} ${path}\n${end} x\n`).join('');
  const { out } = await place.git(['cat-file', '--batch', '--filters'], {
    cwd: place.root,
    env,
    input: Buffer.from(input),
  });
  const marker = Buffer.from(`\n${end} missing\n`);
  const hashes: string[] = [];
  for (let start = 0; start < out.length;) {
    const stop = out.indexOf(marker, start);
    if (stop === -1) break;
    hashes.push(hashOf(out.subarray(out.indexOf(0x0a, start) + 1, stop)));
    start = stop + marker.length;
  }
  return hashes;
}

async function diskHash(place: Place, path: RepoPath): Promise<string | null> {
  return readFile(onDisk(place.root, path)).then(hashOf, () => null);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
