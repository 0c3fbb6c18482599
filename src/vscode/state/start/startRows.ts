import { formOf } from '../../../sentences/inputFaults.ts';
import { agentRows, changesRows, folderRows, placeRows, unattendedRows, workflowRows } from './choiceRows.ts';
import { baseRows } from './baseRow.ts';
import { mainRows } from './mainRows.ts';
import type { StartRow } from './startRow.ts';
import { foundBy, type StartState } from './startState.ts';
import { commandRows, inputRows } from './typedRows.ts';

/** What the list shows. */
export interface StartView {
  readonly title: string;
  readonly placeholder: string;
  /** What stands in its box. */
  readonly value: string;
  /** Whether what is typed searches the rows, instead of saying something. */
  readonly isSearch: boolean;
  readonly rows: readonly StartRow[];
}

export function startView(state: StartState): StartView {
  const { page, draft, box } = state;
  if (page.of === 'start') return { ...FIRST, value: draft.typed, rows: mainRows(state) };
  const rows = rowsOf(state);
  const { title, placeholder, isSearch } = page.of === 'input' ? inputPage(state, page.name) : PAGES[page.of];
  return { title: `Start Session: ${title}`, placeholder, value: box, isSearch, rows };
}

const FIRST = { title: 'Start Session', placeholder: 'What is to be done?', isSearch: false };

const searched = (title: string, placeholder: string): Words => ({ title, placeholder, isSearch: true });
type Words = Pick<StartView, 'title' | 'placeholder' | 'isSearch'>;

const PAGES = {
  folder: searched('Folder', 'In which repository?'),
  workflow: searched('Workflow', 'Which workflow?'),
  place: searched('Place', 'Where should the work happen?'),
  changes: searched('Uncommitted Files', 'What about what you have not committed?'),
  agent: searched('Agent', 'Who does the phases that name no agent, in this and later sessions?'),
  unattended: searched('Unattended', 'Is somebody asked while it runs?'),
  base: {
    title: 'Base',
    placeholder: 'The commit or branch to start from, for example: main',
    isSearch: false,
  },
  checks: {
    title: 'Checks',
    placeholder: 'A command that must pass, for example: npm test',
    isSearch: false,
  },
  setup: {
    title: 'Set-up',
    placeholder: 'A command that sets the new worktree up, for example: npm ci',
    isSearch: false,
  },
} as const satisfies Record<string, Words>;

function inputPage(state: StartState, name: string): Words {
  const input = foundBy(state)?.inputs.find((one) => one.name === name);
  const placeholder = `${input?.description ?? name}${formOf({ allowed: null, pattern: input?.pattern ?? null })}`;
  return { title: name, placeholder, isSearch: input?.enum != null };
}

function rowsOf(state: StartState): readonly StartRow[] {
  const { page } = state;
  if (page.of === 'input') return inputRows(state, page.name);
  return ROWS[page.of](state);
}

const ROWS = {
  start: mainRows,
  folder: folderRows,
  workflow: workflowRows,
  place: placeRows,
  base: baseRows,
  changes: changesRows,
  agent: agentRows,
  checks: (state: StartState) => commandRows(state, 'checks'),
  setup: (state: StartState) => commandRows(state, 'setup'),
  unattended: unattendedRows,
} as const;
