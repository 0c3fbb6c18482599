import { shellWords } from '../../base/shellWords.ts';
import { modelName } from './agentNames.ts';
import { UNSEEN } from '../text/unseen.ts';
import type { SessionCommands } from './sessionCommands.ts';
import type { AgentChoice, Command } from '../workflow/workflow.ts';

/** One command that a session would run on this machine, safe to show anywhere. */
export interface ShownCommand {
  /** The phase; null when a worktree is made. */
  readonly phase: string | null;
  readonly does: 'copies' | 'runs' | 'agent' | 'check';
  /** As typed, without invisible characters; a long one keeps both ends. */
  readonly what: string;
}

/** Longer ones have their middle cut, which is told. Characters. */
const MOST = 600;

/** What a person must see before they trust these commands. */
export function shownCommands({ copy, setup, phases }: SessionCommands): readonly ShownCommand[] {
  return [
    ...copy.map((path): ShownCommand => ({ phase: null, does: 'copies', what: visible(path) })),
    ...setup.map((command): ShownCommand => ({ phase: null, does: 'runs', what: visible(typed(command)) })),
    ...phases.flatMap(({ phase, agent, checks }): readonly ShownCommand[] => [
      { phase, does: 'agent', what: visible(agentWords(agent)) },
      ...checks.map((check): ShownCommand => ({ phase, does: 'check', what: visible(typed(check)) })),
    ]),
  ];
}

/** What an agent starts where the workflow itself says that, safe to show; null: a name, which this machine knows. */
export const shownAgent = (agent: AgentChoice): string | null =>
  agent.kind === 'command' || agent.kind === 'acp' ? visible(agentWords(agent)) : null;

const typed = (command: Command): string => (typeof command === 'string' ? command : shellWords(command));

function agentWords(agent: AgentChoice): string {
  switch (agent.kind) {
    case 'named':
      if (agent.name === 'manual') return 'you';
      return `${agent.name} (as this machine has it)`;
    case 'manual':
      return 'you';
    case 'language-model':
      return `a language model (${modelName(agent.model)})`;
    case 'command':
    case 'acp': {
      // Environment first, as in a shell: it may load code, so it matters as much as the program.
      const env = Object.entries(agent.env).map(([name, value]) => `${name}=${shellWords([value])}`);
      const mode = agent.kind === 'acp' && agent.mode !== null ? [`(mode ${agent.mode})`] : [];
      return [...env, shellWords(agent.command), ...mode].join(' ');
    }
  }
}

/** Invisible or misleading characters: control, direction, width, private use, unusual spaces and blanks. */
const MISLEADING = new RegExp(String.raw`[${UNSEEN}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}`, 'gu');

/** A text on one line that shows everything, or how much of its middle was cut. */
function visible(text: string): string {
  const shown = text.replace(/\r?\n/g, '⏎').replace(MISLEADING, escaped).replace(/ {4,}/g, spaces);
  if (shown.length <= MOST) return shown;
  const [from, to] = [MOST / 2, shown.length - MOST / 2];
  // Never cut a character in half.
  const start = shown.slice(0, from).replace(/\p{Cs}$/u, '');
  const end = shown.slice(to).replace(/^\p{Cs}/u, '');
  return `${start} … ${to - from} characters left out … ${end}`;
}

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** A wide gap would push what follows out of sight. */
const spaces = (run: string): string => ` (${run.length} spaces) `;
