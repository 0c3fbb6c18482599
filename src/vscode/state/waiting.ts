import { lookUp } from '../../base/lookUp.ts';
import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import { listed } from '../../base/listed.ts';
import type { Asked as Question, PhaseView } from '../../session/results.ts';
import { questionOf, type QuestionKind } from './acts.ts';
import { isLookedAt, type SessionNode } from './windowState.ts';
import { phaseNames } from './phaseName.ts';

/** What a session waits for, as each place of the window says it. `where`: "phase 2 of 4, Decide what to change". */
interface Waiting {
  /** In its row. */
  readonly session: string;
  /** In the row of the phase. */
  readonly phase: string;
  /** In the status bar, which has room for the phase's name only. */
  readonly short: (phase: string) => string;
  /** Above the tree. */
  readonly now: (where: string, asked: Question, node: SessionNode) => string;
  /** In a notification, behind the title; null when there is none. */
  readonly news: (where: string, asked: Question) => string | null;
}

const WAITING: { readonly [K in QuestionKind]: Waiting } = {
  approval: {
    session: 'needs approval',
    phase: 'waiting for your approval',
    short: (phase) => `approve ${phase}`,
    now: (where) => `Waiting for your approval: ${where}.`,
    news: (where) => `waits for your approval of ${where}.`,
  },
  packet: {
    session: 'summary to look at',
    phase: 'waiting for a look at its summary',
    short: (phase) => `summary of ${phase}`,
    now: (where) => `Waiting for a look at the summary for the next phase (context packet): ${where}.`,
    news: (where) => `waits for a look at what ${where} hands on.`,
  },
  question: {
    session: 'asks a question',
    phase: 'waiting for your answer',
    short: () => 'asks a question',
    now: (_, { text }) => text,
    news: (_, { about, text }) => `${about === undefined ? 'asks' : 'waits'}: ${text}`,
  },
  permission: {
    session: 'asks for a permission',
    phase: 'waiting for you',
    short: () => 'asks for a permission',
    now: (_, _asked, { status }) => {
      const [first] = status?.permissions ?? [];
      return first === undefined
        ? 'The agent asks for a permission.'
        : `${first.agent} asks for a permission: ${wordsOfAct(first, 200).act}.`;
    },
    // `tellPermissions` reports each request on its own.
    news: () => null,
  },
  work: {
    session: 'your turn',
    phase: 'waiting for your work',
    short: (phase) => `your turn, ${phase}`,
    now: (where) => `Your turn: ${where}.`,
    news: (where) => `waits for your work in ${where}.`,
  },
};

/** What the engine asks about, where it has no kind of its own: shorter than that somebody asks. */
const ABOUT: {
  readonly [A in NonNullable<Question['about']>]?: (asked: Question, node: SessionNode) => Partial<Waiting>;
} = {
  // Its rounds are used up, or nobody can tell whether the last one was good enough.
  loop: () => ({ session: 'another round?', short: (phase) => `another round of ${phase}?` }),
  condition: () => ({ session: 'needs your decision', short: (phase) => `decide about ${phase}` }),
  limit: () => ({ session: 'limit reached', short: (phase) => `limit reached, ${phase}` }),
  permission: () => ({ session: 'allow it?', short: (phase) => `allow it in ${phase}?` }),
  conflict: ({ conflict }, node) => ({
    session: 'does not merge',
    phase: `does not merge${conflict === undefined || conflict.with.length === 0 ? '' : ` with ${listed(phaseNames(node, conflict.with), 3)}`}`,
    short: (phase) => `${phase} does not merge`,
  }),
};

/** What a session waits for; null when it does not wait or nobody has looked yet. Of several phases, what the first does. */
export function waitingFor(node: SessionNode): (Waiting & { readonly asked: Question }) | null {
  const { summary, status } = node;
  const question = summary.state === 'waiting' ? (status?.question ?? null) : null;
  return question === null ? null : { ...wordsOf(question, node), asked: question };
}

/** What one phase waits for. */
export function phaseWaitsFor(node: SessionNode, phase: PhaseView): Waiting | null {
  const asked = questionOf(node, phase);
  return asked === null ? null : wordsOf(asked, node);
}

/** For a notification. */
export function newsOfWaiting(node: SessionNode, where: string): string | null {
  const waits = isLookedAt(node) ? waitingFor(node) : null;
  return waits === null ? `waits for you in ${where}.` : waits.news(where, waits.asked);
}

const wordsOf = (asked: Question, node: SessionNode): Waiting => ({
  ...WAITING[asked.kind],
  ...(asked.about === undefined ? {} : lookUp(ABOUT, asked.about)?.(asked, node)),
});
