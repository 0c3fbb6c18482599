import type { AgentKind, StatusView } from '../../session/results.ts';

/** What decides whether a session goes on after a person's word. */
export interface AfterWord {
  readonly atTerminal: boolean;
  /** The person said so, or may still say more. */
  readonly stays: boolean;
  readonly status: Pick<StatusView, 'state' | 'drivenBy' | 'questions' | 'readOnly'>;
  /** The kinds of agents that are found for the phases that come next; none where they work in a window only. */
  readonly agents: readonly AgentKind[];
}

const GOES_ON: ReadonlySet<string> = new Set(['running', 'paused', 'interrupted']);

/** Whoever drives it takes the word up; what else is asked comes first; and somebody must be found who does the work here. */
export const goesOn = ({ atTerminal, stays, status, agents }: AfterWord): boolean =>
  atTerminal &&
  !stays &&
  status.drivenBy === null &&
  status.readOnly === undefined &&
  GOES_ON.has(status.state) &&
  status.questions.length === 0 &&
  agents.some((kind) => kind !== 'manual');
