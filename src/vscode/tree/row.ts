import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import type { CommandId } from '../contributions.ts';
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

/** What a row is about; commands get this. */
export type Subject =
  | { readonly kind: 'repository'; readonly repository: string }
  | { readonly kind: 'glance'; readonly folder: string; readonly session: string }
  | SessionSubject
  | PhaseSubject
  | {
      readonly kind: 'artifact';
      readonly repository: string;
      readonly session: SessionId;
      readonly phase: PhaseId;
      readonly path: string;
    }
  | {
      readonly kind: 'fact' | 'packet' | 'output' | 'changes';
      readonly repository: string;
      readonly session: SessionId;
      readonly phase: PhaseId;
      readonly name: string;
    }
  | CheckSubject
  | ActivitySubject
  | CallSubject
  | AttemptSubject
  | ChangeSubject
  | { readonly kind: 'rescues'; readonly repository: string; readonly session: SessionId }
  | RescueSubject
  | PermissionSubject
  | DoubtSubject;

export interface SessionSubject {
  readonly kind: 'session';
  readonly repository: string;
  readonly session: SessionId;
}

export interface PhaseSubject {
  readonly kind: 'phase';
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: PhaseId;
}

export interface CheckSubject {
  readonly kind: 'check';
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: PhaseId;
  /** Its place among the phase's checks, from 1: two checks may have the same name. */
  readonly n: number;
}

/** Something that an agent plans, does or says right now. */
export interface ActivitySubject {
  readonly kind: 'activity';
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: PhaseId;
  readonly what: 'plan' | 'calls' | 'says' | 'step';
}

export interface CallSubject {
  readonly kind: 'call';
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: PhaseId;
  /** From the root of the working tree, or absolute; null: it acts on no file that is known. */
  readonly path: string | null;
}

/** What one attempt of a phase left. */
export interface AttemptSubject {
  readonly kind: 'attempt';
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: PhaseId;
  readonly attempt: number;
  readonly of: 'agent' | 'errors';
}

export interface ChangeSubject {
  readonly kind: 'change';
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: PhaseId;
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly from: CommitId;
  readonly to: CommitId | null;
  /** The working tree that `to: null` means. */
  readonly root: string | null;
}

export interface RescueSubject {
  readonly kind: 'rescue';
  readonly repository: string;
  readonly session: SessionId;
  readonly n: number;
}

export interface PermissionSubject {
  readonly kind: 'permission';
  readonly repository: string;
  readonly session: SessionId;
  /** Of the request. */
  readonly id: string;
}

/** An effect of which nobody knows whether it happened. */
export interface DoubtSubject {
  readonly kind: 'doubt';
  readonly repository: string;
  readonly session: SessionId;
  /** Of the effect. */
  readonly key: string;
}
