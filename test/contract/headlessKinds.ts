import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createAgents } from '../../src/agents/createAgents.ts';
import { headlessStart, type KnownAgent } from '../../src/model/agent/knownAgents.ts';
import type { Agent } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { claude, codex, printed } from '../support/headlessStreams.ts';
import { realProcesses } from '../support/realProcesses.ts';
import type { AgentKind, Parts } from './agentParts.ts';

type Lines = readonly (object | string)[];

/** A program of this name, first on PATH, that reads its prompt and then does this; started as the known agent is. */
async function playing(name: KnownAgent, script: string): Promise<Agent> {
  const folder = await temporaryFolder();
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\nprompt=$(cat)\n${script}\n`);
  await chmod(file, 0o755);
  const agents = createAgents({
    processes: realProcesses(),
    env: {},
    agentSettings: new Map(),
    settingsPlace: 'none',
  });
  const { command, env } = headlessStart(name, 'allow-in-worktree');
  const PATH = [folder, process.env['PATH']].join(delimiter);
  return agents.resolve({ kind: 'command', command, env: { ...env, PATH } });
}

/** Prints these lines, with the prompt where it says PROMPT. */
const prints = (...lines: Lines): string => `sed "s/PROMPT/$prompt/" <<'END'\n${printed(lines)}END`;

/** How one of them says things. */
interface Words {
  readonly begins: Lines;
  says(text: string): object | string;
  /** Ends its turn, having said that last. */
  ends(text: string): Lines;
  fails(text: string): Lines;
  /** Plans, and writes `made.txt`; null: it tells of neither. */
  readonly works: readonly [before: Lines, after: Lines] | null;
}

const parts = (name: KnownAgent, { begins, says, ends, fails, works }: Words): Parts => {
  const plays = (script: string): Promise<Agent> => playing(name, script);
  return {
    willing: () => plays(prints(...begins, says('PROMPT'), ...ends('PROMPT'))),
    marking: () => plays(`touch got\n${prints(...begins, ...ends('done'))}`),
    endless: () => plays(`${prints(...begins, says('working'))}\nsleep 600`),
    late: () => plays('sleep 600'),
    deaf: () =>
      plays(
        `trap '' TERM INT HUP; setsid sleep 600 > /dev/null 2>&1 &\n${prints(...begins, says('working'))}\nwhile :; do sleep 1; done`,
      ),
    crashing: () => plays('echo no key >&2; exit 7'),
    unknown: () => plays(`${prints(...begins, ...fails('401 Unauthorized'))}\nexit 1`),
    sentAway: () => plays(prints(...begins, ...fails('429 Too Many Requests'))),
    ending: (words) => plays(`printf made > made.txt\n${prints(...begins, says(words), ...ends(words))}`),
    ...(works === null
      ? {}
      : {
          telling: () =>
            plays(
              [
                prints(...begins, says('first'), ...works[0]),
                'printf made > made.txt',
                prints(...works[1], says('last'), ...ends('last')),
              ].join('\n'),
            ),
        }),
  };
};

const CLAUDE: Words = {
  begins: [claude.init],
  says: (text) => claude.says(text),
  ends: (result) => [claude.result({ result })],
  fails: (text) => [
    claude.says(`API Error: ${text}`, { error: 'unknown' }),
    claude.result({ is_error: true, result: `API Error: ${text}` }),
  ],
  works: [
    [
      claude.calls('p', 'TodoWrite', { todos: [{ content: 'write', status: 'pending' }] }),
      claude.calls('w', 'Write', { file_path: 'made.txt', content: 'made' }),
    ],
    [claude.called('w')],
  ],
};

const change = { id: 'w', type: 'file_change', changes: [{ path: 'made.txt', kind: 'add' }] };
const CODEX: Words = {
  begins: [codex.thread, codex.turn],
  says: codex.says,
  ends: () => [codex.completed],
  fails: (text) => [codex.error(text), codex.failed(text)],
  works: [
    [
      codex.item('started', { id: 'p', type: 'todo_list', items: [{ text: 'write', completed: false }] }),
      codex.item('started', { ...change, status: 'in_progress' }),
    ],
    [codex.item('completed', { ...change, status: 'completed' })],
  ],
};

const headless = { kind: 'command', outcome: 'completed', processes: true } as const;
const asked = { tool_name: 'AskUserQuestion', tool_input: { questions: [{ question: 'Which one?' }] } };

/** Known agents without a terminal, each played by a program of its name. */
export const HEADLESS_KINDS: readonly AgentKind[] = [
  {
    ...headless,
    name: 'claude, headless',
    parts: {
      ...parts('claude', CLAUDE),
      refusing: () =>
        playing('claude', prints(claude.init, claude.result({ stop_reason: 'refusal', result: 'No.' }))),
      wondering: () => playing('claude', prints(claude.init, claude.result({ permission_denials: [asked] }))),
    },
  },
  { ...headless, name: 'codex, headless', parts: parts('codex', CODEX) },
  {
    ...headless,
    name: 'copilot, headless',
    parts: parts('copilot', {
      begins: [],
      says: (text) => text,
      ends: () => [],
      fails: (text) => ['', `Error: ${text}`],
      works: null,
    }),
  },
];
