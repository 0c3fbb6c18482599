import { createHash, randomUUID } from 'node:crypto';
import { readFile } from '../../host/disk.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import { POINTERS } from '../pointers.ts';
import type { Node } from '../trees.ts';
import { mapBounded, onDisk, type Place } from './place.ts';

/** How many files' contents to hold at once. */
const TOGETHER = 128;

/**
 * Those of these captured paths that git's conversion would not give back byte for byte.
 *
 * Asks git what a checkout would write, even if the stored bytes are those on disk: with `autocrlf` a file with plain newlines
 * is stored unchanged and comes back with others. Compares with pointers first: a pointer on disk needs no fetch.
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
    // Gone meanwhile: there is nothing on disk to keep.
    left = left.filter((index, at) => there[index] !== null && there[index] !== given[at]);
  }
  return left.flatMap((index) => files[index]?.path ?? []);
}

type Env = Readonly<Record<string, string>>;

/** Hashes of what a checkout would write; null if a filter cannot tell, as offline. */
async function giveBack(
  place: Place,
  files: readonly Stored[],
  env: Env,
): Promise<readonly (string | null)[]> {
  // The batch reads its input line by line, so a name with a newline gets a process of its own.
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
 * In a batch with `--filters` git prints the size before the filter, which cannot delimit. So after each object we ask for a
 * missing one with an unguessable name: its `missing` line marks the end.
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
