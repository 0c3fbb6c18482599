import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Answers with the program that extension tests run in.
 *
 * `$CAIRN_VSCODE` decides: the path of a desktop VS Code, or a version to download such as `stable` or `1.106.0`.
 * Without it Linux takes the browser build, which needs neither that download nor a display; elsewhere, where the
 * browser build's native parts are harder to build than the download is to get, the desktop build is downloaded.
 */
export async function chooseVSCode(): Promise<string> {
  const chosen = process.env['CAIRN_VSCODE'];
  if (chosen && existsSync(chosen)) return chosen;
  if (chosen || process.platform !== 'linux') return downloadAndUnzipVSCode(chosen ?? 'stable');
  return join(import.meta.dirname, 'browserCode.sh');
}
