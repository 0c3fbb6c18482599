import * as vscode from 'vscode';
import { drawnLine } from '../state/plainText.ts';

/** The only door to passing words in the status bar: nothing in them is an icon. `icon`: a codicon before them. */
export const showStatus = (icon: string, text: string, forMs: number): void =>
  void vscode.window.setStatusBarMessage(`$(${icon}) ${drawnLine(text)}`, forMs);
