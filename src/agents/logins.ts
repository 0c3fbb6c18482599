import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../host/searchPath.ts';
import type { KnownAgent } from '../model/agent/knownAgents.ts';
import type { AgentLogin } from '../model/machine/machineFacts.ts';
import type { Preset } from './presets.ts';

/** Where an agent keeps that somebody is logged in. */
interface Login {
  /** Files that are there, and not empty, while somebody is. */
  readonly files: (env: Environment, home: string) => readonly string[];
  /** Variables that it takes instead. */
  readonly variables: readonly string[];
  /** It may be kept elsewhere as well: in the keychain of the system, in settings of its own, or it works without. */
  readonly elsewhere: boolean;
}

/** A folder that a variable names, else one below the home folder. */
const named = (
  env: Environment,
  variable: string,
  ...below: readonly [home: string, ...string[]]
): string => {
  const said = env[variable];
  return said !== undefined && isAbsolute(said) ? said : join(...below);
};

/** As their documentation and sources say. Keys in a shared variable count for those that take it without being told to. */
const LOGINS: Readonly<Record<KnownAgent, Login>> = {
  claude: {
    files: (env, home) => [join(named(env, 'CLAUDE_CONFIG_DIR', home, '.claude'), '.credentials.json')],
    variables: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
    ],
    // On macOS in the keychain.
    elsewhere: process.platform === 'darwin',
  },
  codex: {
    files: (env, home) => [join(named(env, 'CODEX_HOME', home, '.codex'), 'auth.json')],
    variables: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    elsewhere: false,
  },
  gemini: {
    files: (_env, home) => [join(home, '.gemini', 'oauth_creds.json')],
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
    // Newer ones know the keychain, and an `.env` of their own.
    elsewhere: true,
  },
  qwen: {
    files: (_env, home) => [join(home, '.qwen', 'oauth_creds.json')],
    variables: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
    // Its settings may hold a key.
    elsewhere: true,
  },
  opencode: {
    files: (env, home) => [
      join(named(env, 'XDG_DATA_HOME', home, '.local', 'share'), 'opencode', 'auth.json'),
    ],
    variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
    // Models of its own need no login.
    elsewhere: true,
  },
  copilot: {
    files: () => [],
    variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
    // In the keychain of the system, or that of gh.
    elsewhere: true,
  },
};

/** Whether a known agent is logged in. Looks at names and sizes of files alone: no key is read, nobody is asked. */
export function loginOf({ name, login }: Pick<Preset, 'name' | 'login'>, env: Environment): AgentLogin {
  const { files, variables, elsewhere } = LOGINS[name];
  const variable = variables.find((one) => (env[one] ?? '') !== '');
  const by = variable ?? files(env, env['HOME'] ?? homedir()).find(hasContent) ?? null;
  return { is: by === null ? (elsewhere ? 'unknown' : 'none') : 'found', by, command: login };
}

function hasContent(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && found.size > 2; // `{}` says nothing.
  } catch {
    return false; // It is not there, or not ours to look at.
  }
}
