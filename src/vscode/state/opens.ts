import type { SessionId } from '../../model/names/ids.ts';
import { packetPath } from '../../model/names/places.ts';
import type { CommandId } from '../contributions.ts';
import type { PhaseView } from '../../session/results.ts';
import {
  damageIn,
  phaseActs,
  questionOf,
  type PhaseAct,
  type PhaseQuestion,
  type QuestionKind,
} from './acts.ts';
import { needingPerson } from './atWork.ts';
import { phaseName } from './phaseName.ts';
import type { GivenSubject } from './givenSubject.ts';
import type { SessionNode } from './windowState.ts';

/** What a click on what a session asks for opens: it shows, and decides nothing. */
export interface Opens {
  readonly command: CommandId;
  /** What of the session; absent for all of it. */
  readonly subject?: GivenSubject;
  /** Behind "Click to". */
  readonly does: string;
}

const SHOW: Opens = { command: 'cairn.showRow', does: 'show the session' };

/** What a session asks for, or its row where that is no one thing. */
export function opensOf(node: SessionNode): Opens {
  if (damageIn(node) !== null || node.status?.readOnly !== undefined) return SHOW;
  if (node.status?.question?.kind === 'permission')
    return { command: 'cairn.answer', does: 'answer the agent' };
  const asking = needingPerson(node).filter((phase) => questionOf(node, phase) !== null);
  const [phase, ...more] = asking.length > 0 ? asking : needingPerson(node);
  return phase === undefined || more.length > 0 ? SHOW : opensOfPhase(node, phase);
}

function opensOfPhase(node: SessionNode, phase: PhaseView): Opens {
  const question = questionOf(node, phase);
  const subject = { kind: 'phase', phase: phase.id } as const;
  // The words before name the phase that is next.
  const isNamed = phase.id === node.summary.next[0];
  const name = isNamed ? 'it' : `“${phaseName(phase)}”`;
  if (question === null) return opensOfBlocked(phase, name);
  const act = WORD[question.kind];
  const canBeSaid = act === null || phaseActs(node, phase).includes(act);
  const asked = canBeSaid ? opensOfAsked(node.summary.session, phase, question, name) : null;
  // HEAD has to go back first, or it is nowhere to be read: its row says so.
  return asked ?? { command: 'cairn.showRow', subject, does: `show ${isNamed ? 'the phase' : name}` };
}

/** The word that ends each kind of waiting. */
const WORD: { readonly [K in QuestionKind]: PhaseAct | null } = {
  approval: 'approve',
  packet: 'approve',
  question: 'answer',
  work: null,
  permission: null,
};

function opensOfAsked(
  session: SessionId,
  { id: phase, number, output }: PhaseView,
  question: PhaseQuestion,
  name: string,
): Opens | null {
  const subject = { kind: 'phase', phase } as const;
  switch (question.kind) {
    case 'approval':
      return { command: 'cairn.reviewPhase', subject, does: `review what ${name} changed` };
    case 'packet': {
      const packet = { kind: 'artifact', phase, path: packetPath(session, number, phase) } as const;
      return { command: 'cairn.openArtifact', subject: packet, does: `open what ${name} hands on` };
    }
    case 'question':
      return opensOfQuestion(question);
    case 'work':
      return output === null
        ? null
        : { command: 'cairn.showOutput', subject, does: 'read what is to be done' };
    case 'permission':
      return null;
  }
}

function opensOfQuestion({ phase, conflict }: PhaseQuestion): Opens {
  const path = conflict?.files[0]?.paths[0];
  return path === undefined
    ? { command: 'cairn.answer', subject: { kind: 'phase', phase }, does: 'answer' }
    : {
        command: 'cairn.openConflict',
        subject: { kind: 'conflict', phase, path },
        does: 'open what does not merge',
      };
}

function opensOfBlocked(phase: PhaseView, name: string): Opens {
  const subject = { kind: 'phase', phase: phase.id } as const;
  return phase.blockedBy === 'setup'
    ? { command: 'cairn.showOutput', subject, does: 'open the output of the set-up' }
    : { command: 'cairn.showRow', subject, does: `show why ${name} is blocked` };
}
