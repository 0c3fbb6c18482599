import { shownLine } from '../../../model/text/oneLine.ts';
import { markOf } from '../agentChoices.ts';
import type { StartRow } from './startRow.ts';
import { foundBy, START_PAGE, type StartState } from './startState.ts';

/** Of what a person types. */
const LONGEST = 120;

/** Where a session begins, in the words of `--base`; in place that is what is here. */
export function baseRow(state: StartState): readonly StartRow[] {
  const { inPlace, base } = state.draft;
  if (inPlace || foundBy(state)?.only === 'in-place') return [];
  return [
    {
      id: 'base',
      icon: 'git-commit',
      label: `Base: ${base === null ? 'HEAD' : shownLine(base, LONGEST)}`,
      description: 'the commit or branch to start from',
      does: { act: 'open', page: { of: 'base' } },
    },
  ];
}

export function baseRows({ draft, box }: StartState): readonly StartRow[] {
  const typed = box.trim();
  const from = (base: string | null): StartRow['does'] => ({
    act: 'change',
    // A commit that is named has none of the changes that lie here.
    change: { base, ...(base === null ? {} : { withChanges: false }) },
    page: START_PAGE,
  });
  return [
    ...(typed === ''
      ? []
      : [{ id: 'use', icon: 'git-commit', label: `Use: ${shownLine(typed, LONGEST)}`, does: from(typed) }]),
    {
      id: 'head',
      icon: markOf(draft.base === null),
      label: 'HEAD',
      description: typed === '' ? 'your last commit; or type a branch or commit' : 'your last commit',
      does: from(null),
    },
  ];
}
