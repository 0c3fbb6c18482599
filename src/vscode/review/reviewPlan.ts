import { basename } from 'node:path/posix';
import { listed } from '../../base/listed.ts';
import type { PhaseDiff } from '../../session/results.ts';
import { sortChanges } from '../state/changeOrder.ts';

/** What a review shows, as a value. */
export interface ReviewPlan {
  /** Tab title: what it is, then what must not be overlooked. */
  readonly title: string;
  /** Deletions first. */
  readonly files: readonly ReviewFile[];
  /** What the review cannot show; null when it shows all. */
  readonly warning: string | null;
}

/** A file on both sides; null: it is not there on that side. */
export interface ReviewFile {
  readonly path: string;
  readonly left: Side | null;
  readonly right: Side | null;
}

export type Side =
  | { readonly kind: 'commit'; readonly commit: string; readonly label: string }
  | { readonly kind: 'workingTree'; readonly root: string };

/** A commit as a side; `name` tells a person which it is. */
export const commitSide = (commit: string, name: string): Extract<Side, { kind: 'commit' }> => ({
  kind: 'commit',
  commit,
  label: `${name} · ${commit.slice(0, 7)}`,
});

export const changedFile = (
  { path, change }: Pick<PhaseDiff['changed'][number], 'path' | 'change'>,
  before: Side | null,
  after: Side | null,
): ReviewFile => ({
  path,
  left: change === 'added' ? null : before,
  right: change === 'deleted' ? null : after,
});

/** Lays out the diff of a phase or of a session. `name`: what is reviewed; `short`: the same behind a file's name. */
export function planReview(diff: PhaseDiff, name: string, short = name): ReviewPlan {
  const notCaptured = [...new Map(diff.notCaptured.map((one) => [one.path, one])).values()];
  const deleted = diff.changed.filter(({ change }) => change === 'deleted');
  const label = shorten(short);
  const before = commitSide(diff.from, `before ${label}`);
  const tree: Side | null = diff.root === null ? null : { kind: 'workingTree', root: diff.root };
  const after = diff.to === null ? tree : commitSide(diff.to, label);
  const notes = [
    deleted.length > 0 ? `deleted: ${naming(deleted)}` : '',
    notCaptured.length > 0 ? `not captured: ${naming(notCaptured)}` : '',
  ].filter((note) => note !== '');
  return {
    // VS Code adds the number of files itself.
    title: [shorten(name), ...notes].join(' · '),
    files: sortChanges(diff.changed).map((file) => changedFile(file, before, after)),
    warning: notCapturedWarning(notCaptured),
  };
}

function notCapturedWarning(notCaptured: PhaseDiff['notCaptured']): string | null {
  if (notCaptured.length === 0) return null;
  const named = notCaptured.map(({ path, why }) => `${path} (${why})`);
  return `Not in this review, because ${notCaptured.length === 1 ? 'it was' : 'they were'} not captured: ${listed(named, 3)}.`;
}

/** A tab is narrow, and what follows the name must stay visible. */
function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39).trimEnd()}…` : name;
}

/** The first two by name, the rest by number. */
const naming = (files: readonly { readonly path: string }[]): string =>
  listed(
    files.map(({ path }) => basename(path)),
    2,
  );
