import type { RefName } from '../model/names/ids.ts';
import type { Notice } from '../session/notice.ts';

export type NoticeName = Notice['notice'];
export type Facts<N extends NoticeName> = Extract<Notice, { notice: N }>;

/** Notices that name the next step, so terminal and window each word them. */
export type OwnNotice = 'uncommitted-left-behind' | 'went-on-elsewhere';

/** How an edge names things in shared notices, and its own words for the rest. */
export interface Voice {
  /** A rescue, by its ref. */
  readonly rescue: (ref: RefName) => string;
  /** The same, with how to look at it. */
  readonly rescueToSee: (ref: RefName) => string;
  /** The rescue of what was cut off, as the end of a sentence; below it how to have that back, and how to leave the like in place. */
  readonly cutOffWork: (ref: RefName) => string;
  readonly own: { readonly [N in OwnNotice]: (facts: Facts<N>) => string };
}

/** Part of the table of notices. */
export type Notices<N extends NoticeName> = { readonly [K in N]: (facts: Facts<K>, voice: Voice) => string };
