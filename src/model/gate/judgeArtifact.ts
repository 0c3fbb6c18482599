import { UNSEEN } from '../text/unseen.ts';
import type { BlobId, RepoPath } from '../names/ids.ts';
import { whyNoFile } from '../names/whyNoFile.ts';
import type { ArtifactRule } from '../workflow/workflow.ts';
import { askedOf } from './demands/demands.ts';

export interface ArtifactFacts {
  readonly rule: ArtifactRule;
  /** From the root of the repository. */
  readonly path: RepoPath;
  /** The entry in the built tree; null if there is none. */
  readonly entry: { readonly mode: string; readonly blob: BlobId } | 'folder' | null;
  /** The blob's contents; null if there is none. */
  readonly bytes: Uint8Array | null;
  /** The blob in the tree before the phase's first attempt; null if it was not there. */
  readonly before: BlobId | null;
  /** True if a file of that path is at the repository root although the rule means the phase's folder. */
  readonly atRoot?: boolean;
  /** Why the engine left it out of the tree; null if it did not. */
  readonly notCaptured: string | null;
}

/** Why a promised artifact does not hold, one reason each, with its path; empty if it holds. */
export function judgeArtifact(facts: ArtifactFacts): readonly string[] {
  try {
    return reasons(facts).map((reason) => `${facts.path} ${reason}`);
  } catch (error) {
    // Stack overflow: a schema may refer to itself at every level of a value.
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
  const other = whyNoFile(entry);
  if (entry === 'folder' || other !== null) return [`is ${other}, not a file`];
  if (bytes === null) return ['could not be read'];
  if (isBlank(bytes)) return [bytes.length === 0 ? 'is empty' : 'has nothing but white space in it'];
  const unchanged = entry.blob === before ? ['was there before the phase and has not changed'] : [];
  return [...unchanged, ...askedOf(rule).flatMap(([demand, wanted]) => demand.whyNot(bytes, wanted))];
}

/** What is no content. */
const BLANK = new RegExp(`[\\s${UNSEEN}]`, 'gu');

/** True if nothing in a file is visible; a binary file is never blank unless it is all zeros. */
function isBlank(bytes: Uint8Array): boolean {
  // In chunks: the first visible character decides, and an artifact may be megabytes of a binary format.
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += 65_536) {
    const text = decoder.decode(withoutUtf16Mark(bytes.subarray(at, at + 65_536), at), { stream: true });
    if (isVisible(text)) return false;
  }
  return !isVisible(decoder.decode());
}

const isVisible = (text: string): boolean => text.replace(BLANK, '') !== '';

function withoutUtf16Mark(piece: Uint8Array, at: number): Uint8Array {
  const marked =
    at === 0 && ((piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff));
  return marked ? piece.subarray(2) : piece;
}
