import type { PhaseId } from '../model/names/ids.ts';

type Of<B extends string, F = unknown> = B extends string ? { readonly because: B } & Readonly<F> : never;

/** Why a run stopped, as facts. */
export type Stopped =
  | Of<'all-done', { done: number; skipped: number }>
  /** Closed before this resume: nothing ran. */
  | Of<'was-done' | 'was-cancelled'>
  | Of<'cancelled' | 'gate' | 'paused'>
  /** `question`: as in the record; null if it waits for an approval. */
  | Of<'waits', { question: string | null; packetEdited?: boolean }>
  | Of<'not-complete', { reasons: readonly string[] }>
  /** `during`: the attempt that was interrupted. */
  | Of<'asked-to-stop', { during: { readonly phase: PhaseId; readonly attempt: number } | null }>
  | Of<'driven-elsewhere', { by: string }>
  | Of<'taken-over'>
  /** Another session works in the same tree. */
  | Of<'tree-taken', { by: string }>;
