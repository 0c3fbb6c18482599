import { listed } from '../../../base/listed.ts';
import type { Worker } from '../../../session/ahead.ts';
import type { StartRow } from './startRow.ts';
import { foundBy, type StartState } from './startState.ts';

/** Who does the work, and what there is to do where nobody is found. */
export function agentRow(state: StartState): StartRow {
  const row = { id: 'agent', icon: 'hubot', does: { act: 'open', page: { of: 'agent' } } } as const;
  const found = foundBy(state);
  if (found === null) return { ...row, label: 'Agent: …' };
  const { missing } = found;
  if (missing !== null)
    return {
      ...row,
      icon: 'error',
      label: `Agent: ${missing}`,
      description: 'is not on this machine',
      detail: HOW,
    };
  const { workers } = found.ahead;
  const [first, ...others] = workers;
  const isFallback = workers.some(
    ({ kind, because }) => kind === 'manual' && because !== null && isNobodyElse(state),
  );
  const label =
    others.length > 0 || first === undefined
      ? workers.map((worker) => `${called(worker, state)} (${listed(worker.phases, 4)})`).join(', ')
      : called(first, state);
  return {
    ...row,
    icon: isFallback ? 'warning' : first?.kind === 'manual' ? 'person' : 'hubot',
    label: `Agent: ${label}`,
    ...(isFallback ? { description: 'no coding agent was found', detail: HOW } : {}),
  };
}

const HOW = 'Choose this row to see which agents there are, and the command that installs each.';

/** Nobody chose it: there was no other. */
const isNobodyElse = ({ agents }: StartState): boolean => agents?.auto.chosen === false;

function called({ agent, kind, runs }: Worker, { agents }: StartState): string {
  if (kind === 'manual') return 'you, by hand';
  if (runs !== null) return runs;
  const known = agents?.agents.find(({ name }) => name === agent);
  const version = known?.version?.split(' ')[0] ?? '';
  return [known?.title ?? agent, version].filter((part) => part !== '').join(' ');
}
