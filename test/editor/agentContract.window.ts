import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { languageModelAgent } from '../../src/agents/languageModel/languageModelAgent.ts';
import type { Permissions } from '../../src/model/agent/permissionRules.ts';
import type { ChatFailure } from '../../src/model/chat/chat.ts';
import type { Agent, Processes } from '../../src/session/ports.ts';
import { createChatModels } from '../../src/vscode/languageModel/chatModels.ts';
import { SENTENCES } from '../contract/agentSentences.ts';
import { chatKind } from '../contract/chatKind.ts';
import type { Reply } from '../support/chatReplies.ts';
import type { NamedTests } from './harness/runNamedTests.ts';

/** What the provider of this window answers, reply by reply. */
let replies: readonly Reply[] = [];
let requests = 0;

const MODEL: vscode.LanguageModelChatInformation = {
  id: 'one',
  name: 'Scripted One',
  family: 'scripted',
  version: '1',
  maxInputTokens: 64_000,
  maxOutputTokens: 4_000,
  capabilities: { toolCalling: true },
};

const provider: vscode.LanguageModelChatProvider = {
  provideLanguageModelChatInformation: () => [MODEL],
  provideTokenCount: async (_model, text) => Math.ceil((typeof text === 'string' ? text.length : 100) / 4),
  async provideLanguageModelChatResponse(_model, _messages, _options, progress, token) {
    const reply = replies[requests];
    requests += 1;
    if (reply === undefined) throw new Error(`no reply is written for request ${requests}`);
    for (const part of reply) {
      if (part === 'never') await new Promise<void>((end) => token.onCancellationRequested(() => end()));
      else if (part.type === 'text') progress.report(new vscode.LanguageModelTextPart(part.text));
      else if (part.type === 'call')
        progress.report(
          new vscode.LanguageModelToolCallPart(part.call.id, part.call.name, part.call.input as object),
        );
      else throw errorOf(part.failure);
    }
  },
};

function errorOf({ kind, message }: ChatFailure): Error {
  switch (kind) {
    case 'no-consent':
      return vscode.LanguageModelError.NoPermissions(message);
    case 'over-quota':
      return vscode.LanguageModelError.Blocked(message);
    case 'refused':
      return Object.assign(new Error(message), { code: 'content_filter' });
    case 'gone':
      return vscode.LanguageModelError.NotFound(message);
    case 'other':
      return new Error(message);
  }
}

/** Nothing in these sentences runs a command. */
const NO_PROCESSES: Processes = {
  prepare: () => undefined,
  run: () => Promise.reject(new Error('a command was run')),
  end: () => Promise.resolve(false),
};

function agentOf(written: readonly Reply[], permissions: Permissions): Agent {
  replies = written;
  requests = 0;
  return languageModelAgent(
    { name: 'vscode', model: { vendor: 'scripted' }, permissions, stallMs: null, chosenBecause: null },
    createChatModels(),
    NO_PROCESSES,
  );
}

const { parts, ...kind } = chatKind(agentOf);
/** Below the workspace, which goes when the window has. */
const folder = (): Promise<string> =>
  mkdtemp(join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? tmpdir(), 'contract-'));

/** The contract suite of the agent interface over the language model of a real window. */
export const tests: NamedTests = {
  'a provider of language models is registered': () =>
    void vscode.lm.registerLanguageModelChatProvider('scripted', provider),
  ...Object.fromEntries(
    Object.entries(SENTENCES).flatMap(([sentence, { part, holds }]) => {
      const make = parts[part];
      return make === undefined ? [] : [[sentence, () => holds({ ...kind, make, folder })] as const];
    }),
  ),
};
