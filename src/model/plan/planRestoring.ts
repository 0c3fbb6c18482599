import { RESCUE_TRAILERS, rawFolderOf } from '../checkpoint/rescueMessage.ts';
import { hasTrailer } from '../checkpoint/trailerLines.ts';
import type { BlobId, CommitId, PhaseId, RefName, RepoPath, SessionId } from '../names/ids.ts';
import {
  effectsPath,
  inputsPath,
  isEngineFile,
  requestPath,
  statusPath,
  workflowPath,
} from '../names/places.ts';

/** A rescue of the session; `number`: the higher, the later it was made. */
export interface KnownRescue {
  readonly number: number;
  readonly commit: CommitId;
  readonly message: string;
}

/** What this machine remembers of a restore. */
export interface KnownRestore {
  readonly rescue: RefName | null;
  /** The files it left alone, since no tree had them. */
  readonly left?: readonly string[] | undefined;
}

interface Blob {
  readonly blob: BlobId;
}

/** The facts of a restore, once we know which rescue an undo puts back. */
export interface RestoreFacts<F extends Blob> {
  readonly session: SessionId;
  /** The files of `neverGoBack` that exist at the tip. */
  readonly kept: ReadonlyMap<RepoPath, F>;
  /** The restore to undo, if this machine remembers it; else null. */
  readonly undone: KnownRestore | null;
  /** What an undo puts back: the message of the rescue, and what it holds that the checkpoint below it does not. */
  readonly rescue: {
    readonly message: string;
    readonly changes: readonly { readonly path: RepoPath; readonly after: F | null }[];
  } | null;
  /** The same restore, begun by a process that died, and the files that appeared since. */
  readonly cutOff: (KnownRestore & { readonly appeared: readonly string[] }) | null;
}

/** A restore as a value: three layers over the older tree, and the files that stay. */
export interface RestorePlan<F extends Blob> {
  /** Over the older tree: what we publish. */
  readonly published: ReadonlyMap<RepoPath, Blob & { readonly mode: '100644' }>;
  /** Over that: uncommitted files that an undo puts back. */
  readonly uncommitted: ReadonlyMap<RepoPath, F | null>;
  /** Files that get the raw bytes of a blob, since git would give back others. */
  readonly give: ReadonlyMap<RepoPath, BlobId>;
  /** Files that were in no checkpoint before: not overwritten, even if a capture holds them now. */
  readonly spared: ReadonlySet<string>;
  /** What the target lets git see, or a person made, since the restore was cut off: written over, never removed. */
  readonly notRemoved: ReadonlySet<string>;
}

/** What a restore takes from the tip: request, inputs, workflow, effect record, and the notes in STATUS.md. */
export const neverGoBack = (session: SessionId): readonly RepoPath[] => [
  statusPath(session),
  requestPath(session),
  inputsPath(session),
  workflowPath(session),
  effectsPath(session),
];

/** The rescue that an undo puts back: a remembered ref, a commit that we found, or null for none. */
export type RescueToPutBack = { readonly ref: RefName } | { readonly commit: CommitId } | null;

/**
 * The rescue that the restore to be undone made. Another clone does not remember it, nor does a machine whose journal is
 * lost: there it is the newest that says so.
 *
 * @param seq of the restore that is undone
 */
export function rescueToPutBack(
  seq: number,
  undone: KnownRestore | null,
  rescues: readonly KnownRescue[],
): RescueToPutBack {
  if (undone !== null) return undone.rescue === null ? null : { ref: undone.rescue };
  const made = rescues.filter(({ message }) => hasTrailer(message, RESCUE_TRAILERS.reason, `restore@${seq}`));
  const newest = made.toSorted((a, b) => b.number - a.number)[0];
  return newest === undefined ? null : { commit: newest.commit };
}

/** Decides what a restore writes besides the older tree. */
export function planRestoring<F extends Blob>(facts: RestoreFacts<F>): RestorePlan<F> {
  const { session, kept, undone, rescue, cutOff } = facts;
  return {
    published: new Map([...kept].map(([path, { blob }]) => [path, { blob, mode: '100644' }])),
    ...putBackFrom(session, rescue),
    spared: new Set([...(cutOff?.left ?? []), ...(undone?.left ?? [])]),
    notRemoved: new Set(cutOff?.appeared),
  };
}

/** Raw bytes have a folder of their own; the new checkpoint writes the engine's files. */
function putBackFrom<F extends Blob>(
  session: SessionId,
  rescue: RestoreFacts<F>['rescue'],
): Pick<RestorePlan<F>, 'uncommitted' | 'give'> {
  const [uncommitted, give] = [new Map<RepoPath, F | null>(), new Map<RepoPath, BlobId>()];
  const raw = rescue === null ? null : rawFolderOf(rescue.message);
  for (const { path, after } of rescue?.changes ?? []) {
    const named = raw !== null && path.startsWith(raw) ? path.slice(raw.length) : null;
    if (named !== null && after !== null) give.set(named as RepoPath, after.blob);
    if (named === null && !isEngineFile(session, path)) uncommitted.set(path, after);
  }
  return { uncommitted, give };
}

/**
 * What a rescue is for that holds open work of a phase: the undo of the restore that set it aside lays it again.
 *
 * @param seq of the checkpoint that the restore makes
 */
export const openAside = (seq: number, phase: PhaseId): string => `open@${seq}-${phase}`;

/** The message of the rescue that a restore makes. A restore that was cut off has one already, which an undo puts back. */
export const asideOfRestore = (
  /** The seq of the checkpoint restored to, and of the new one. */
  { to, seq }: { readonly to: number; readonly seq: number },
  isCutOff: boolean,
): { readonly why: string; readonly reason: string } =>
  isCutOff
    ? { why: `Found where a restore to checkpoint ${to} had been cut off.`, reason: `restore-again@${seq}` }
    : { why: `Uncommitted before the restore to checkpoint ${to}.`, reason: `restore@${seq}` };
