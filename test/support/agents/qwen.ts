import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackage } from './installPackage.ts';
import { freshHome, type AgentPlace, type RealAgent } from './realAgent.ts';

const VERSION = '0.24.4';

export const installQwen = (): Promise<string> => installPackage('@qwen-code/qwen-code', VERSION);

/** Qwen Code, run by the Node that runs the tests. */
export async function qwen({ url, home }: AgentPlace): Promise<RealAgent> {
  const program = join(await installQwen(), 'cli-entry.js');
  await mkdir(join(home, '.qwen'), { recursive: true });
  await writeFile(join(home, '.qwen', 'settings.json'), JSON.stringify(SETTINGS));
  const env = {
    ...(await freshHome(home)),
    OPENAI_API_KEY: 'scripted',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'scripted-model',
  };
  const start = [process.execPath, program, '--auth-type', 'openai'] as const;
  return {
    name: 'qwen',
    acp: { command: [...start, '--acp'], env },
    headless: (prompt) => ({ command: [...start, '--approval-mode', 'yolo', '-p', prompt], env }),
  };
}

const SETTINGS = {
  security: { auth: { selectedType: 'openai' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  // Side calls that carry tools and would use up a script: what to ask next, what to remember.
  ui: { enableFollowupSuggestions: false },
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
  // As it comes, it waits a minute and more between tries.
  model: { generationConfig: { maxRetries: 1, retryInitialDelayMs: 100, retryMaxDelayMs: 100 } },
};
