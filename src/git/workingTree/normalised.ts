import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RepoPath, TreeId } from '../../model/ids.ts';
import type { Node } from '../trees.ts';
import { mapBounded, onDisk, type Place } from './place.ts';
import { rawBlobId } from './rawBlobId.ts';

/**
 * Of these captured paths, those that git's conversion would not give back byte for byte.
 *
 * Where the bytes on disk hash to the blob itself nothing was converted, which is nearly everywhere and costs no
 * process. For the rest one `cat-file --filters` says what a checkout would write.
 */
export async function normalisedPaths(
  place: Place,
  tree: TreeId,
  paths: readonly RepoPath[],
): Promise<readonly RepoPath[]> {
  const converted = await mapBounded(paths, async (path) => {
    const node = await place.trees.find(tree, path);
    if (node === null || (node.mode !== '100644' && node.mode !== '100755')) return null;
    const raw = await rawBlobId(place, path);
    return raw === null || raw === node.id ? null : { path, node };
  });
  const suspects = converted.filter((suspect) => suspect !== null);
  if (suspects.length === 0) return [];
  const given = await giveBack(place, suspects);
  const answers = await mapBounded(
    suspects,
    async ({ path }) => (await diskHash(place, path)) !== given.get(path),
  );
  return suspects.filter((_suspect, at) => answers[at]).map(({ path }) => path);
}

interface Suspect {
  readonly path: RepoPath;
  readonly node: Node;
}

/** sha256 of what a checkout would write, per path. */
async function giveBack(place: Place, suspects: readonly Suspect[]): Promise<ReadonlyMap<RepoPath, string>> {
  const given = new Map<RepoPath, string>();
  // The batch reads its input line by line: such a name gets a process of its own.
  for (const { path, node } of suspects.filter((suspect) => suspect.path.includes('\n'))) {
    const { out } = await place.git(['cat-file', '--filters', `--path=${path}`, node.id], {
      cwd: place.root,
    });
    given.set(path, hashOf(out));
  }
  const rest = suspects.filter((suspect) => !suspect.path.includes('\n'));
  const answers = rest.length === 0 ? [] : await filterAll(place, rest);
  rest.forEach(({ path }, at) => given.set(path, answers[at] ?? ''));
  return given;
}

/**
 * In a batch with `--filters` the size that git prints is the one before the filter, so it cannot delimit. After
 * each object we ask for one that does not exist under a name nobody can know: its `missing` line is the end.
 */
async function filterAll(place: Place, suspects: readonly Suspect[]): Promise<string[]> {
  const end = `cairn-${randomUUID()}`;
  const input = suspects.map(({ path, node }) => `${node.id} ${path}\n${end} x\n`).join('');
  const { out } = await place.git(['cat-file', '--batch', '--filters'], {
    cwd: place.root,
    input: Buffer.from(input),
  });
  const marker = Buffer.from(`\n${end} missing\n`);
  const answers: string[] = [];
  for (let start = 0; start < out.length;) {
    const stop = out.indexOf(marker, start);
    if (stop === -1) break;
    const contents = out.indexOf(0x0a, start) + 1;
    answers.push(hashOf(out.subarray(contents, stop)));
    start = stop + marker.length;
  }
  return answers;
}

async function diskHash(place: Place, path: RepoPath): Promise<string> {
  return hashOf(await readFile(onDisk(place.root, path)));
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
