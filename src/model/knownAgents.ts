/** How an agent is started one way. */
export interface Start {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

export type KnownAgent = 'claude' | 'codex' | 'gemini' | 'qwen' | 'opencode' | 'copilot';

/**
 * Agents that are found by themselves, and how each is started over the Agent Client Protocol: settings may say something
 * of one without saying that again.
 */
export const KNOWN_AGENTS: Readonly<Record<KnownAgent, Start>> = {
  claude: { command: ['claude-agent-acp'], env: {} },
  codex: { command: ['codex-acp'], env: {} },
  // In a folder that it does not trust, any mode falls back to asking.
  gemini: { command: ['gemini', '--acp'], env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } },
  qwen: { command: ['qwen', '--acp'], env: {} },
  opencode: { command: ['opencode', 'acp'], env: {} },
  copilot: { command: ['copilot', '--acp'], env: {} },
};

/** Null for a name that is not one of them. */
export const knownStart = (name: string): Start | null =>
  Object.hasOwn(KNOWN_AGENTS, name) ? KNOWN_AGENTS[name as KnownAgent] : null;
