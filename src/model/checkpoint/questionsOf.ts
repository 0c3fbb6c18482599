import type { Checkpoint } from './checkpoint.ts';
import type { CommitId } from '../names/ids.ts';

/**
 * Reasons to ask a person before continuing from a tip: it is no checkpoint, seq has a gap, or checkpoints after the newest
 * known one were not published from here.
 *
 * @param known commits published or trusted from here; empty in a clone that trusts what it finds first
 */
export function questionsOf(
  tip: { readonly commit: CommitId; readonly isCheckpoint: boolean },
  newestFirst: readonly Checkpoint[],
  known: ReadonlySet<string>,
): readonly string[] {
  if (known.has(tip.commit)) return [];
  const firstKnown = newestFirst.findIndex((checkpoint) => known.has(checkpoint.commit));
  const unknown = firstKnown === -1 ? newestFirst : newestFirst.slice(0, firstKnown);
  return [
    ...(tip.isCheckpoint ? [] : [`the tip ${tip.commit.slice(0, 7)} is no checkpoint`]),
    ...unknown.flatMap((checkpoint, index) => gap(newestFirst[index + 1], checkpoint)),
    ...(known.size === 0 ? [] : strangers(unknown)),
  ];
}

function gap(older: Checkpoint | undefined, newer: Checkpoint): readonly string[] {
  if (older === undefined) {
    // No parent means a shallow clone: earlier checkpoints are elsewhere, not missing.
    const begins = newer.trailers.seq === 1 || newer.parent === null;
    return begins ? [] : [`seq begins with ${newer.trailers.seq} at ${newer.commit.slice(0, 7)}`];
  }
  if (older.trailers.seq === newer.trailers.seq - 1) return [];
  return [`seq goes from ${older.trailers.seq} to ${newer.trailers.seq} at ${newer.commit.slice(0, 7)}`];
}

function strangers(unknown: readonly Checkpoint[]): readonly string[] {
  const [newest, oldest] = [unknown[0], unknown.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  if (newest === oldest)
    return [`checkpoint ${newest.trailers.seq} (${newest.commit.slice(0, 7)}) was not published here`];
  return [
    `checkpoints ${oldest.trailers.seq} to ${newest.trailers.seq} (${newest.commit.slice(0, 7)}) were not published here`,
  ];
}
