import type { RefName } from '../model/names/ids.ts';
import type { Notice } from '../session/notice.ts';

export type NoticeName = Notice['notice'];
export type Facts<N extends NoticeName> = Extract<Notice, { notice: N }>;

/** Notices that say what a person can do next in words of a terminal, or of a window. */
export type OwnNotice = 'uncommitted-left-behind' | 'went-on-elsewhere';

/** How an edge names what is the same everywhere, and tells what only it can. */
export interface Voice {
  /** A rescue, by its ref. */
  readonly rescue: (ref: RefName) => string;
  /** The same, and how it is looked at. */
  readonly rescueToSee: (ref: RefName) => string;
  readonly own: { readonly [N in OwnNotice]: (facts: Facts<N>) => string };
}

/** Part of the table of notices. */
export type Notices<N extends NoticeName> = { readonly [K in N]: (facts: Facts<K>, voice: Voice) => string };
