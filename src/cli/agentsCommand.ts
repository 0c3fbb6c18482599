import type { AgentFound, AgentsFound } from '../session/results.ts';
import type { Command, Context } from './command.ts';
import { nextSteps, type NextStep } from './nextSteps.ts';
import { plainLine } from './plainText.ts';
import { renderTable, type Column } from './renderTable.ts';

export const agentsCommand: Command = {
  name: 'agents',
  group: 'Look',
  words: [],
  options: [],
  does: 'who could do the work here: which agents are installed, and what installs the others',
  examples: [['cairn agents', 'what is found, where, and which one auto takes']],
  async run(context) {
    const found = await (await context.api()).agents();
    return { exit: 0, json: found, text: agentsText(found, context) };
  },
};

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

function agentsText({ agents, auto }: AgentsFound, { style, width }: Context): string {
  const rows = agents.map((agent) => [
    { text: plainLine(agent.name), paint: agent.kind === null ? style.dim : style.bold },
    agent.kind === null
      ? { text: 'not found', paint: style.dim }
      : { text: HOW[agent.kind], paint: style.good },
    plainLine(agent.version ?? ''),
    plainLine(agent.program ?? ''),
  ]);
  const missing = agents.flatMap((agent): NextStep[] =>
    agent.install === null
      ? []
      : [[agent.install, agent.kind === null ? agent.title : `${agent.title} over the protocol`]],
  );
  const blocks = [
    renderTable(COLUMNS, rows, width, style.dim).join('\n'),
    `auto takes ${style.bold(plainLine(auto.name))}: ${plainLine(auto.because)}.`,
    nextSteps(missing, style, width, style.bold('What installs the others')),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}
