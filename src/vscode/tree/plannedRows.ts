import type { PlannedItems } from '../../model/items/plannedItems.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { itemsBefore, MOST_PLANNED, plannedWords } from '../../sentences/plannedWords.ts';
import { questionOf } from '../state/acts.ts';
import { phaseName } from '../state/phaseName.ts';
import { boundedLine } from '../state/plainText.ts';
import type { SessionNode } from '../state/windowState.ts';
import { statusWord } from '../state/words.ts';
import { moreOf, reasonRow } from './factRows.ts';
import { idOf, row, type PhasePlace, type Row } from './row.ts';

/** A row for each phase that is repeated for a list about which a yes to this one decides. */
export function plannedRows(at: PhasePlace, node: SessionNode): readonly Row[] {
  return plannedBy(at, node).map((planned) => {
    const hasRows = planned.problems.length > 0 || planned.items.length > 0;
    return row({
      id: idOf(`planned:${planned.phase}`, at),
      label: plannedWords(planned),
      icon:
        planned.problems.length > 0
          ? { id: 'info', color: 'problemsWarningIcon.foreground' }
          : { id: 'list-tree', color: null },
      context: 'planned',
      open: hasRows ? 'expanded' : 'none',
      subject: { ...at, kind: 'planned', of: planned.phase },
    });
  });
}

/** The phases that a phase will be, as they will run, each with the others that it waits for; or what is wrong with its list. */
export function itemRows(
  { of, ...place }: PhasePlace & { readonly of: PhaseId },
  node: SessionNode,
): readonly Row[] {
  const at = { repository: place.repository, session: place.session, phase: place.phase };
  const planned = plannedBy(at, node).find(({ phase }) => phase === of);
  if (planned === undefined) return [];
  const number = node.status?.phases.find(({ id }) => id === of)?.number ?? null;
  const more = planned.items.length - MOST_PLANNED;
  return [
    ...planned.problems.map((why, n) => reasonRow(at, `planned:${of}:problem${n}`, why)),
    ...planned.items.slice(0, MOST_PLANNED).map((item) => itemRow(at, planned, item, number)),
    ...(more > 0 ? [moreRow(at, of, more)] : []),
  ];
}

const plannedBy = ({ phase }: PhasePlace, node: SessionNode): readonly PlannedItems[] =>
  questionOf(node, { id: phase })?.expands ?? [];

function itemRow(
  at: PhasePlace,
  planned: PlannedItems,
  item: PlannedItems['items'][number],
  number: number | null,
): Row {
  const { word, icon } = statusWord('pending', null);
  const name = boundedLine(phaseName(item));
  const before = itemsBefore(item, planned).map((one) => boundedLine(phaseName(one)));
  const after = before.length === 0 ? [] : [`after ${before.join(', ')}`];
  return row({
    id: idOf(`planned:${planned.phase}:${item.id}`, at),
    label: number === null ? name : `${number} ${name}`,
    description: after.join(''),
    spoken: [`Phase ${number ?? ''}`.trim(), name, word, ...after].join(', '),
    icon,
    context: 'fact',
    subject: { ...at, kind: 'fact', name: item.id },
  });
}

const moreRow = (at: PhasePlace, of: PhaseId, more: number): Row =>
  row({
    id: idOf(`planned:${of}:more`, at),
    ...moreOf(more, 'phase'),
    context: 'fact',
    subject: { ...at, kind: 'fact', name: `${more}` },
  });
