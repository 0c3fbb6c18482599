import * as vscode from 'vscode';
import { SESSIONS_VIEW } from '../contributions.ts';

/** Moves the progress bar of the sessions view until `act` settles. */
export const showBusy = <T>(act: () => Promise<T>): Thenable<T> =>
  vscode.window.withProgress({ location: { viewId: SESSIONS_VIEW } }, act);
