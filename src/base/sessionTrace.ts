/** The newest checkpoint of a damaged session that is whole. `isTip`: it is what the branch points at. */
export interface LastGood {
  readonly seq: number;
  readonly phase: string | null;
  readonly commit: string;
  readonly isTip: boolean;
}

/** What remains of a session that has no branch. */
export type SessionTrace =
  /** A start that was interrupted before anything was saved. */
  | { readonly kind: 'opening' }
  /** `branch`: what its archive can be brought back as; null when only rescues were kept. */
  | { readonly kind: 'deleted'; readonly branch: string | null; readonly archive: string }
  /** Someone removed its branch. `commit`: the last checkpoint published here. `renamed`: the branch that holds it now. */
  | {
      readonly kind: 'branch-gone';
      readonly branch: string;
      readonly commit: string;
      readonly renamed?: string;
    };
