import type { AgentPick } from '../agentChoices.ts';
import type { StartDraft } from './startDraft.ts';
import type { Page } from './startState.ts';

/** What becomes of it when a row is picked. */
export type StartAct =
  | { readonly act: 'start' }
  | { readonly act: 'open'; readonly page: Page }
  | { readonly act: 'change'; readonly change: Partial<StartDraft>; readonly page: Page }
  | { readonly act: 'folder'; readonly repository: string }
  | { readonly act: 'input'; readonly name: string; readonly value: string }
  | { readonly act: 'agent'; readonly pick: AgentPick }
  /** Opens the file of a workflow, which says what cannot be said here; `problem`: why it cannot be followed. */
  | { readonly act: 'read'; readonly file: string; readonly problem: string | null };

/** A row of the list. A screen reader says label, description and detail. */
export interface StartRow {
  /** The same row has it however its words change. */
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly isHeading?: boolean;
  /** Null: it only says something. */
  readonly does: StartAct | null;
}
