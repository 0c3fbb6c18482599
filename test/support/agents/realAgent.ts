import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How a program is started: what `spawn` takes. */
export interface Launch {
  /** Program and arguments. */
  readonly command: readonly [string, ...string[]];
  /** The whole environment: nothing of the developer's own settings, keys or proxies comes in. */
  readonly env: Readonly<Record<string, string>>;
}

/** A real agent with a home of its own that knows one model: the scripted one. */
export interface RealAgent {
  readonly name: 'opencode' | 'qwen' | 'gemini';
  /** Its server of the Agent Client Protocol on stdin and stdout. */
  readonly acp: Launch;
  /** Its own way to do one prompt without a screen; allowed to do everything. */
  headless(prompt: string): Launch;
}

/** Where the agent shall look for its model, and the folder that is its home. */
export interface AgentPlace {
  /** Base of the scripted model: {@link ScriptedModel.url}. */
  readonly url: string;
  readonly home: string;
}

/**
 * Makes a home and answers with what every program needs of the machine, besides that home. What it leaves in the
 * temporary folder goes away with the home.
 */
export async function freshHome(home: string): Promise<Readonly<Record<string, string>>> {
  const temporary = join(home, 'tmp');
  await mkdir(temporary, { recursive: true });
  const inherited = ['PATH', 'SystemRoot', 'ComSpec', 'PATHEXT'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    NO_COLOR: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
}
