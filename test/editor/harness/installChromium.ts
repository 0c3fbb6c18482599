import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram } from '../../support/runProgram.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const USUAL_PLACES = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

/** Answers with a Chromium to drive: `$CAIRN_CHROMIUM`, one that is installed, or, as root on Debian, a new one. */
export async function installChromium(say: (line: string) => void = console.log): Promise<string> {
  const found = findChromium();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Chromium: installing it (once, about half a minute)');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('apt-get', ['update'], { env });
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    'Tests in VS Code need Chromium or Chrome. Install it (Debian: apt-get install chromium; Fedora: dnf install ' +
      'chromium; macOS and Windows: Google Chrome), or set CAIRN_CHROMIUM to the path of its program.',
  );
}

function findChromium(): string | undefined {
  const chosen = process.env['CAIRN_CHROMIUM'];
  if (chosen) return chosen;
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES].find((file) => existsSync(file));
}
