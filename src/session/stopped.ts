import type { PhaseId } from '../model/names/ids.ts';

type Of<B extends string, F = unknown> = B extends string ? { readonly because: B } & Readonly<F> : never;

/** Why a run stopped where it did, as facts. */
export type Stopped =
  | Of<'all-done', { phases: number }>
  /** Before this resume: nothing was run. */
  | Of<'was-done' | 'was-cancelled'>
  | Of<'cancelled' | 'gate' | 'paused'>
  /** `question`: as the record has it; null: an approval is waited for. */
  | Of<'waits', { question: string | null; packetEdited?: boolean }>
  | Of<'not-complete', { reasons: readonly string[] }>
  /** `during`: the attempt that was cut short. */
  | Of<'asked-to-stop', { during: { readonly phase: PhaseId; readonly attempt: number } | null }>
  | Of<'driven-elsewhere', { by: string }>
  | Of<'taken-over'>
  /** Another session works in the same tree. */
  | Of<'tree-taken', { by: string }>;
