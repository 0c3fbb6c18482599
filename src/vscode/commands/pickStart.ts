import * as vscode from 'vscode';
import { SESSIONS_VIEW } from '../contributions.ts';
import { reduceStart, type StartEvent } from '../state/start/reduceStart.ts';
import type { StartAct } from '../state/start/startRow.ts';
import { startView } from '../state/start/startRows.ts';
import { foundBy, type StartState } from '../state/start/startState.ts';
import { showError } from '../window/messages.ts';
import { createForm } from '../window/quickInput.ts';
import { useAgent } from './chooseAgent.ts';
import type { Desk } from './desk.ts';
import { drawStart, type StartForm } from './drawStart.ts';
import { keepDraft } from './keptDraft.ts';
import { learnStart } from './learnStart.ts';
import { readRequest } from './readRequest.ts';

/** Shows the list in which a session is said, until it begins. Null when the person gives up; what they said is kept. */
export function pickStart(desk: Desk, from: StartState): Promise<StartState | null> {
  const form: StartForm = createForm();
  const { picker } = form;
  // A long form must survive a look at another window.
  picker.ignoreFocusOut = true;
  picker.keepScrollPosition = true;
  const show = drawStart(form);
  let state = from;
  return new Promise((resolve) => {
    const finish = (picked: StartState | null): void => {
      resolve(picked);
      facts.dispose();
      picker.dispose();
    };
    const dispatch = (event: StartEvent): void => {
      const before = state;
      state = reduceStart(state, event);
      if (state.draft !== before.draft || state.repository !== before.repository)
        keepDraft(desk, { repository: state.repository, draft: state.draft, session: null });
      if (state.begins) return finish(state);
      show(state, event.type === 'typed' ? null : before);
      facts.follow();
    };
    const facts = learnStart(desk, {
      state: () => state,
      dispatch,
      isBusy: (busy) => (picker.busy = busy),
      isNothing: () => {
        finish(null);
        // The view says what is missing.
        void vscode.commands.executeCommand(`${SESSIONS_VIEW}.focus`);
      },
    });
    picker.onDidAccept(async () => {
      const does = picker.activeItems[0]?.of.does ?? null;
      if (does === null) return;
      const isElsewhere = await goElsewhere(desk, state, does, dispatch);
      if (isElsewhere === 'ends') finish(null);
      if (isElsewhere === 'changed') facts.again();
    });
    picker.onDidChangeValue((text) => {
      // What is drawn is told, too.
      if (text !== startView(state).value) dispatch({ type: 'typed', text });
    });
    answerButtons(form, dispatch, () => finish(null));
    show(state, null);
    picker.show();
    facts.begin();
  });
}

/** Back, and the request from a file: what is shown for that takes the place of the list, and must not end it. */
function answerButtons(
  { picker }: StartForm,
  dispatch: (event: StartEvent) => void,
  onEscape: () => void,
): void {
  let isApart = false;
  picker.onDidHide(() => {
    if (!isApart) onEscape();
  });
  picker.onDidTriggerButton(async (button) => {
    if (button === vscode.QuickInputButtons.Back) return dispatch({ type: 'back' });
    isApart = true;
    picker.hide();
    const text = await readRequest();
    isApart = false;
    picker.show();
    if (text !== null) dispatch({ type: 'given', text });
  });
}

/** Does what a picked row means. `ends`: the person is led elsewhere. `changed`: what was found is no longer so. */
async function goElsewhere(
  desk: Desk,
  state: StartState,
  act: StartAct,
  dispatch: (event: StartEvent) => void,
): Promise<'stays' | 'changed' | 'ends'> {
  if (act.act === 'read') {
    await vscode.window.showTextDocument(vscode.Uri.file(act.file));
    if (act.problem !== null) void showError(act.problem);
    return 'ends';
  }
  const why = act.act === 'input' ? await whyNot(desk, state, act) : null;
  dispatch(why === null ? { type: 'picked', act } : { type: 'refused', why });
  if (act.act !== 'agent') return 'stays';
  // Of what is offered for installation a message tells, which may stay unanswered.
  const done = useAgent(desk, act.pick);
  if (act.pick.kind === 'install') return 'stays';
  await done;
  return act.pick.kind === 'settings' ? 'ends' : 'changed';
}

/** Why a value of an input cannot be taken, in words; null where it can. */
async function whyNot(
  desk: Desk,
  state: StartState,
  { name, value }: Extract<StartAct, { act: 'input' }>,
): Promise<string | null> {
  const workflow = state.draft.workflow ?? foundBy(state)?.ahead.workflow.name;
  if (workflow === undefined || state.repository === null) return null;
  const { api } = desk.store.repository(state.repository);
  // A file that is broken meanwhile is told by the start.
  const why = await api.whyNotInput(workflow, name, value).catch(() => null);
  return why === null ? null : `${name} ${why}`;
}
