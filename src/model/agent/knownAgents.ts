import type { PermissionPolicy } from './permissionRules.ts';

/** One way to start an agent. */
export interface Start {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

export type KnownAgent = 'claude' | 'codex' | 'gemini' | 'qwen' | 'opencode' | 'copilot';

/**
 * Agents that are found automatically, and how each is started over the Agent Client Protocol. Settings may refine one without
 * repeating that.
 */
export const KNOWN_AGENTS: Readonly<Record<KnownAgent, Start>> = {
  claude: { command: ['claude-agent-acp'], env: {} },
  codex: { command: ['codex-acp'], env: {} },
  // In a folder that it does not trust, every mode falls back to asking.
  gemini: { command: ['gemini', '--acp'], env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } },
  qwen: { command: ['qwen', '--acp'], env: {} },
  opencode: { command: ['opencode', 'acp'], env: {} },
  copilot: { command: ['copilot', '--acp'], env: {} },
};

export const isKnownAgent = (name: string): name is KnownAgent => Object.hasOwn(KNOWN_AGENTS, name);

/** How an agent works headless: it reads the prompt from standard input and ends by itself. */
interface Headless extends Start {
  /** Arguments that let it do what the policy allows. Nobody can be asked, so the rest is denied. */
  readonly permits: Readonly<Record<PermissionPolicy, readonly string[]>>;
}

/**
 * The same without the protocol. Claude Code and Codex print structured output, which tells how they ended and what it cost.
 */
const HEADLESS: Readonly<Record<KnownAgent, Headless>> = {
  claude: {
    // Print mode reads the prompt from a piped stdin. Without `--verbose` it refuses to print as a stream (2.1).
    command: ['claude', '-p', '--output-format', 'stream-json', '--verbose'],
    env: {},
    // Other tools follow the user's own rules.
    permits: {
      'allow-in-worktree': ['--permission-mode', 'acceptEdits'],
      ask: ['--permission-mode', 'default'],
      deny: ['--permission-mode', 'default'],
      // For containers: it asks for nothing any more.
      allow: ['--permission-mode', 'bypassPermissions'],
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
      allow: ['--sandbox', 'danger-full-access'],
    },
  },
  gemini: {
    // Headless if stdin is not a terminal.
    command: ['gemini'],
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    permits: {
      'allow-in-worktree': ['--approval-mode', 'auto_edit'],
      ask: ['--approval-mode', 'default'],
      deny: ['--approval-mode', 'default'],
      allow: ['--approval-mode', 'yolo'],
    },
  },
  qwen: {
    command: ['qwen'],
    env: {},
    permits: {
      'allow-in-worktree': ['--approval-mode', 'auto-edit'],
      ask: ['--approval-mode', 'default'],
      deny: ['--approval-mode', 'default'],
      allow: ['--approval-mode', 'yolo'],
    },
  },
  opencode: {
    // Reads all of stdin before it starts. By default it may edit; only its own settings can change that.
    command: ['opencode', 'run'],
    env: {},
    permits: { 'allow-in-worktree': [], ask: [], deny: [], allow: [] },
  },
  copilot: {
    // `-s`: only the agent's answer, no statistics. With `-p` it would not read the prompt from stdin.
    command: ['copilot', '-s'],
    env: {},
    // It asks about what is neither allowed nor denied, which without a terminal is a denial told to the agent.
    permits: {
      'allow-in-worktree': ['--allow-tool', 'write'],
      ask: [],
      deny: ['--deny-tool', 'write', '--deny-tool', 'shell'],
      allow: ['--allow-all-tools'],
    },
  },
};

/** How to start a known agent headless under a policy. */
export function headlessStart(agent: KnownAgent, policy: PermissionPolicy): Start {
  const { command, env, permits } = HEADLESS[agent];
  const [program, ...rest] = command;
  return { command: [program, ...rest, ...permits[policy]], env };
}
