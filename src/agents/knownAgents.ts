/** An agent that people have installed under this name, and how it works without asking anybody. */
export interface KnownAgent {
  readonly name: string;
  /** Takes the prompt on standard input, edits below the working directory, ends by itself. */
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The order in which `auto` looks for programs on PATH, with the least that lets each of them edit files
 * unattended; what else it may do is up to the agent's own settings. ACP follows and will be preferred then
 * (events, permission requests); a person who wants other flags names the agent in the agent settings.
 */
export const KNOWN_AGENTS: readonly KnownAgent[] = [
  // Print mode reads the prompt from a piped stdin; edits are accepted, other tools follow the user's permission rules.
  { name: 'claude', command: ['claude', '-p', '--permission-mode', 'acceptEdits'], env: {} },
  // `-` = the prompt is on stdin. Without a sandbox mode `exec` is read-only; `--full-auto` is deprecated.
  { name: 'codex', command: ['codex', 'exec', '--sandbox', 'workspace-write', '-'], env: {} },
  // A stdin that is no terminal makes it headless. In a folder it does not trust, any approval mode falls back to asking.
  {
    name: 'gemini',
    command: ['gemini', '--approval-mode', 'auto_edit'],
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  },
  // Same code base and flags as gemini.
  { name: 'qwen', command: ['qwen', '--approval-mode', 'auto-edit'], env: {} },
  // Reads stdin to its end before it starts; its default permissions allow edits.
  { name: 'opencode', command: ['opencode', 'run'], env: {} },
];
