/** The newest checkpoint of a damaged session that is whole. `isTip`: it is what the branch points at. */
export interface LastGood {
  readonly seq: number;
  readonly phase: string | null;
  readonly commit: string;
  readonly isTip: boolean;
}

/** What is left of a session that has no branch. */
export type SessionTrace =
  /** A start that was cut off before anything was saved. */
  | { readonly kind: 'opening' }
  /** `branch`: what its archive can be brought back as; null when only rescues were kept. */
  | { readonly kind: 'deleted'; readonly branch: string | null; readonly archive: string }
  /** Somebody removed its branch; `commit`: the checkpoint published from here last. `renamed`: the branch that has it now. */
  | {
      readonly kind: 'branch-gone';
      readonly branch: string;
      readonly commit: string;
      readonly renamed?: string;
    };
