/** A git to be started, as `spawn` takes it. */
export interface GitStart {
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ended once it has printed more bytes than this. */
  readonly most: number | null;
  /** The whole of it; null: it comes later. */
  readonly input: Uint8Array | null;
}

/** Over Node's own channel between two processes, as structured clones. `finish` gives the input of one that waits for it. */
export type ToServer =
  | { readonly type: 'start'; readonly id: number; readonly git: GitStart }
  | { readonly type: 'finish'; readonly id: number; readonly input: Uint8Array };

/** `bytes`: what it has printed since; `code` is null if a signal ended it; `refused`: the system did not start it. */
export type FromServer =
  | { readonly type: 'ready' }
  | { readonly type: 'printed'; readonly id: number; readonly bytes: Uint8Array }
  | {
      readonly type: 'ended';
      readonly id: number;
      readonly bytes: Uint8Array;
      readonly code: number | null;
      readonly stderr: string;
    }
  | { readonly type: 'refused'; readonly id: number };
