import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackage } from './installPackage.ts';
import { freshHome, type AgentPlace, type RealAgent } from './realAgent.ts';

const VERSION = '1.18.33';

/**
 * opencode: `opencode-ai` is only a launcher, which a script of its install fills; the program is in the package of
 * the platform. Of those for x64 the `baseline` one runs on every processor.
 */
export function installOpencode(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const baseline = process.arch === 'x64' ? '-baseline' : '';
  return installPackage(`opencode-${platform}-${process.arch}${baseline}`, VERSION);
}

/** @param permission opencode's own setting: what it asks its client for, `{ edit: 'ask', bash: 'ask' }` */
export async function opencode(
  { url, home }: AgentPlace,
  permission: Readonly<Record<string, string>> = {},
): Promise<RealAgent> {
  const program = join(
    await installOpencode(),
    'bin',
    process.platform === 'win32' ? 'opencode.exe' : 'opencode',
  );
  const config = join(home, 'opencode.json');
  const env = {
    ...(await freshHome(home)),
    OPENCODE_CONFIG: config,
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  };
  await writeFile(config, JSON.stringify(settings(url, permission)));
  await pretendPlugins(home);
  return {
    name: 'opencode',
    acp: { command: [program, 'acp'], env },
    headless: (prompt) => ({ command: [program, 'run', '--auto', prompt], env }),
  };
}

/** With this in place it does not fetch its plugin library from the registry at every start. */
async function pretendPlugins(home: string): Promise<void> {
  const folder = join(home, '.config', 'opencode');
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  const packages = { '': { dependencies: { '@opencode-ai/plugin': VERSION } } };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

const settings = (url: string, permission: object): object => ({
  model: 'scripted/model',
  small_model: 'scripted/model',
  // Without it the vendor's own free models are there too.
  enabled_providers: ['scripted'],
  autoupdate: false,
  share: 'disabled',
  permission,
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `${url}/v1`, apiKey: 'scripted' },
      models: { model: { name: 'Scripted', tool_call: true, limit: { context: 200_000, output: 8_000 } } },
    },
  },
});
