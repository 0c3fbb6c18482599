import type { CheckpointKind } from '../checkpoint/trailers.ts';
import type { Footing } from '../capture/footing.ts';
import type { CommitId, PhaseId, RefName, Timestamp } from '../names/ids.ts';
import type { PermissionRecord } from '../checkpoint/phaseRecord.ts';
import type { Usage } from './usage.ts';

/**
 * A line of the attempt journal: what this machine did since the tip and may lose. The schema that
 * checks a line read back is in `journalSchema.ts`.
 */
export type JournalLine =
  | {
      readonly type: 'attempt-begun';
      readonly at: Timestamp;
      readonly phase: PhaseId;
      readonly attempt: number;
      readonly tip: CommitId;
      readonly resumed: boolean;
      readonly head: string | null;
      readonly agent: string;
      /** `command`, `manual`, …; this and what follows is left out by a Cairn that did not write it yet. */
      readonly agentKind?: string;
      /** Of the session, at the tip that it goes on from. */
      readonly state?: string;
      /** Size of the packet that its prompt holds; left out where that does not say it. */
      readonly packetTokens?: number;
      /** How many artifacts the phases have made so far. */
      readonly artifacts?: number;
      /** What was asked for; left out: whatever the agent works with by itself. */
      readonly requestedModel?: string;
    }
  | {
      readonly type: 'process-started';
      readonly at: Timestamp;
      readonly what: 'agent' | 'check' | 'setup';
      readonly pid: number;
      readonly startTime: string;
      readonly mark: string;
      /** Of the repository that it works for. */
      readonly gitDir?: string;
    }
  /** What the agent calls its own session, which no other line repeats: it may go on from it, and nothing depends on it. */
  | {
      readonly type: 'session-hint';
      readonly at: Timestamp;
      readonly id: string;
      /** It is prompted once more in that session, as what was denied had ended its turn. */
      readonly promptedAgain?: true;
    }
  | {
      readonly type: 'agent-ended';
      readonly at: Timestamp;
      readonly outcome: string;
      readonly detail: string | null;
      readonly ms: number;
      /** What it said last when it had completed, shortened. */
      readonly finalText?: string;
      /** sha256 of each promised artifact as it left it, in the order of the workflow; null: not there. The gate is still to come. */
      readonly artifacts?: readonly (string | null)[];
      /** Where it left HEAD. */
      readonly head?: Footing['head'];
      readonly usage?: Usage;
      /** The mode that the agent worked in. */
      readonly mode?: string;
      /** The model that it worked with. */
      readonly model?: string;
      /** How often its model replied, and how many calls of tools it told of; left out: it does not tell. */
      readonly turns?: number;
      readonly calls?: number;
      /** Why it would not go on with its own session of before and began another one. */
      readonly sessionExpired?: string;
      /** What it printed, which no checkpoint holds. `path`: from the folder of this session's state. */
      readonly transcript?: { readonly path: string; readonly sha256: string; readonly bytes: number };
    }
  /** Written before the agent is answered: what it then does is never without the decision. */
  | { readonly type: 'permission-decided'; readonly at: Timestamp; readonly permission: PermissionRecord }
  /** Written before the prompt that tells it; its text is in a file of its own until a record holds it. */
  | {
      readonly type: 'note-taken';
      readonly at: Timestamp;
      readonly phase: PhaseId;
      readonly attempt: number;
      /** Id of the note. */
      readonly note: string;
    }
  | {
      readonly type: 'gate-evaluated';
      readonly at: Timestamp;
      readonly holds: boolean;
      readonly reasons: readonly string[];
    }
  | {
      readonly type: 'attempt-failed';
      readonly at: Timestamp;
      readonly outcome: string;
      readonly reasons: readonly string[];
      /** The provider of the agent refused it: the next attempt begins then. */
      readonly until?: Timestamp;
    }
  /** Written by resume for an attempt that was found cut off. */
  | {
      readonly type: 'attempt-cut-off';
      readonly at: Timestamp;
      readonly phase: PhaseId;
      readonly attempt: number;
    }
  /** A person asked to stop: the attempt stays open, but nothing crashed. */
  | { readonly type: 'attempt-stopped'; readonly at: Timestamp }
  /** `to`: the checkpoint restored to; `undo`: what was uncommitted before it is put back afterwards; `left`: what it left alone, as in no tree. */
  | {
      readonly type: 'restore-begun';
      readonly at: Timestamp;
      readonly from: CommitId;
      readonly to: CommitId;
      readonly undo: boolean;
      readonly rescue: RefName | null;
      readonly left?: readonly string[] | undefined;
    }
  | { readonly type: 'restore-ended'; readonly at: Timestamp }
  /** The first line after a checkpoint, which begins the journal anew: what it was, and how long it took. */
  | {
      readonly type: 'checkpoint-published';
      readonly at: Timestamp;
      readonly kind: CheckpointKind;
      readonly seq: number;
      readonly commit: CommitId;
      readonly ms: number;
    }
  /** One that was not published. `why`: the code of the error, or its words. */
  | {
      readonly type: 'checkpoint-failed';
      readonly at: Timestamp;
      readonly kind: CheckpointKind;
      readonly seq: number;
      readonly ms: number;
      readonly why: string;
    };
