import type { AgentFound, AgentKind, AgentsFound } from '../../session/results.ts';
import { loginSteps, loginWords } from '../../sentences/loginWords.ts';
import { shownLine } from '../../model/text/oneLine.ts';

/** What picking an entry means. */
export type AgentPick =
  /** `null` means the first that is found. */
  | { readonly kind: 'use'; readonly name: string | null; readonly title: string }
  | { readonly kind: 'install'; readonly title: string; readonly command: string }
  | { readonly kind: 'settings' };

/** An entry of the list, or a separator between groups. */
export type AgentEntry =
  | { readonly group: string }
  | {
      readonly icon: string;
      readonly label: string;
      readonly description: string;
      readonly detail: string;
      readonly pick: AgentPick;
    };

const HOW: Readonly<Record<AgentKind, string>> = {
  acp: 'over the protocol',
  command: 'headless',
  manual: 'by hand',
  'language-model': 'in this window',
};

/** Lists who could do the work: what is installed, in `auto`'s order, then what could be; marks the one in use. */
export function agentChoices({ agents, auto }: AgentsFound): readonly AgentEntry[] {
  const here = agents.filter(({ kind }) => kind !== null);
  const missing = agents.filter((agent) => agent.install !== null || agent.kind === null);
  const titleOf = (name: string): string => agents.find((agent) => agent.name === name)?.title ?? name;
  return [
    { group: 'installed' },
    ...(auto.kind === null ? [goneEntry(auto, agents)] : []),
    {
      icon: markOf(!auto.chosen),
      label: 'Automatic',
      description: auto.chosen
        ? 'the first that is found'
        : `now ${auto.kind === 'manual' ? 'you, by hand' : titleOf(auto.name)}`,
      detail: auto.chosen ? '' : shownLine(auto.because, LONGEST),
      pick: { kind: 'use', name: null, title: 'the first agent that is found' },
    },
    ...here.filter(({ name }) => name !== 'manual').map((agent) => hereEntry(agent, auto)),
    {
      icon: markOf(auto.chosen && auto.name === 'manual'),
      label: 'By Hand',
      description: 'you, or any chat window',
      detail: 'Cairn shows what is to be done, watches for the artifacts and checks them.',
      pick: { kind: 'use', name: 'manual', title: 'you' },
    },
    ...(missing.length === 0 ? [] : [{ group: 'not installed' }]),
    ...missing.map(missingEntry),
    { group: 'more' },
    {
      icon: 'gear',
      label: 'Name an Agent of Your Own…',
      description: 'cairn.agents',
      detail: 'Any program that speaks the Agent Client Protocol or reads a prompt on standard input.',
      pick: { kind: 'settings' },
    },
  ];
}

const LONGEST = 200;

function hereEntry(agent: AgentFound, auto: AgentsFound['auto']): AgentEntry {
  const { name, title, kind, version, program, licence, quirk, from, login = null } = agent;
  return {
    icon: markOf(auto.chosen && auto.name === name),
    label: title,
    description: joined([
      from === 'settings' ? 'your settings' : '',
      kind === null ? '' : HOW[kind],
      version ?? '',
      login === null ? '' : loginWords(login),
    ]),
    detail: joined([
      ...(login?.is === 'none' ? loginSteps(login) : []),
      program ?? '',
      licence ?? '',
      quirk ?? '',
    ]),
    pick: { kind: 'use', name, title },
  };
}

function missingEntry({ name, title, kind, install, licence }: AgentFound): AgentEntry {
  if (install === null)
    return {
      icon: 'warning',
      label: title,
      description: 'its program is not installed',
      detail: `Named in your settings as ${name}.`,
      pick: { kind: 'settings' },
    };
  // Its headless mode is installed; over the protocol it also reports what it does, and asks.
  const what = kind === null ? title : `${title} over the protocol`;
  return {
    icon: 'cloud-download',
    label: what,
    description: licence ?? '',
    detail: install,
    pick: { kind: 'install', title: what, command: install },
  };
}

function goneEntry({ name }: AgentsFound['auto'], agents: readonly AgentFound[]): AgentEntry {
  const known = agents.find((agent) => agent.name === name);
  const command = known?.install ?? null;
  return {
    icon: 'error',
    label: known?.title ?? name,
    description: 'chosen, but not here',
    detail: 'No session that leaves the choice to you starts until it is back or another is chosen.',
    pick: command === null ? { kind: 'settings' } : { kind: 'install', title: known?.title ?? name, command },
  };
}

const joined = (parts: readonly string[]): string =>
  parts
    .map((part) => shownLine(part, LONGEST))
    .filter((part) => part !== '')
    .join(' · ');

/** Who works, for the middle of a question: `claude`, `claude and you`; '' when unknown. */
export function whoWorks(agents: readonly string[], auto: AgentsFound['auto'] | null): string {
  const names = agents.map((name) => {
    const meant = name === 'auto' ? (auto?.name ?? '') : name;
    return meant === 'manual' ? 'you' : meant;
  });
  const [first = '', ...rest] = [...new Set(names)];
  if (names.includes('')) return '';
  const last = rest.pop();
  return last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`;
}

/** The icon of an entry: a blank one keeps those that are not in use aligned. */
export const markOf = (used: boolean): string => (used ? 'check' : 'blank');
