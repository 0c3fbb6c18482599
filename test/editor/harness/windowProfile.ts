import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFolder } from '../../support/fixtures.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** The folders that make one window a stranger to every other. */
export interface WindowProfile {
  readonly userDataDir: string;
  readonly extensionsDir: string;
  remove(): Promise<void>;
}

/** Nothing that asks the network, moves by itself, or stands in the picture without having been asked for. */
const QUIET: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  // A second extension host, in the browser, in which nothing of ours runs.
  'extensions.webWorker': false,
  'git.autofetch': false,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.showReleaseNotes': false,
  'window.commandCenter': false,
  'window.title': '${activeEditorShort}${separator}${rootName}',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  // The default of 1.139 is to ask nothing and open in Restricted Mode; older ones ask, and that is the harder case.
  'security.workspace.trust.startupPrompt': 'once',
};

const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const;
export type Theme = keyof typeof THEMES;

/** Makes a profile without settings in a new temporary folder. */
export async function createWindowProfile(): Promise<WindowProfile> {
  const home = await mkdtemp(join(runFolder() ?? tmpdir(), 'cairn-window-'));
  const profile = { userDataDir: join(home, 'user'), extensionsDir: join(home, 'extensions') };
  await mkdir(profile.extensionsDir);
  return { ...profile, remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }) };
}

/** What a window said while tests ran in its extension host. */
export const logOf = (userDataDir: string): string => join(userDataDir, 'window.log');

/** Writes the user's settings of a profile: the given ones over quiet ones. */
export async function writeSettings(
  userDataDir: string,
  theme: Theme,
  settings: Settings = {},
): Promise<void> {
  const folder = join(userDataDir, 'User');
  const all = { ...QUIET, 'workbench.colorTheme': THEMES[theme], ...settings };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), `${JSON.stringify(all, undefined, 2)}\n`);
  // The browser build is a remote window: settings of the machine are read from the machine's own file only.
  const machine = join(userDataDir, 'Machine');
  await mkdir(machine, { recursive: true });
  await writeFile(join(machine, 'settings.json'), `${JSON.stringify(settings, undefined, 2)}\n`);
}
