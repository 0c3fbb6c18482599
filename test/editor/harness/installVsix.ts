import { join } from 'node:path';
import { installCodeServer } from './installCodeServer.ts';
import { nodeForServer } from './nodeForServer.ts';
import { runProgram } from '../../support/runProgram.ts';
import type { WindowProfile } from './windowProfile.ts';

/** Installs a packaged extension into a profile, as a person's "Install from VSIX" does. */
export async function installVsix(vsix: string, profile: WindowProfile): Promise<void> {
  const vscode = await installCodeServer();
  await runProgram(nodeForServer(), [
    join(vscode, 'out', 'server-main.js'),
    '--accept-server-license-terms',
    `--install-extension=${vsix}`,
    `--extensions-dir=${profile.extensionsDir}`,
    `--user-data-dir=${profile.userDataDir}`,
  ]);
}
