import { CairnError } from '../base/cairnError.ts';

/** What can be made out in a STATUS.md, words as found; null for what is not there or not readable. */
export interface StatusGlance {
  readonly schema: number | null;
  readonly session: string | null;
  readonly title: string | null;
  readonly workflow: string | null;
  readonly plan: string | null;
  readonly branch: string | null;
  readonly isolation: string | null;
  readonly base: string | null;
  readonly seq: number | null;
  readonly state: string | null;
  readonly next: string | null;
  readonly updated: string | null;
  readonly rows: readonly StatusGlanceRow[];
}

export interface StatusGlanceRow {
  readonly number: number | null;
  readonly phase: string;
  readonly status: string;
  readonly attempt: number | null;
  readonly artifacts: { readonly present: number; readonly promised: number } | null;
  readonly updated: string | null;
}

/** Reads STATUS.md as far as it goes, for those who only show it; null when it has no front matter. Never throws. */
export function glanceStatus(_text: string): StatusGlance | null {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
