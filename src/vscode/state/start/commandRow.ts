import { listed } from '../../../base/listed.ts';
import { aheadWords } from '../../../sentences/aheadWords.ts';
import { commandsNow, type CommandKind, type CommandsNow } from './commandsNow.ts';
import type { StartRow } from './startRow.ts';
import { foundBy, type StartState } from './startState.ts';

/** Of commands, and of the files that tell of them. */
const MOST = 3;

const KINDS = {
  checks: { name: 'Checks', icon: 'beaker', none: 'none, no command checks the work' },
  setup: { name: 'Set-up', icon: 'tools', none: 'none, nothing is run in the new worktree' },
} as const;

/** What checks the work, or sets its worktree up; none where nothing can be said of it. */
export function commandRow(state: StartState, kind: CommandKind): readonly StartRow[] {
  const found = foundBy(state);
  const now = commandsNow(state, kind);
  const { name, icon, none } = KINDS[kind];
  const row: Pick<StartRow, 'id' | 'does'> = { id: kind, does: { act: 'open', page: { of: kind } } };
  if (found === null) return [{ ...row, icon, label: `${name}: …` }];
  if (now === null) return [];
  const { isTested, doubts } = aheadWords(found.ahead);
  const isFine = kind === 'setup' || (now.from === 'said' ? now.run.length > 0 : isTested);
  return [
    {
      ...row,
      icon: isFine ? icon : 'warning',
      label: `${name}: ${now.run.length === 0 ? none : listed(now.run, MOST)}`,
      description: [sourceOf(now), isFine || now.run.length === 0 ? '' : 'no tests were found']
        .filter((part) => part !== '')
        .join(' · '),
      ...(kind === 'checks' && now.from === 'project' && doubts.length > 0
        ? { detail: doubts.join(' ') }
        : {}),
    },
  ];
}

function sourceOf({ from, files, run }: CommandsNow): string {
  switch (from) {
    case 'project':
      return files.length === 0 ? '' : `found in ${listed(files, MOST)}`;
    case 'said':
      return 'as you said';
    case 'workflow':
      return run.length === 0 ? '' : 'as its file says';
  }
}
