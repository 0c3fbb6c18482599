import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackage } from './installPackage.ts';
import { freshHome, type AgentPlace, type RealAgent } from './realAgent.ts';

const VERSION = '0.61.0';

/** Gemini CLI, run by the Node that runs the tests. */
export async function gemini({ url, home }: AgentPlace): Promise<RealAgent> {
  const program = join(await installPackage('@google/gemini-cli', VERSION), 'bundle', 'gemini.js');
  await mkdir(join(home, '.gemini'), { recursive: true });
  await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(SETTINGS));
  const env = {
    ...(await freshHome(home)),
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    // Any fixed one: on `auto` it first asks a model which model to ask, and waits a minute and a half for JSON.
    GEMINI_MODEL: 'gemini-2.5-flash',
  };
  const start = [process.execPath, program] as const;
  return {
    name: 'gemini',
    acp: { command: [...start, '--acp'], env },
    headless: (prompt) => ({ command: [...start, '--approval-mode', 'yolo', '-p', prompt], env }),
  };
}

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  // As it comes, it tries ten times with up to half a minute between the tries.
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 2 },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};
