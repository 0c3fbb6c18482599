import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, RepoPath } from '../ids.ts';
import type { ArtifactRule } from '../workflow.ts';

export interface ArtifactFacts {
  readonly rule: ArtifactRule;
  /** From the root of the repository. */
  readonly path: RepoPath;
  /** As it is in the built tree; null where nothing of that name is. A folder: mode `040000`. */
  readonly entry: { readonly mode: string; readonly blob: BlobId } | null;
  /** Of the blob; null where there is none. */
  readonly bytes: Uint8Array | null;
  /** The blob in the tree before the phase's first attempt; null: it was not there. */
  readonly before: BlobId | null;
  /** Why the engine left it out of the tree; null when it did not. */
  readonly notCaptured: string | null;
}

/** Says why a promised artifact does not hold, one reason each; none: it holds. */
export function judgeArtifact(_facts: ArtifactFacts): readonly string[] {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
