import { shellWords } from '../../base/shellWords.ts';
import { modelName } from './agentNames.ts';
import type { SessionCommands } from './sessionCommands.ts';
import type { AgentChoice, Command } from '../workflow/workflow.ts';

/** One thing that a session would do on this machine, safe to show anywhere. */
export interface ShownCommand {
  /** A phase; null: when a worktree is made. */
  readonly phase: string | null;
  readonly does: 'copies' | 'runs' | 'agent' | 'check';
  /** As it would be typed; nothing in it is invisible, and of a long one both ends are there. */
  readonly what: string;
}

/** Longer ones lose their middle, which is said. Characters. */
const MOST = 600;

/** What somebody who is asked to trust these commands must see of them. */
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
      // Before the command, as a shell has it: what a program loads by its environment is as good as its name.
      const env = Object.entries(agent.env).map(([name, value]) => `${name}=${shellWords([value])}`);
      const mode = agent.kind === 'acp' && agent.mode !== null ? [`(mode ${agent.mode})`] : [];
      return [...env, shellWords(agent.command), ...mode].join(' ');
    }
  }
}

/** What nobody sees, or what makes other text look other than it is: control, direction, width, private use; spaces but the one. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** A text on one line of which a reader sees everything, or how much was left out of its middle. */
function visible(text: string): string {
  const shown = text.replace(/\r?\n/g, '⏎').replace(UNSEEN, escaped).replace(/ {4,}/g, spaces);
  if (shown.length <= MOST) return shown;
  const [from, to] = [MOST / 2, shown.length - MOST / 2];
  // Half a character would be none.
  const start = shown.slice(0, from).replace(/\p{Cs}$/u, '');
  const end = shown.slice(to).replace(/^\p{Cs}/u, '');
  return `${start} … ${to - from} characters left out … ${end}`;
}

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** A wide gap would put what follows out of sight. */
const spaces = (run: string): string => ` (${run.length} spaces) `;
