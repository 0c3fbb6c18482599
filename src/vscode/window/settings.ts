import * as vscode from 'vscode';
import type { Settings as EngineSettings } from '../../session/world.ts';
import type { Settings } from '../contributions.ts';

/** Reads one of our settings, for a folder if it differs by folder; package.json has the default. */
export function setting<K extends keyof Settings>(id: K, folder?: string): Settings[K] {
  const [section = '', ...rest] = id.split('.');
  const scope = folder === undefined ? null : vscode.Uri.file(folder);
  return vscode.workspace.getConfiguration(section, scope).get(rest.join('.')) as Settings[K];
}

/** The engine's part of a folder's settings. */
export function engineSettings(folder: string): EngineSettings {
  return {
    worktreePlace: setting('cairn.worktree.place', folder),
    maxFileBytes: setting('cairn.capture.maxFileSize', folder) * 1024 * 1024,
    baselineMs: setting('cairn.checks.minutesBefore', folder) * 60_000,
    warnAddedBytes: setting('cairn.storage.warnAbove', folder) * 1024 * 1024,
  };
}

/** Settings that name programs are machine-scoped, so no repository can set them. */
export function machineSettings(): {
  readonly git?: string;
  readonly agents?: Settings['cairn.agents'];
  readonly notify?: Settings['cairn.notify'];
} {
  const git = setting('cairn.git.path');
  const agents = setting('cairn.agents');
  const notify = setting('cairn.notify');
  return {
    ...(git === '' ? {} : { git }),
    ...(Object.keys(agents).length === 0 ? {} : { agents }),
    ...(notify.length === 0 ? {} : { notify }),
  };
}
