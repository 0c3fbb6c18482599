import { dirname, join } from 'node:path';
import { languageModelAgent } from '../../src/agents/languageModel/languageModelAgent.ts';
import type { ChatMessage, ToolSpec } from '../../src/model/chat/chat.ts';
import type { Permissions } from '../../src/model/agent/permissionRules.ts';
import type { Agent, AgentTask, ChatModels } from '../../src/session/ports.ts';
import type { Reply } from './chatReplies.ts';
import { realProcesses } from './realProcesses.ts';

export interface ScriptedChat extends ChatModels {
  /** What the model was sent, request by request. */
  readonly requests: (readonly ChatMessage[])[];
  readonly tools: ToolSpec[];
}

/** A model whose replies the test writes, in their order; a token is four characters. */
export function scriptedChat(
  replies: readonly Reply[],
  { maxInputTokens = 100_000, absent = false }: { maxInputTokens?: number; absent?: boolean } = {},
): ScriptedChat {
  const requests: (readonly ChatMessage[])[] = [];
  const tools: ToolSpec[] = [];
  return {
    requests,
    tools,
    list: async () =>
      absent ? [] : [{ vendor: 'test', family: 'scripted', id: 'one', name: 'Scripted', maxInputTokens }],
    find: async () =>
      absent
        ? null
        : {
            id: 'test/one',
            name: 'Scripted',
            maxInputTokens,
            countTokens: async (text) => Math.ceil(text.length / 4),
            async *send(messages, offered) {
              requests.push(structuredClone(messages));
              tools.splice(0, tools.length, ...offered);
              const reply = replies[requests.length - 1];
              if (reply === undefined) throw new Error(`no reply is written for request ${requests.length}`);
              for (const part of reply) {
                if (part === 'never') await new Promise(() => undefined);
                else yield part;
              }
            },
          },
  };
}

/** The agent, with real files and processes. */
export const chatAgent = (models: ChatModels, permissions: Permissions = 'allow-in-worktree'): Agent =>
  languageModelAgent(
    { name: 'vscode', model: {}, permissions, stallMs: null, chosenBecause: null },
    models,
    realProcesses(),
  );

/** A task in a folder; its output is beside, in `<name of the attempt>/`. */
export function chatTask(
  cwd: string,
  attempt: string,
  over: Partial<AgentTask> = {},
): AgentTask & { readonly folder: string } {
  const folder = join(dirname(cwd), attempt);
  return {
    folder,
    prompt: 'Do it.',
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    outputFile: join(folder, 'agent.log'),
    signal: new AbortController().signal,
    onStarted: async () => undefined,
    onEvent: () => undefined,
    permit: async () => 'deny',
    goOn: null,
    promptAgain: async () => false,
    ...over,
  };
}
