import { CairnError } from '../base/cairnError.ts';
import type { CommitId, Timestamp, TreeId } from '../model/names/ids.ts';
import type { CommitEntry } from '../session/ports.ts';
import type { Objects } from './objects.ts';

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** The author of checkpoints. Records name the person for what they did. */
export const CAIRN: Identity = { name: 'Cairn', email: 'cairn@localhost' };

/**
 * Stores a commit object without hooks, signature or prompt. The same input gives the same id.
 *
 * Throws `internal/unexpected` for a message with a NUL, where git would cut it.
 */
export async function storeCommit(
  objects: Pick<Objects, 'write'>,
  who: Identity,
  of: {
    readonly tree: TreeId;
    readonly parents: readonly CommitId[];
    readonly message: string;
    readonly at: Timestamp;
  },
): Promise<CommitId> {
  if (of.message.includes('\0'))
    throw new CairnError('internal/unexpected', { what: 'a commit message holds a NUL' });
  const person = `${who.name} <${who.email}> ${Math.floor(Date.parse(of.at) / 1000)} +0000`;
  const lines = [
    `tree ${of.tree}`,
    ...of.parents.map((parent) => `parent ${parent}`),
    `author ${person}`,
    `committer ${person}`,
  ];
  const message = of.message.endsWith('\n') ? of.message : `${of.message}\n`;
  return (await objects.write('commit', Buffer.from(`${lines.join('\n')}\n\n${message}`))) as CommitId;
}

/** Up to there a year has four digits. */
const MOST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** More than any commit has that people or programs make. One that has more is as good as lost. Bytes. */
export const MOST_COMMIT = 2 * 1024 * 1024;

/** Reads one commit. Throws `data/missing-object`. */
export async function readCommit(objects: Pick<Objects, 'read'>, commit: CommitId): Promise<CommitEntry> {
  const { type, bytes } = await objects.read(commit, MOST_COMMIT);
  const text = bytes.toString('utf8');
  const split = text.indexOf('\n\n');
  const head = split === -1 ? text : text.slice(0, split);
  const tree = /^tree ([0-9a-f]+)$/m.exec(head)?.[1];
  const author = /^author (.*) (\d+) [+-]\d+$/m.exec(head);
  const committed = /^committer .* (\d+) [+-]\d+$/m.exec(head)?.[1];
  if (type !== 'commit' || tree === undefined || !author || committed === undefined) {
    throw new CairnError('data/missing-object', { object: commit, lastGood: null });
  }
  return {
    commit,
    tree: tree as TreeId,
    parents: [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] as CommitId),
    at: timestampOf(committed),
    by: author[1] ?? '',
    message: split === -1 ? '' : text.slice(split + 2),
  };
}

/** The seconds are whatever somebody wrote into a commit: where they are no time, they are the first of git's. */
export function timestampOf(seconds: string): Timestamp {
  const ms = Number(seconds) * 1000;
  return new Date(ms <= MOST_MS ? ms : 0).toISOString() as Timestamp;
}
