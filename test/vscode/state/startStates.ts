import type { Input } from '../../../src/model/inputs/input.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { StartAhead } from '../../../src/session/ahead.ts';
import type { AgentsFound } from '../../../src/session/results.ts';
import { reduceStart, type StartEvent } from '../../../src/vscode/state/start/reduceStart.ts';
import { type StartDraft } from '../../../src/vscode/state/start/startDraft.ts';
import type { StartRow } from '../../../src/vscode/state/start/startRow.ts';
import { startView } from '../../../src/vscode/state/start/startRows.ts';
import { lookKey, newStart, type Page, type StartState } from '../../../src/vscode/state/start/startState.ts';
import { AHEAD_FOUND } from '../../cli/scriptedAhead.ts';

export const AGENTS: AgentsFound = {
  agents: [
    {
      name: 'claude',
      title: 'Claude Code',
      from: 'known',
      kind: 'acp',
      program: '/bin/claude',
      sought: [],
      version: '2.1.0 (Claude Code)',
      licence: null,
      install: null,
      quirk: null,
    },
  ],
  auto: { name: 'claude', kind: 'acp', because: 'first known agent on PATH', chosen: false },
};
export const FOUND: StartAhead = {
  ahead: AHEAD_FOUND,
  missing: null,
  only: null,
  inputs: [],
  approvals: ['plan' as PhaseId],
  uncommitted: [],
};
export const input = (name: string, over: Partial<Input> = {}): Input => ({
  name,
  description: null,
  required: true,
  default: null,
  pattern: null,
  enum: null,
  ...over,
});
export const ticket = input('ticket', { description: 'Which ticket' });

export const withLook = (state: StartState, found: Partial<StartAhead> = {}): StartState => ({
  ...state,
  look: { of: lookKey(state), found: { ...FOUND, ...found }, problem: '' },
});
export const known = (draft: Partial<StartDraft> = {}, found: Partial<StartAhead> = {}): StartState =>
  withLook(
    {
      ...newStart(draft),
      repository: 'one',
      repositories: [{ key: 'one', name: 'site', root: '/projects/site' }],
      agents: AGENTS,
      workflows: [],
    },
    found,
  );
export const rows = (state: StartState): readonly string[] =>
  startView(state).rows.map(({ label, description = '', detail = '' }) =>
    [label, description, detail].filter((part) => part !== '').join(' | '),
  );
export const row = (state: StartState, id: string): StartRow => {
  const found = startView(state).rows.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no row ${id} in ${rows(state).join('\n')}`);
  return found;
};
export const after = (state: StartState, ...events: readonly StartEvent[]): StartState =>
  events.reduce(reduceStart, state);
export const pick = (state: StartState, id: string): StartState => {
  const { does } = row(state, id);
  return does === null ? state : after(state, { type: 'picked', act: does });
};
export const picks = (state: StartState, ...ids: readonly string[]): StartState => ids.reduce(pick, state);
export const on = (state: StartState, page: Page): StartState =>
  after(state, { type: 'picked', act: { act: 'open', page } });
