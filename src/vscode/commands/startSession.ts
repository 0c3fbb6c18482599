import * as vscode from 'vscode';
import { SESSIONS_VIEW } from '../contributions.ts';
import { reduceStart } from '../state/start/reduceStart.ts';
import { requestFrom } from '../state/start/startDraft.ts';
import { newStart, type StartState } from '../state/start/startState.ts';
import { beginSession } from './beginSession.ts';
import type { Desk, Target } from './desk.ts';
import { keptDraft } from './keptDraft.ts';
import { pickStart } from './pickStart.ts';

/**
 * Asks in one list what is to be done, shows how, and hands the session to a runner.
 *
 * @param given the request, unless the person says another one; null: what they said the last time, if it came to nothing
 */
export async function startSession(desk: Desk, target: Target, given: string | null = null): Promise<void> {
  const { trusted, folders } = desk.store.state;
  // The view says what is missing.
  if (!trusted || folders.length === 0) return void vscode.commands.executeCommand(`${SESSIONS_VIEW}.focus`);
  let state = firstState(desk, target, given);
  for (;;) {
    const picked = await pickStart(desk, state);
    if (picked === null) return;
    const came = await beginSession(desk, picked);
    if (came === 'over') return;
    state = { ...picked, begins: false, isWanted: came === 'inputs' };
  }
}

function firstState(desk: Desk, target: Target, given: string | null): StartState {
  const kept = keptDraft(desk);
  const meant = target !== undefined && 'repository' in target.subject ? target.subject.repository : null;
  const words = given === null ? {} : requestFrom(given);
  const before = newStart({ ...kept?.draft, ...words });
  const known = { repository: kept?.repository ?? null };
  const state = { ...before, ...known };
  // Elsewhere only what is to be done is still meant.
  return meant === null
    ? state
    : reduceStart(state, { type: 'picked', act: { act: 'folder', repository: meant } });
}
