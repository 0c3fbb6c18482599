import { counted, listed } from '../../../base/listed.ts';
import { agentChoices, markOf } from '../agentChoices.ts';
import type { StartDraft } from './startDraft.ts';
import type { StartRow } from './startRow.ts';
import { foundBy, START_PAGE, type StartState } from './startState.ts';

/** A choice that is made at once, and leads back to the first page. */
const choice = (
  id: string,
  isNow: boolean,
  change: Partial<StartDraft>,
  words: Pick<StartRow, 'label' | 'description' | 'detail'>,
): StartRow => ({
  id,
  icon: markOf(isNow),
  ...words,
  does: { act: 'change', change, page: START_PAGE },
});

export const folderRows = ({ repositories, repository }: StartState): readonly StartRow[] =>
  repositories.map(({ key, name, root }) => ({
    id: key,
    icon: markOf(key === repository),
    label: name,
    description: root,
    does: { act: 'folder', repository: key },
  }));

export function workflowRows(state: StartState): readonly StartRow[] {
  const now = foundBy(state)?.ahead.workflow.name ?? state.draft.workflow;
  return (state.workflows ?? []).map(({ name, file, title, description, problem }) => {
    const words = {
      label: title ?? name,
      description: [title === null ? '' : name, file === null ? 'comes with Cairn' : '']
        .filter((word) => word !== '')
        .join(' · '),
      detail: problem ?? description ?? '',
    };
    // One that is broken cannot be started; its file opens, so that it can be mended.
    if (problem !== null && file !== null)
      return { id: name, icon: 'error', ...words, does: { act: 'read', file, problem } };
    // Values for another one would be refused, and a file says its commands itself.
    const said = file === null ? {} : { checks: null, setup: null };
    return choice(name, name === now, { workflow: name, inputs: {}, approve: [], ...said }, words);
  });
}

export function placeRows(state: StartState): readonly StartRow[] {
  const only = foundBy(state)?.only ?? null;
  const inPlace = state.draft.inPlace || only === 'in-place';
  const worktree = choice(
    'worktree',
    !inPlace,
    { inPlace: false },
    {
      label: 'In a Worktree of Its Own',
      detail: 'Your files, branch and index stay as they are until you land the result.',
    },
  );
  const here = choice(
    'in-place',
    inPlace,
    { inPlace: true, withChanges: false, base: null },
    {
      label: 'In This Working Tree',
      detail: 'The agent works on the files that you have open; branch and index stay.',
    },
  );
  const said = { description: 'the workflow allows no other place' };
  if (only === 'in-place') return [{ ...here, ...said }];
  return only === 'worktree' ? [{ ...worktree, ...said }] : [worktree, here];
}

export function changesRows(state: StartState): readonly StartRow[] {
  const files = foundBy(state)?.uncommitted ?? [];
  const along = state.draft.withChanges;
  return [
    choice(
      'out',
      !along,
      { withChanges: false },
      {
        label: 'Leave Them Out',
        description: counted(files.length, 'uncommitted file'),
        detail: `The session starts from your last commit, without ${listed(files, 3)}.`,
      },
    ),
    choice(
      'along',
      along,
      { withChanges: true, base: null },
      {
        label: 'Take Them Along',
        detail: 'They become part of the session’s first checkpoint; your own copies stay as they are.',
      },
    ),
  ];
}

export const agentRows = ({ agents }: StartState): readonly StartRow[] =>
  agents === null
    ? [{ id: 'looking', icon: 'loading~spin', label: 'Looking for agents…', does: null }]
    : agentChoices(agents).map((entry) =>
        'group' in entry
          ? { id: `group ${entry.group}`, icon: '', label: entry.group, isHeading: true, does: null }
          : { ...entry, id: `${entry.pick.kind} ${entry.label}`, does: { act: 'agent', pick: entry.pick } },
      );

export function unattendedRows(state: StartState): readonly StartRow[] {
  const { unattended, approve } = state.draft;
  const approvals = foundBy(state)?.approvals ?? [];
  const here = { of: 'unattended' } as const;
  const yes = choice(
    'yes',
    unattended,
    { unattended: true },
    {
      label: 'Yes: Nobody Is Asked',
      detail:
        'What an agent would have to ask is denied. Before it begins you read what is allowed, denied and limited.',
    },
  );
  const no = choice(
    'no',
    !unattended,
    { unattended: false, approve: [] },
    {
      label: 'No: You Are Asked',
      detail: 'Permissions, questions and approvals wait for you, in any window of this repository.',
    },
  );
  if (!unattended || approvals.length === 0)
    // Who may approve something beforehand is shown that next.
    return [no, approvals.length === 0 ? yes : { ...yes, does: stay({ unattended: true }) }];
  return [
    ...approvals.map((phase): StartRow => {
      const isSaid = approve.includes(phase);
      const next = isSaid ? approve.filter((one) => one !== phase) : [...approve, phase];
      return {
        id: `approve ${phase}`,
        icon: isSaid ? 'check' : 'circle-large-outline',
        label: `Approve ${phase} beforehand`,
        description: isSaid ? 'yes, in each round, with nobody looking' : 'no, it waits for you there',
        does: stay({ approve: next }),
      };
    }),
    { id: 'done', icon: 'arrow-left', label: 'Done', does: { act: 'open', page: START_PAGE } },
    no,
  ];

  function stay(change: Partial<StartDraft>): StartRow['does'] {
    return { act: 'change', change, page: here };
  }
}
