import { counted, listed } from '../../../base/listed.ts';
import { cutTo } from '../../../model/text/oneLine.ts';
import type { Ahead } from '../../../session/ahead.ts';
import { agentRow } from './agentRow.ts';
import { baseRow } from './baseRow.ts';
import { commandRow } from './commandRow.ts';
import { requestRows } from './requestRows.ts';
import type { StartRow } from './startRow.ts';
import { foundBy, type Page, type StartState } from './startState.ts';

/** Of an entry's words. */
const MOST = 3;
const UNKNOWN = '…';

/** The first page: the start itself, then how it is done as things are now. */
export const mainRows = (state: StartState): readonly StartRow[] => [
  ...requestRows(state),
  ...folderRow(state),
  workflowRow(state),
  ...inputRows(state),
  placeRow(state),
  ...baseRow(state),
  ...changesRow(state),
  agentRow(state),
  ...commandRow(state, 'checks'),
  ...commandRow(state, 'setup'),
  unattendedRow(state),
];

const opens = (page: Page): Pick<StartRow, 'does'> => ({ does: { act: 'open', page } });

function folderRow({ repositories, repository }: StartState): readonly StartRow[] {
  if (repositories.length < 2) return [];
  const now = repositories.find(({ key }) => key === repository);
  return [
    {
      id: 'folder',
      icon: 'repo',
      label: `Folder: ${now?.name ?? UNKNOWN}`,
      description: now?.root ?? '',
      ...opens({ of: 'folder' }),
    },
  ];
}

function workflowRow(state: StartState): StartRow {
  const workflow = foundBy(state)?.ahead.workflow;
  return {
    id: 'workflow',
    icon: 'list-ordered',
    label: `Workflow: ${workflow?.name ?? state.draft.workflow ?? UNKNOWN}`,
    description: workflow === undefined ? '' : workflowWords(workflow),
    ...opens({ of: 'workflow' }),
  };
}

/** Of its phases. */
const MOST_PHASES = 6;

const workflowWords = ({ phases, file, because }: Ahead['workflow']): string =>
  joined(
    [...phases.slice(0, MOST_PHASES), ...(phases.length > MOST_PHASES ? ['…'] : [])].join(' → '),
    file ?? '',
    because === 'config' ? 'as .cairn/config.yaml says' : '',
  );

const inputRows = (state: StartState): readonly StartRow[] =>
  (foundBy(state)?.inputs ?? []).map(({ name, description, required, default: usual }) => {
    const said = state.draft.inputs[name];
    const missing = required ? 'needed' : (usual ?? 'nothing');
    return {
      id: `input ${name}`,
      icon: said === undefined && required ? 'question' : 'symbol-string',
      label: `${name}: ${cutTo(said ?? missing, 80)}`,
      description: description ?? '',
      ...opens({ of: 'input', name, thenStart: false }),
    };
  });

function placeRow(state: StartState): StartRow {
  const found = foundBy(state);
  const inPlace = state.draft.inPlace || found?.only === 'in-place';
  return {
    id: 'place',
    icon: inPlace ? 'edit' : 'list-tree',
    label: inPlace ? 'Place: this working tree' : 'Place: a worktree of its own',
    description: inPlace
      ? 'on the files that you have open; branch and index stay'
      : 'your files, branch and index stay as they are',
    ...opens({ of: 'place' }),
  };
}

function changesRow(state: StartState): readonly StartRow[] {
  const files = foundBy(state)?.uncommitted ?? [];
  if (files.length === 0) return [];
  const along = state.draft.withChanges;
  const what = counted(files.length, 'uncommitted file');
  return [
    {
      id: 'changes',
      icon: along ? 'add' : 'debug-step-over',
      label: along ? `Your ${what}: taken along` : `Your ${what}: left out`,
      description: listed(files, MOST),
      ...opens({ of: 'changes' }),
    },
  ];
}

function unattendedRow({ draft }: StartState): StartRow {
  const { unattended, approve } = draft;
  return {
    id: 'unattended',
    icon: 'coffee',
    label: `Unattended: ${unattended ? 'yes' : 'no'}`,
    description: unattended
      ? joined('nobody is asked', approve.length === 0 ? '' : `${listed(approve, MOST)} approved beforehand`)
      : 'you are asked, in any window of this repository',
    ...opens({ of: 'unattended' }),
  };
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
