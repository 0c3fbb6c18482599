import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acpAgent } from '../../src/agents/acp/acpAgent.ts';
import { createAgents } from '../../src/agents/createAgents.ts';
import type { AgentChoice } from '../../src/model/workflow/workflow.ts';
import type { Agent } from '../../src/session/ports.ts';
import { acpAgentWith } from '../support/acpAgent.ts';
import type { AcpPart } from '../support/acpPart.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { playAcp } from '../support/playAcp.ts';
import { realProcesses } from '../support/realProcesses.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { chatAgent, scriptedChat } from '../support/scriptedChat.ts';
import { scriptedProcesses } from '../support/scriptedProcesses.ts';
import type { AgentKind, Parts } from './agentParts.ts';
import { chatKind } from './chatKind.ts';
import { HEADLESS_KINDS } from './headlessKinds.ts';

const made = (choice: AgentChoice): Promise<Agent> =>
  createAgents({
    processes: realProcesses(),
    env: {},
    agentSettings: new Map(),
    settingsPlace: 'none',
  }).resolve(choice);

export async function command(script: string): Promise<Agent> {
  const file = join(await temporaryFolder(), 'agent.sh');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return made({ kind: 'command', command: [file], env: { FROM_DEFINITION: 'yes' } });
}

/** The parts of an agent that speaks the Agent Client Protocol, however it is reached. */
const acpParts = (play: (part: AcpPart) => Promise<Agent>): Parts => ({
  willing: () => play({ steps: [{ say: '$prompt' }] }),
  marking: () => play({ steps: [{ write: { path: 'got', text: '' } }] }),
  endless: () => play({ steps: [{ say: 'working\n' }, { wait: 600_000 }] }),
  late: () => play({ steps: [{ wait: 600_000 }] }),
  crashing: () => play({ steps: [{ grumble: 'no key' }, { wait: 50 }, { exit: 7 }] }),
  refusing: () => play({ steps: [{ say: 'No.' }], stop: 'refusal' }),
  unknown: () => play({ newFails: { code: -32_000, message: 'Authentication required' } }),
  sentAway: () => play({ steps: [{ fail: { code: -32_603, message: '429 Too Many Requests' } }] }),
  ending: (words) => play({ steps: [{ write: { path: 'made.txt', text: 'made' } }, { say: words }] }),
  telling: () =>
    play({
      steps: [
        { say: 'first\n' },
        { plan: ['write'] },
        { write: { path: 'made.txt', text: 'made' } },
        { say: 'last' },
      ],
      answer: { usage: { inputTokens: 11, outputTokens: 2, totalTokens: 13 } },
    }),
  // Its last words tell that it ended by itself, and not over what was denied.
  asking: () =>
    play({
      steps: [{ write: { path: 'asked.txt', text: 'asked' }, asks: true }, { say: 'That was all.' }],
    }),
});

/** The same agent without a process around it: over streams in this one. */
async function acpHere(part: AcpPart): Promise<Agent> {
  const processes = scriptedProcesses({
    '*': (_task, { stdin, stdout }) => {
      const ended = Promise.withResolvers<{ exitCode: number; output: string }>();
      let said = '';
      playAcp(part, {
        input: stdin,
        output: stdout,
        errors: (text) => void (said += text),
        exit: (exitCode) => ended.resolve({ exitCode, output: said }),
      });
      stdin.once('end', () => ended.resolve({ exitCode: 0, output: said }));
      return ended.promise;
    },
  });
  return acpAgent(
    {
      name: 'scripted',
      command: ['here'],
      env: {},
      mode: null,
      preferredModes: [],
      permissions: 'ask',
      stallMs: null,
      login: null,
      tellsFailure: null,
      isAdapter: false,
      keepsShell: true,
      chosenBecause: null,
      version: async () => null,
    },
    processes,
  );
}

const scripted = (name: string): Promise<Agent> =>
  scriptedAgents({
    willing: (task) => {
      task.onEvent({ type: 'text', text: task.prompt });
      return { kind: 'completed', finalText: task.prompt };
    },
    endless: () => new Promise(() => undefined),
  }).resolve({ kind: 'named', name });

export const AGENT_KINDS: readonly AgentKind[] = [
  {
    name: 'command',
    kind: 'command',
    outcome: 'completed',
    processes: true,
    parts: {
      willing: () => command('cat'),
      marking: () => command('read line; touch got'),
      endless: () => command('echo working; sleep 600'),
      late: () => command('sleep 600'),
      deaf: () =>
        command(
          "trap '' TERM INT HUP; setsid sleep 600 > /dev/null 2>&1 &\necho working; while :; do sleep 1; done",
        ),
      crashing: () => command('echo no key >&2; exit 7'),
      ending: (words) => command(`printf made > made.txt; echo 'wrote it'; echo; echo '${words}'`),
      missing: () => made({ kind: 'command', command: ['./no-such-agent'], env: {} }),
    },
  },
  ...HEADLESS_KINDS,
  {
    name: 'manual',
    kind: 'manual',
    outcome: 'needs-input',
    processes: false,
    parts: { willing: () => made({ kind: 'manual' }) },
  },
  {
    name: 'acp, as a process',
    kind: 'acp',
    outcome: 'completed',
    processes: true,
    parts: {
      ...acpParts((part) => acpAgentWith(part, { permissions: 'ask' })),
      deaf: () =>
        acpAgentWith({
          ignoresCancel: true,
          ignoresEnd: true,
          steps: [{ fork: true }, { say: 'working\n' }, { wait: 600_000 }],
        }),
      missing: () => made({ kind: 'acp', command: ['./no-such-agent'], mode: null, env: {} }),
    },
  },
  {
    name: 'acp, in this process',
    kind: 'acp',
    outcome: 'completed',
    processes: false,
    parts: acpParts(acpHere),
  },
  chatKind((replies, permissions) => chatAgent(scriptedChat(replies), permissions)),
  {
    name: 'the twin that other tests play with',
    kind: 'command',
    outcome: 'completed',
    processes: false,
    parts: { willing: () => scripted('willing'), endless: () => scripted('endless') },
  },
];
