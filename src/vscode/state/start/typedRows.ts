import { shownLine } from '../../../model/text/oneLine.ts';
import { commandsNow, type CommandKind } from './commandsNow.ts';
import type { StartRow } from './startRow.ts';
import { foundBy, START_PAGE, type StartState } from './startState.ts';

/** Of a value, as a row. */
const LONGEST = 120;

/** Commands, one a row: what is typed is one more, and one that is picked goes. */
export function commandRows(state: StartState, kind: CommandKind): readonly StartRow[] {
  const now = commandsNow(state, kind);
  const found = foundBy(state);
  if (now === null || found === null)
    return [{ id: 'looking', icon: 'loading~spin', label: 'Looking at the project…', does: null }];
  if (now.from === 'workflow') return fileRows(state, now.run);
  const typed = state.box.trim();
  const become = (run: readonly string[] | null): StartRow['does'] => ({
    act: 'change',
    change: { [kind]: run },
    page: { of: kind },
  });
  const first: StartRow =
    typed === ''
      ? {
          id: 'done',
          icon: 'arrow-left',
          label: 'Done',
          description: 'or type a command to add',
          does: { act: 'open', page: START_PAGE },
        }
      : {
          id: 'add',
          icon: 'add',
          label: `Add: ${shownLine(typed, LONGEST)}`,
          does: become([...now.run.filter((run) => run !== typed), typed]),
        };
  return [
    first,
    ...now.run.map((run) => ({
      id: `run ${run}`,
      icon: 'check',
      label: shownLine(run, LONGEST),
      description: now.found.includes(run) ? 'found; pick it to leave it out' : 'pick it to leave it out',
      does: become(now.run.filter((one) => one !== run)),
    })),
    ...now.found
      .filter((run) => !now.run.includes(run))
      .map((run) => ({
        id: `found ${run}`,
        icon: 'circle-large-outline',
        label: shownLine(run, LONGEST),
        description: 'found; pick it to have it run',
        does: become([...now.run, run]),
      })),
    ...(now.run.length > 0
      ? [{ id: 'none', icon: 'circle-slash', label: NONE[kind], does: become([]) }]
      : []),
    ...(now.from === 'said'
      ? [{ id: 'as found', icon: 'discard', label: 'As It Was Found', does: become(null) }]
      : []),
  ];
}

const NONE = { checks: 'Run No Checks', setup: 'Run No Set-up' } as const;

/** What a file says is changed there. */
function fileRows(state: StartState, run: readonly string[]): readonly StartRow[] {
  const name = foundBy(state)?.ahead.workflow.name;
  const file = state.workflows?.find((one) => one.name === name)?.file ?? null;
  return [
    ...(file === null
      ? []
      : [
          {
            id: 'read',
            icon: 'go-to-file',
            label: 'Open the Workflow',
            description: 'its file says what is run',
            does: { act: 'read', file, problem: null },
          } as const,
        ]),
    ...run.map((one) => ({ id: `run ${one}`, icon: 'check', label: shownLine(one, LONGEST), does: null })),
  ];
}

/** The value of an input: one of those that are allowed, or what is typed. */
export function inputRows(state: StartState, name: string): readonly StartRow[] {
  const input = foundBy(state)?.inputs.find((one) => one.name === name);
  const given = (value: string): StartRow['does'] => ({ act: 'input', name, value });
  if (input?.enum != null)
    return input.enum.map((value) => ({
      id: `value ${value}`,
      icon: state.draft.inputs[name] === value ? 'check' : 'blank',
      label: shownLine(value, LONGEST),
      does: given(value),
    }));
  if (state.refusal !== null) return [{ id: 'refusal', icon: 'error', label: state.refusal, does: null }];
  if (state.box === '')
    return [
      {
        id: 'type',
        icon: 'edit',
        label: 'Type a value',
        description: input?.default == null ? '' : `else: ${input.default}`,
        does: null,
      },
    ];
  return [
    { id: 'use', icon: 'check', label: `Use: ${shownLine(state.box, LONGEST)}`, does: given(state.box) },
  ];
}
