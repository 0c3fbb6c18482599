import type { BaselineRecord } from '../checkpoint/phaseRecord.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import type { TreeId } from '../names/ids.ts';
import type { Isolation, Workflow } from '../workflow/workflow.ts';

/** What was said on a tree longer ago than this is asked once more: programs, services and the date decide, too. */
const KEPT_MS = 24 * 3_600_000;

/** What decides what a check says of an untouched tree, as far as Cairn knows; to be hashed. */
export const treeKey = (
  tree: TreeId,
  isolation: Isolation,
  { worktree }: Pick<Workflow, 'worktree'>,
): string => canonicalJson({ tree, isolation, copy: worktree.copy, setup: worktree.setup });

/**
 * Whether another session on the same tree may take that over. Only that it passed, which makes a gate stricter: a suite that is red
 * now and then would let each session of the day be red, and what could not run may be mended without a change of the tree.
 */
export function isKept({ outcome, at }: Pick<BaselineRecord, 'outcome' | 'at'>, now: string): boolean {
  const age = Date.parse(now) - Date.parse(at);
  return outcome === 'passed' && age >= 0 && age < KEPT_MS;
}
