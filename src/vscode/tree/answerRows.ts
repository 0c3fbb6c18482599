import { shownLine } from '../../model/text/oneLine.ts';
import type { PhaseView } from '../../session/results.ts';
import { askingPhase, choicesOf } from '../state/choices.ts';
import type { SessionNode } from '../state/windowState.ts';
import { idOf, row, type Row } from './row.ts';

/** Of a question. */
const LONGEST = 1_000;

/** What a phase asks, and a row for each answer that it offers; no rows while it asks nothing. */
export function answerRows(key: string, node: SessionNode, phase: PhaseView): readonly Row[] {
  const question = node.status?.question ?? null;
  if (question === null || askingPhase(node)?.id !== phase.id) return [];
  const at = { repository: key, session: node.summary.session, phase: phase.id };
  const text = shownLine(question.text, LONGEST);
  return [
    row({
      id: idOf('question', at),
      label: text,
      spoken: `Question: ${text}`,
      icon: { id: 'question', color: 'problemsWarningIcon.foreground' },
      context: 'fact',
      subject: { ...at, kind: 'fact', name: text },
    }),
    ...choicesOf(question).map(({ answer, title, does, icon }, n) =>
      row({
        id: idOf(`answer${n + 1}:${answer}`, at),
        label: title,
        description: does,
        spoken: `Answer: ${title}${does === '' ? '' : `, ${does}`}`,
        // Some icons have a colour of their own otherwise, which would make one answer stand out.
        icon: { id: icon ?? 'comment', color: 'icon.foreground' },
        context: 'answer',
        click: 'cairn.chooseAnswer',
        subject: { ...at, kind: 'answer', answer },
      }),
    ),
  ];
}
