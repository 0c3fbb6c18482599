import { counted, listed } from '../../../base/listed.ts';
import { shownLine } from '../../../model/text/oneLine.ts';
import { requestLines } from '../requestLines.ts';
import { requestOf } from './startDraft.ts';
import type { StartRow } from './startRow.ts';
import { missingInputs, problemOf, START_PAGE, type StartState } from './startState.ts';

/** What is to be done, and whether it can begin. */
export const requestRows = (state: StartState): readonly StartRow[] => [
  startRow(state),
  ...instead(state),
  ...problemRow(state),
];

function startRow(state: StartState): StartRow {
  const request = requestOf(state.draft);
  if (request.trim() === '')
    return {
      id: 'start',
      icon: 'edit',
      label: 'Type what is to be done',
      description: 'or choose below what to change',
      does: null,
    };
  const lines = requestLines(request);
  const missing = missingInputs(state).map(({ name }) => name);
  return {
    id: 'start',
    icon: 'play',
    label: `Start: ${shownRequest(request)}`,
    ...(missing.length > 0
      ? { description: `asks for ${listed(missing, 3)} first` }
      : { description: lines === null ? cutShort(request) : '' }),
    ...(lines === null ? {} : { detail: lines.detail }),
    does: { act: 'start' },
  };
}

/** Short enough that what is said behind it can be read, too. */
const LONGEST = 60;

const shownRequest = (request: string): string => shownLine(requestLines(request)?.label ?? request, LONGEST);

/** Nothing of it is lost, though only its beginning is shown. */
const cutShort = (request: string): string =>
  request.trim().length > LONGEST ? counted(request.trim().length, 'character') : '';

/** What was said elsewhere is there again, whatever is typed. */
function instead({ draft }: StartState): readonly StartRow[] {
  if (draft.whole === '' || draft.typed.trim() === '') return [];
  return [
    {
      id: 'whole',
      icon: 'list-selection',
      label: `Instead: ${shownRequest(draft.whole)}`,
      description: requestLines(draft.whole)?.detail ?? cutShort(draft.whole),
      does: { act: 'change', change: { typed: '' }, page: START_PAGE },
    },
  ];
}

function problemRow(state: StartState): readonly StartRow[] {
  const problem = problemOf(state);
  if (problem === '') return [];
  return [{ id: 'problem', icon: 'error', label: 'Cannot start yet', detail: problem, does: null }];
}
