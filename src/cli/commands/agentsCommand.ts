import { CairnError } from '../../base/cairnError.ts';
import type { MachineAgents } from '../../session/api/agents.ts';
import type { AgentFound, AgentsFound } from '../../session/results.ts';
import type { Answer, Command, CommandOption, Context } from './command.ts';
import { fillLines } from '../output/fillLines.ts';
import { nextSteps, type NextStep } from '../output/nextSteps.ts';
import { plainLine } from '../terminal/plainText.ts';
import { renderTable, type Column } from '../output/renderTable.ts';
import { textOf } from './typed.ts';

/** Who does phases that name no agent. */
export const USE: CommandOption = {
  flags: '--use <name>',
  does: 'have auto take this one from now on ("auto": the first that is found)',
};

/** What `doctor --agents` is as well. */
export const agentsCommand: Command = {
  name: 'agents',
  group: 'When something is wrong',
  isOldWord: true,
  words: [],
  options: [USE],
  does: 'the same as `cairn doctor --agents`: which coding agents are installed, and what installs the others',
  examples: [
    ['cairn agents', 'what is found, where, and which one auto takes'],
    ['cairn agents --use opencode', 'phases that name no agent are done by opencode, here and in VS Code'],
  ],
  run: (context, typed) => agentsAnswer(context, textOf(typed, 'use')),
};

/** @param use the agent that is chosen first; null: none */
export async function agentsAnswer(context: Context, use: string | null): Promise<Answer> {
  const agents = context.agents();
  if (use !== null) await choose(agents, use);
  const found = await agents.found();
  return { exit: 0, json: found, text: agentsText(found, context) };
}

async function choose(agents: MachineAgents, name: string): Promise<void> {
  if (name === 'auto') return agents.choose(null);
  const all = (await agents.found()).agents;
  const meant = all.find((agent) => agent.name === name);
  if (name !== 'manual' && (meant === undefined || meant.kind === null))
    throw new CairnError('machine/agent-not-found', {
      agent: name,
      tried: meant?.sought ?? [],
      ...(meant === undefined ? { known: [...all.map((agent) => agent.name), 'manual'] } : {}),
      ...(meant?.install == null ? {} : { install: meant.install }),
    });
  await agents.choose(name);
}

const COLUMNS: readonly Column[] = [
  { title: 'Agent' },
  { title: 'How' },
  { title: 'Version', shrink: { to: 10, keep: 'start' }, drop: 1 },
  { title: 'Where', shrink: { to: 16, keep: 'ends' }, drop: 2 },
];

const HOW: Readonly<Record<NonNullable<AgentFound['kind']>, string>> = {
  acp: 'protocol',
  command: 'headless',
  manual: 'by hand',
  'language-model': 'model',
};

const soughtWords = (sought: readonly string[]): string =>
  sought.length === 0 ? '' : `looked for ${sought.join(', ')}`;

function agentsText({ agents, auto }: AgentsFound, { style, width }: Context): string {
  const rows = agents.map((agent) => [
    { text: plainLine(agent.name), paint: agent.kind === null ? style.dim : style.bold },
    agent.kind === null
      ? { text: 'not found', paint: style.dim }
      : { text: HOW[agent.kind], paint: style.good },
    plainLine(agent.version ?? ''),
    // For known agents that are missing, the install command says enough.
    plainLine(agent.program ?? (agent.from === 'settings' ? soughtWords(agent.sought) : '')),
  ]);
  const quirks = agents.flatMap(({ name, kind, quirk }) =>
    kind === null || quirk === null
      ? []
      : [
          fillLines(quirk.split(' ').map(plainLine), {
            width,
            first: `${style.asks('·')} ${plainLine(name)} `,
            indent: '  ',
          }),
        ],
  );
  const missing = agents.flatMap((agent): NextStep[] =>
    agent.install === null
      ? []
      : [[agent.install, agent.kind === null ? agent.title : `${agent.title} over the protocol`]],
  );
  const blocks = [
    renderTable(COLUMNS, rows, width, style.dim).join('\n'),
    auto.kind === null
      ? style.bad(`auto is ${plainLine(auto.name)}: ${plainLine(auto.because)}.`)
      : `auto takes ${style.bold(plainLine(auto.name))}: ${plainLine(auto.because)}.`,
    quirks.join('\n'),
    nextSteps(missing, style, width, style.bold('What installs the others')),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}
