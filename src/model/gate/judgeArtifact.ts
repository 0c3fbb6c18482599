import type { BlobId, RepoPath } from '../names/ids.ts';
import type { ArtifactRule } from '../workflow/workflow.ts';
import { isBlank } from './blankText.ts';
import { askedOf } from './demands/demands.ts';

export interface ArtifactFacts {
  readonly rule: ArtifactRule;
  /** From the root of the repository. */
  readonly path: RepoPath;
  /** As it is in the built tree; null where nothing of that name is. */
  readonly entry: { readonly mode: string; readonly blob: BlobId } | 'folder' | null;
  /** Of the blob; null where there is none. */
  readonly bytes: Uint8Array | null;
  /** The blob in the tree before the phase's first attempt; null: it was not there. */
  readonly before: BlobId | null;
  /** A file of the rule's path lies at the root of the repository, and the rule means the phase's folder. */
  readonly atRoot?: boolean;
  /** Why the engine left it out of the tree; null when it did not. */
  readonly notCaptured: string | null;
}

/** Says why a promised artifact does not hold, one reason each, with its path; none: it holds. */
export function judgeArtifact(facts: ArtifactFacts): readonly string[] {
  try {
    return reasons(facts).map((reason) => `${facts.path} ${reason}`);
  } catch (error) {
    // The stack: a schema may refer to itself at every level of a value.
    if (error instanceof RangeError)
      return [`${facts.path} could not be judged: it is nested too deep for its rules`];
    throw error;
  }
}

function reasons({ rule, entry, bytes, before, atRoot, notCaptured }: ArtifactFacts): readonly string[] {
  if (notCaptured !== null) return [`could not be captured: ${notCaptured}`];
  if (entry === null)
    return [
      atRoot === true
        ? `is missing; there is a ${rule.path} at the root of the repository: the workflow means that with "/${rule.path}"`
        : 'is missing',
    ];
  if (entry === 'folder') return ['is a folder, not a file'];
  if (entry.mode !== '100644' && entry.mode !== '100755') return [`is ${kindOf(entry.mode)}, not a file`];
  if (bytes === null) return ['could not be read'];
  if (isBlank(bytes)) return [bytes.length === 0 ? 'is empty' : 'has nothing but white space in it'];
  const unchanged = entry.blob === before ? ['was there before the phase and has not changed'] : [];
  return [...unchanged, ...askedOf(rule).flatMap(([demand, wanted]) => demand.whyNot(bytes, wanted))];
}

function kindOf(mode: string): string {
  if (mode === '120000') return 'a symbolic link';
  if (mode === '160000') return 'a submodule or a nested repository';
  return `of mode ${mode}`;
}
