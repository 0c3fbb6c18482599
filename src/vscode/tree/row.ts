import type { CommitId, PhaseId } from '../../model/names/ids.ts';
import { oneLine } from '../../model/text/oneLine.ts';
import type { CommandId } from '../contributions.ts';
import type { SessionKey } from '../state/windowState.ts';
import type { Icon } from '../state/words.ts';

/** One line of the tree as a value. */
export interface Row {
  /** Stable over refreshes and restarts: VS Code keys what is open and selected on it. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** What a screen reader says: the status in words, never only a colour or an icon. */
  readonly spoken: string;
  /** A file row takes icon and name colours from the file type, by `file` (an absolute or repository path). */
  readonly icon: Icon | { readonly file: string };
  /** Words that `when` clauses look for: the kind of row, then what can be done with it (`can:resume`). */
  readonly context: string;
  readonly open: 'none' | 'collapsed' | 'expanded';
  readonly click: CommandId | null;
  readonly subject: Subject;
}

/**
 * A row, whose texts are one line in reading order each, whoever wrote them. By default it has no children, no click, and speaks
 * its label and description.
 */
export const row = ({
  label,
  description = '',
  spoken = description === '' ? label : `${label}, ${description}`,
  ...given
}: Omit<Row, 'description' | 'spoken' | 'open' | 'click'> & Partial<Row>): Row => ({
  open: 'none',
  click: null,
  ...given,
  label: oneLine(label),
  description: oneLine(description),
  spoken: oneLine(spoken),
});

/** Rows below one parent, each under an id of its own: VS Code shows none of them where two have the same. */
export function siblings(rows: readonly Row[]): readonly Row[] {
  const taken = new Set<string>();
  const tried = new Map<string, number>();
  return rows.map((one) => {
    let id = one.id;
    let n = tried.get(id) ?? 1;
    for (; taken.has(id); n += 1) id = `${one.id}~${n}`;
    tried.set(one.id, n);
    taken.add(id);
    return id === one.id ? one : { ...one, id };
  });
}

/** What a row is about; commands get this. */
export type Subject =
  | { readonly kind: 'repository'; readonly repository: string }
  | { readonly kind: 'glance'; readonly folder: string; readonly session: string }
  /** `land`: offers to land it. */
  | OfSession<'session' | 'starting' | 'rescues' | 'land'>
  | RescueSubject
  /** Phases that may run side by side; `n` from 1. */
  | OfSession<'wave', { n: number }>
  /** `id` is the request's. */
  | OfSession<'permission', { id: string }>
  /** An effect in doubt, by its key. */
  | OfSession<'doubt', { key: string }>
  | OfPhase<'phase'>
  | AnswerSubject
  /** A word about a phase that waits. */
  | OfPhase<'word', { word: 'approve' | 'reject' | 'complete' }>
  | OfPhase<'artifact', { path: string }>
  | ConflictSubject
  /** What a phase that is repeated will be; `of` is that phase. */
  | OfPhase<'planned', { of: PhaseId }>
  | OfPhase<'fact' | 'packet' | 'output' | 'changes', { name: string }>
  /** `n`: its place among the phase's checks, from 1, as two may have the same name. */
  | OfPhase<'check', { n: number }>
  | ActivitySubject
  /** `path`: from the root of the working tree, or absolute; null when the call acts on no known file. */
  | OfPhase<'call', { path: string | null }>
  | AttemptSubject
  | ChangeSubject;

type OfSession<K extends string, F = unknown> = K extends string
  ? SessionKey & { readonly kind: K } & Readonly<F>
  : never;
type OfPhase<K extends string, F = unknown> = OfSession<K, { phase: PhaseId } & F>;

/** A phase of a session in one of the window's repositories. */
export type PhasePlace = SessionKey & { readonly phase: PhaseId };

export const idOf = (what: string, { repository, session, phase }: PhasePlace): string =>
  `${what}:${repository}:${session}:${phase}`;

/** A file in which the work of a phase does not merge with that of others. */
export type ConflictSubject = OfPhase<'conflict', { path: string }>;

/** An answer to what a phase asks, as it is given. */
export type AnswerSubject = OfPhase<'answer', { answer: string }>;

export type RescueSubject = OfSession<'rescue', { n: number }>;

/** Something that an agent plans, does or says right now. */
export type ActivitySubject = OfPhase<'activity', { what: 'plan' | 'calls' | 'says' | 'step' }>;

/** What one attempt of a phase left. */
export type AttemptSubject = OfPhase<'attempt', { attempt: number; of: 'agent' | 'errors' }>;

export type ChangeSubject = OfPhase<
  'change',
  {
    path: string;
    change: 'added' | 'modified' | 'deleted';
    from: CommitId;
    to: CommitId | null;
    /** The working tree that `to: null` means. */
    root: string | null;
  }
>;
