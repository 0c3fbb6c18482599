/** Ids that look alike and must not be mixed up. Checked on entry, then trusted. */
declare const brand: unique symbol;
type Branded<T extends string> = string & { readonly [brand]: T };

/** `^[a-z0-9][a-z0-9-]{2,62}$`, not a name that Windows reserves. */
export type SessionId = Branded<'session'>;
/** A working tree of a session: its id, or with `+2`, `+3`, … behind it. */
export type TreeName = SessionId | Branded<'tree-name'>;
/** `^[a-z][a-z0-9-]{0,39}$`, unique in its workflow. */
export type PhaseId = Branded<'phase'>;
/** Full hexadecimal name of a commit (40 or 64 digits). */
export type CommitId = Branded<'commit'>;
/** Full hexadecimal name of a tree. */
export type TreeId = Branded<'tree'>;
/** Full hexadecimal name of a blob. */
export type BlobId = Branded<'blob'>;
/** Path from the root of the repository, parts separated by `/`, never absolute, never with `..`. */
export type RepoPath = Branded<'path'>;
/** Full name of a ref, such as `refs/heads/cairn/x`. */
export type RefName = Branded<'ref'>;
/** UTC time as `2026-11-20T10:01:22.123Z`. */
export type Timestamp = Branded<'time'>;
