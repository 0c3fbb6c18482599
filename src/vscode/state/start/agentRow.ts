import { listed } from '../../../base/listed.ts';
import { loginSteps, loginWords } from '../../../sentences/loginWords.ts';
import type { Worker } from '../../../session/ahead.ts';
import type { AgentFound } from '../../../session/results.ts';
import type { StartRow } from './startRow.ts';
import { foundBy, type StartState } from './startState.ts';

/** Who does the work, whether they are there and logged in, and what there is to do where not. */
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
  const label =
    others.length > 0 || first === undefined
      ? workers.map((worker) => `${called(worker, state)} (${listed(worker.phases, 4)})`).join(', ')
      : called(first, state);
  const said = { ...row, label: `Agent: ${label}` };
  const isFallback = workers.some(
    ({ kind, because }) => kind === 'manual' && because !== null && isNobodyElse(state),
  );
  if (isFallback) return { ...said, icon: 'warning', description: 'no coding agent was found', detail: HOW };
  if (first?.kind === 'manual') return { ...said, icon: 'person' };
  return { ...said, ...loginOf(workers, state) };
}

const HOW = 'Choose this row to see which agents there are, and the command that installs each.';

/** Nobody chose it: there was no other. */
const isNobodyElse = ({ agents }: StartState): boolean => agents?.auto.chosen === false;

/** Filled in once this machine has been looked at; where several work, of those alone who are not logged in. */
function loginOf(
  workers: readonly Worker[],
  state: StartState,
): Partial<Pick<StartRow, 'icon' | 'description' | 'detail'>> {
  const known = workers.flatMap((worker) => {
    const login = worker.runs === null ? (foundAs(worker, state)?.login ?? null) : null;
    return login === null ? [] : [{ who: called(worker, state), login }];
  });
  const [first] = known;
  if (first === undefined) return {};
  const out = known.filter(({ login }) => login.is === 'none');
  if (out.length === 0) return workers.length === 1 ? { description: loginWords(first.login) } : {};
  return {
    icon: 'warning',
    description: out
      .map(({ who, login }) => `${workers.length === 1 ? '' : `${who}: `}${loginWords(login)}`)
      .join(', '),
    detail: `${out.flatMap(({ login }) => loginSteps(login)).join('. ')}. Or choose this row to see which other agents there are.`,
  };
}

const foundAs = ({ agent }: Worker, { agents }: StartState): AgentFound | undefined =>
  agents?.agents.find(({ name }) => name === agent);

function called(worker: Worker, state: StartState): string {
  if (worker.kind === 'manual') return 'you, by hand';
  if (worker.runs !== null) return worker.runs;
  const known = foundAs(worker, state);
  const version = known?.version?.split(' ')[0] ?? '';
  return [known?.title ?? worker.agent, version].filter((part) => part !== '').join(' ');
}
