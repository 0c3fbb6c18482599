import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import type { BlobId, CommitId, TreeId } from '../model/names/ids.ts';
import type { Brought, CommitEntry } from '../session/ports.ts';
import { decodePath } from './bytes.ts';
import { TOO_MUCH } from './gitCall.ts';
import type { Git } from './createGit.ts';
import { readCommit, timestampOf } from './commits.ts';
import { exists } from './exists.ts';
import type { Objects } from './objects.ts';
import { onlyId } from './onlyId.ts';

/** Six fields, each followed by a NUL, which a message cannot contain. */
const FORMAT = '%H%x00%P%x00%T%x00%ct%x00%an <%ae>%x00%B%x00';
const FIELDS = 6;

/** Of all messages together; a longer history is read commit by commit. Bytes. */
const MOST_MESSAGES = 128 * 1024 * 1024;

/** From there on one process is faster than a question each. */
const FEW = 64;

interface Wanted {
  readonly until?: CommitId;
  readonly limit?: number;
  readonly about?: number;
}

/** First-parent history, newest first, in at most one process whatever its length. Throws `data/missing-object`. */
export async function readHistory(
  git: Git,
  cwd: string,
  objects: Pick<Objects, 'read'>,
  tip: CommitId,
  wanted: Wanted,
): Promise<readonly CommitEntry[]> {
  return (await readFew(cwd, objects, tip, wanted)) ?? listHistory(git, cwd, tip, wanted);
}

/** Null unless it leads to `until` in a few steps. In a shallow clone only git knows where it ends. */
async function readFew(
  commonDir: string,
  objects: Pick<Objects, 'read'>,
  tip: CommitId,
  { until, limit, about = Infinity }: Wanted,
): Promise<readonly CommitEntry[] | null> {
  if (until === undefined || limit !== undefined || about > FEW) return null;
  if (await exists(join(commonDir, 'shallow'))) return null;
  const entries: CommitEntry[] = [];
  for (let at: CommitId | undefined = tip; at !== until; at = entries.at(-1)?.parents[0]) {
    if (at === undefined || entries.length > FEW) return null;
    entries.push(await readCommit(objects, at));
  }
  return entries;
}

async function listHistory(
  git: Git,
  cwd: string,
  tip: CommitId,
  options: Wanted,
): Promise<readonly CommitEntry[]> {
  const args = ['rev-list', '--first-parent', '--no-commit-header', `--format=${FORMAT}`];
  if (options.limit !== undefined) args.push(`--max-count=${options.limit}`);
  args.push(onlyId(tip));
  // A shallow clone may lack the base: then answer everything it has.
  if (options.until !== undefined) args.push('--ignore-missing', `^${onlyId(options.until)}`);
  const { code, out } = await git([...args, '--'], { cwd, answers: [0, TOO_MUCH], most: MOST_MESSAGES });
  if (code === TOO_MUCH) throw new CairnError('data/missing-object', { object: tip, lastGood: null });
  const entries = parseEntries(out);
  // `--ignore-missing` does not distinguish a missing tip from one with nothing above `until`.
  if (entries.length === 0 && options.until !== undefined && options.until !== tip)
    await mustExist(git, cwd, tip);
  return entries;
}

function parseEntries(out: Buffer): readonly CommitEntry[] {
  const fields = out.toString('utf8').split('\0');
  const entries: CommitEntry[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [commit = '', parents = '', tree = '', seconds = '', by = '', message = ''] = fields.slice(
      at,
      at + FIELDS,
    );
    entries.push({
      commit: commit.trim() as CommitId,
      parents: parents.split(' ').filter(Boolean) as CommitId[],
      tree: tree as TreeId,
      // Most say themselves when they were made.
      get at() {
        return timestampOf(seconds);
      },
      by,
      message,
    });
  }
  return entries;
}

async function mustExist(git: Git, cwd: string, commit: CommitId): Promise<void> {
  const { code } = await git(['cat-file', '-e', `${commit}^{commit}`], { cwd, answers: [0, 1, 128] });
  if (code !== 0) throw new CairnError('data/missing-object', { object: commit, lastGood: null });
}

export async function isAncestor(
  git: Git,
  cwd: string,
  ancestor: CommitId,
  descendant: CommitId,
): Promise<boolean> {
  const { code } = await git(['merge-base', '--is-ancestor', onlyId(ancestor), onlyId(descendant)], {
    cwd,
    answers: [0, 1],
  });
  return code === 0;
}

/**
 * Contents in the history of one commit and not of the other: one process whatever their number; the running reader gives the
 * sizes.
 */
export async function brought(
  git: Git,
  cwd: string,
  objects: Pick<Objects, 'look'>,
  head: CommitId,
  since: CommitId,
): Promise<readonly Brought[]> {
  const { out } = await git(
    [
      'rev-list',
      '--objects',
      '--filter=object:type=blob',
      onlyId(head),
      '--not',
      onlyId(since),
      '--remotes',
      '--',
    ],
    { cwd },
  );
  const found: Brought[] = [];
  for (let start = 0, end = out.indexOf(10); end !== -1; start = end + 1, end = out.indexOf(10, start)) {
    const space = out.indexOf(32, start);
    // Named commits are listed in spite of the filter, without a path.
    if (space === -1 || space >= end - 1) continue;
    const blob = out.toString('latin1', start, space) as BlobId;
    const size = (await objects.look(blob))?.size ?? 0;
    found.push({ path: decodePath(out.subarray(space + 1, end)), blob, bytes: size });
  }
  return found;
}
