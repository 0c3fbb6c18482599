import type { PermissionPolicy } from './permission.ts';

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

export const isKnownAgent = (name: string): name is KnownAgent => Object.hasOwn(KNOWN_AGENTS, name);

/** How an agent works without a terminal: the prompt on its standard input, and it ends by itself. */
interface Headless extends Start {
  /** What lets it do by itself what a policy allows. Nobody can be asked: the rest is denied. */
  readonly permits: Readonly<Record<PermissionPolicy, readonly string[]>>;
}

/**
 * The same without the protocol. Claude Code and Codex are asked for what they print for programs: it says how they ended,
 * and what it cost.
 */
const HEADLESS: Readonly<Record<KnownAgent, Headless>> = {
  claude: {
    // Print mode reads the prompt from a piped stdin. Without `--verbose` it refuses to print as a stream (2.1).
    command: ['claude', '-p', '--output-format', 'stream-json', '--verbose'],
    env: {},
    // Other tools follow the person's own rules.
    permits: {
      'allow-in-worktree': ['--permission-mode', 'acceptEdits'],
      ask: ['--permission-mode', 'default'],
      deny: ['--permission-mode', 'default'],
    },
  },
  codex: {
    // `-` = the prompt is on stdin. Without a sandbox mode `exec` is read-only; `--full-auto` is deprecated.
    command: ['codex', 'exec', '--json', '-'],
    env: {},
    permits: {
      'allow-in-worktree': ['--sandbox', 'workspace-write'],
      ask: ['--sandbox', 'read-only'],
      deny: ['--sandbox', 'read-only'],
    },
  },
  gemini: {
    // A stdin that is no terminal makes it headless.
    command: ['gemini'],
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    permits: {
      'allow-in-worktree': ['--approval-mode', 'auto_edit'],
      ask: ['--approval-mode', 'default'],
      deny: ['--approval-mode', 'default'],
    },
  },
  qwen: {
    command: ['qwen'],
    env: {},
    permits: {
      'allow-in-worktree': ['--approval-mode', 'auto-edit'],
      ask: ['--approval-mode', 'default'],
      deny: ['--approval-mode', 'default'],
    },
  },
  opencode: {
    // Reads stdin to its end before it starts; its default permissions allow edits, and only its own settings say otherwise.
    command: ['opencode', 'run'],
    env: {},
    permits: { 'allow-in-worktree': [], ask: [], deny: [] },
  },
  copilot: {
    // `-s`: only what the agent answers, no statistics. With `-p` it would not read the prompt from stdin.
    command: ['copilot', '-s'],
    env: {},
    // What is neither allowed nor denied is asked for, which without a terminal is a denial that the agent is told of.
    permits: {
      'allow-in-worktree': ['--allow-tool', 'write'],
      ask: [],
      deny: ['--deny-tool', 'write', '--deny-tool', 'shell'],
    },
  },
};

/** How a known agent is started headless under a policy. */
export function headlessStart(agent: KnownAgent, policy: PermissionPolicy): Start {
  const { command, env, permits } = HEADLESS[agent];
  const [program, ...rest] = command;
  return { command: [program, ...rest, ...permits[policy]], env };
}
