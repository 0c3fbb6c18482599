import type * as vscode from 'vscode';
import type { MachineAgents } from '../../session/api/agents.ts';
import type { Cairns } from '../cairns.ts';
import type { CheckDocument } from '../review/checkDocument.ts';
import type { CommandId } from '../contributions.ts';
import type { Row, Subject } from '../tree/row.ts';
import type { SessionsTree } from '../tree/sessionsTree.ts';
import type { Store } from '../window/createStore.ts';
import type { KeptDraft } from '../state/start/keptDraft.ts';

/** What a command works with. */
export interface Desk {
  readonly store: Store;
  readonly tree: SessionsTree;
  readonly log: vscode.LogOutputChannel;
  /** What was said of a session, until it is there: the last one only. */
  readonly kept: { last: KeptDraft | null };
  /** The agents that could do the work on this machine. */
  readonly agents: () => MachineAgents;
  /** What is found of this machine, and of a folder on it. */
  readonly machine: Cairns['machine'];
  readonly checks: CheckDocument;
}

/** What a command is called with: a row of the tree, what looks like one, or nothing from the palette. */
export type Target = Pick<Row, 'subject'> | undefined;

export type Handler = (target: Target) => Promise<void>;
export type Handlers = Readonly<Record<CommandId, Handler>>;

/** A command on rows of one kind only. */
export const onRow =
  <K extends Subject['kind']>(
    kind: K,
    act: (subject: Extract<Subject, { kind: K }>) => Promise<unknown>,
  ): Handler =>
  async (target) => {
    if (target?.subject.kind === kind) await act(target.subject as Extract<Subject, { kind: K }>);
  };
