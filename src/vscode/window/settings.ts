import * as vscode from 'vscode';
import type { Settings } from '../contributions.ts';

/** One of our settings, for a folder where it differs by folder; package.json has the default. */
export function setting<K extends keyof Settings>(id: K, folder?: string): Settings[K] {
  const [section = '', ...rest] = id.split('.');
  const scope = folder === undefined ? null : vscode.Uri.file(folder);
  return vscode.workspace.getConfiguration(section, scope).get(rest.join('.')) as Settings[K];
}
