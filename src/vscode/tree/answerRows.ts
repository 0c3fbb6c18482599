import { shownLine } from '../../model/text/oneLine.ts';
import type { PhaseView } from '../../session/results.ts';
import { conflictLine } from '../../model/merge/conflictWords.ts';
import { questionOf, type PhaseQuestion } from '../state/acts.ts';
import { choicesOf } from '../state/choices.ts';
import { phaseNames } from '../state/phaseName.ts';
import type { SessionNode } from '../state/windowState.ts';
import { idOf, row, type PhasePlace, type Row } from './row.ts';

/** Of a question. */
const LONGEST = 1_000;

/** What a phase asks, and a row for each answer that it offers; no rows while it asks nothing. */
export function answerRows(key: string, node: SessionNode, phase: PhaseView): readonly Row[] {
  const question = questionOf(node, phase);
  if (question?.kind !== 'question') return [];
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
    ...conflictRows(at, node, question),
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

/** A row for each place where the work of a phase does not merge with that of others. */
function conflictRows(at: PhasePlace, node: SessionNode, { conflict }: PhaseQuestion): readonly Row[] {
  if (conflict === undefined) return [];
  const others = conflict.with.length === 0 ? '' : ` · with ${phaseNames(node, conflict.with).join(', ')}`;
  return conflict.files.map(({ kind, paths }) => {
    const [path = ''] = paths;
    const how = conflictLine({ kind, paths: [''] })
      .trim()
      .replace(/^\((.*)\)$/, '$1');
    return row({
      id: idOf(`conflict:${kind}:${paths.join(':')}`, at),
      label: paths.join(', '),
      description: `${how}${others}`,
      spoken: `Conflict in ${paths.join(', ')}, ${how}${others.replace(' ·', ',')}`,
      icon: { id: 'git-merge', color: 'problemsWarningIcon.foreground' },
      context: 'conflict',
      click: 'cairn.openConflict',
      subject: { ...at, kind: 'conflict', path },
    });
  });
}
