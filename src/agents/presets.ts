import { programName } from '../model/agent/agentNames.ts';
import { headlessStart, KNOWN_AGENTS, type KnownAgent, type Start } from '../model/agent/knownAgents.ts';
import type { Environment } from '../host/searchPath.ts';
import { UNLESS_SAID } from '../model/agent/agentSettings.ts';
import type { FailureSignal } from './acp/failureSignal.ts';
import type { Carried } from './carriedVersion.ts';
import { findProgram } from './findProgram.ts';

/** An agent that people may have installed, and how to drive it without any configuration. */
export interface Preset {
  /** What a workflow calls it. */
  readonly name: KnownAgent;
  readonly title: string;
  /** The agent's licence; if only an adapter is free, both licences. */
  readonly licence: string;
  /** Speaks the Agent Client Protocol: preferred wherever its program is on PATH. */
  readonly acp: Start & {
    /** Modes in which it edits its working directory unattended and asks for the rest; we set the first that it has. */
    readonly modes: readonly string[];
    /** How it reports that its provider failed, besides in words that any agent may use; left out if we know of no way. */
    readonly tellsFailure?: FailureSignal;
    /** Whether its commands are read by one shell, which remembers folder and variables. */
    readonly keepsShell: boolean;
    /** The agent behind it, if the program we start is an adapter. */
    readonly carries?: Carried;
  };
  /** Without the protocol: takes the prompt on standard input, edits below the working directory and ends by itself. */
  readonly headless: Start;
  /** What a person types to log in. */
  readonly login: string;
  /** What a person types to install what `acp` starts. */
  readonly install: string;
  /** An oddity that matters to a person; null if we know of none. */
  readonly quirk: string | null;
}

/** The best way to start a preset here, over the protocol if possible; null if nothing of it is installed. */
export function startHere(
  { acp, headless }: Preset,
  env: Environment,
): { readonly kind: 'acp' | 'command'; readonly start: Start; readonly program: string } | null {
  const speaks = findProgram(acp.command[0], env, null);
  if (speaks !== null) return { kind: 'acp', start: acp, program: speaks };
  const program = findProgram(headless.command[0], env, null);
  return program === null ? null : { kind: 'command', start: headless, program };
}

/**
 * The known agent that a command of the settings starts, over the protocol or headless; undefined for a person's own program.
 * Only a bare name counts: a path may lead to a wrapper, which we must not start just to ask it.
 */
export const presetStartedBy = ([program]: readonly [string, ...string[]]): Preset | undefined =>
  PRESETS.find(({ acp, headless }) => program === acp.command[0] || program === headless.command[0]);

/** The known agent whose headless program has this name; undefined for a person's own program. */
export const presetNamedBy = (program: string): Preset | undefined =>
  PRESETS.find(({ headless }) => headless.command[0] === program.replace(/\.(?:exe|cmd|bat|ps1)$/i, ''));

/**
 * The known agent that a command starts over the protocol, in whatever way: by a path, or with a package runner
 * (`npx -y @agentclientprotocol/codex-acp`). What it asks, and how it reports failure, does not depend on that.
 */
export function presetMeantBy([program, ...words]: readonly [string, ...string[]]): Preset | undefined {
  const name = programName(program).replace(/\.(?:cmd|exe|c?js|mjs)$/i, '');
  const fetched = RUNNERS.has(name) ? words.find((word) => !NO_PACKAGE.test(word)) : undefined;
  const wanted = fetched?.replace(/(?<=.)@[^@/]*$/, '');
  return PRESETS.find(
    ({ acp, install }) =>
      acp.command[0] === name || (wanted !== undefined && install.split(' ').includes(wanted)),
  );
}

const RUNNERS = new Set(['npx', 'bunx', 'pnpx', 'npm', 'pnpm', 'yarn', 'bun']);
const NO_PACKAGE = /^(?:-.*|exec|x|dlx)$/;

/** What we looked for, when none of it is installed. */
export const soughtOf = ({ acp, headless }: Preset): string => {
  const programs = new Set([acp.command[0], headless.command[0]]);
  return `${[...programs].join(' and ')} on PATH`;
};

type Known = Omit<Preset, 'acp' | 'headless'> & { readonly acp: Omit<Preset['acp'], keyof Start> };

/**
 * The agents that are found without settings, in the order in which `auto` looks. A person who wants other flags names the
 * agent in the agent settings. We bundle none of them and start what the person installed.
 *
 * Mode ids and defaults differ from agent to agent, so the mode is always set.
 */
const KNOWN: readonly Known[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    licence: 'adapter Apache-2.0, agent proprietary',
    acp: {
      modes: ['acceptEdits'],
      keepsShell: true,
      carries: {
        variable: 'CLAUDE_CODE_EXECUTABLE',
        package: '@anthropic-ai/claude-agent-sdk',
        key: 'claudeCodeVersion',
        program: 'claude',
      },
    },
    login: 'claude /login',
    install: 'npm install -g @anthropic-ai/claude-code @agentclientprotocol/claude-agent-acp',
    quirk: null,
  },
  {
    name: 'codex',
    title: 'Codex',
    licence: 'Apache-2.0',
    acp: {
      // Since 1.7 `agent` is *auto review*: a model decides what it may do beyond its rules, and nobody here is asked.
      modes: ['workspace-write', 'agent', 'auto'],
      keepsShell: false,
      // Seen in codex-acp 2.6.0.
      tellsFailure: { by: 'message-without-id', notices: /^(?:Config w|W)arning: |^\*Context compacted/ },
      carries: { variable: 'CODEX_PATH', package: '@openai/codex', key: 'version', program: 'codex' },
    },
    login: 'codex login',
    install: 'npm install -g @openai/codex @agentclientprotocol/codex-acp',
    // It does not end when its input ends, but we end its process group anyway.
    quirk: null,
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    licence: 'Apache-2.0',
    acp: { modes: ['autoEdit', 'auto_edit', 'auto-edit'], keepsShell: false },
    login: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    quirk: 'its tools refuse files that git ignores, which in place are those of the session',
  },
  {
    name: 'qwen',
    title: 'Qwen Code',
    licence: 'Apache-2.0',
    acp: { modes: ['auto-edit', 'autoEdit', 'auto_edit'], keepsShell: false },
    login: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    quirk: 'starts in a mode that accepts everything unless another is set',
  },
  {
    name: 'opencode',
    title: 'opencode',
    licence: 'MIT',
    acp: { modes: ['build'], keepsShell: false },
    login: 'opencode auth login',
    install: 'npm install -g opencode-ai',
    quirk: 'asks only where its own settings say `permission: ask`',
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot CLI',
    licence: 'proprietary',
    acp: {
      modes: ['https://agentclientprotocol.com/protocol/session-modes#agent'],
      keepsShell: true,
      // Seen in Copilot CLI 1.0.
      tellsFailure: { by: 'last-chunk', begins: 'Error: ' },
    },
    login: 'copilot login',
    install: 'npm install -g @github/copilot',
    quirk: null,
  },
];

export const PRESETS: readonly Preset[] = KNOWN.map((known) => ({
  ...known,
  acp: { ...KNOWN_AGENTS[known.name], ...known.acp },
  headless: headlessStart(known.name, UNLESS_SAID.permissions),
}));
