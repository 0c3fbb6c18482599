import { counted } from '../../base/listed.ts';
import { shownText } from '../state/changeOrder.ts';
import { idOf, row, type PhasePlace, type Row } from './row.ts';

/** Why something does not hold; `what` tells its row from the others of the phase. */
export const reasonRow = (at: PhasePlace, what: string, reason: string): Row =>
  row({
    id: idOf(what, at),
    label: shownText(reason),
    spoken: `Reason: ${shownText(reason)}`,
    icon: { id: 'info', color: 'problemsWarningIcon.foreground' },
    context: 'fact',
    subject: { ...at, kind: 'fact', name: reason },
  });

/** How the row looks that stands for those that are not shown. */
export const moreOf = (more: number, what: string): Pick<Row, 'label' | 'spoken' | 'icon'> => ({
  label: `and ${more} more`,
  spoken: `and ${counted(more, `more ${what}`)}`,
  icon: { id: 'ellipsis', color: null },
});
