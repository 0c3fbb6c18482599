import * as vscode from 'vscode';
import type { ModelSelector, ChatMessage } from '../../model/chat/chat.ts';
import type { ChatModel, ChatModelFound, ChatModels } from '../../session/ports.ts';
import { setting } from '../window/settings.ts';
import { failureOf } from './failureOf.ts';

const WHY = 'Cairn lets this model do a phase of a session, with tools in the session’s working tree.';

/** The language models of this window. A fork of VS Code may lack the API: then there are none. */
export function createChatModels(): ChatModels {
  const began = Date.now();
  const select = async (selector: ModelSelector): Promise<readonly vscode.LanguageModelChat[]> => {
    const models = await selectNow(selector);
    // Extensions that offer models may still be starting.
    if (models.length > 0 || Date.now() - began > PATIENCE_MS) return models;
    await nextChange();
    return selectNow(selector);
  };
  return {
    list: async () => (await select({})).map(foundOf),
    async find(selector) {
      const chosen = Object.keys(selector).length > 0 ? selector : setting('cairn.languageModel');
      const [first] = await select(chosen);
      return first === undefined ? null : modelOf(first);
    },
  };
}

/** How long after a window starts its first models may still arrive, and how long to wait for one. Milliseconds. */
const PATIENCE_MS = 30_000;
const CHANGE_MS = 3_000;

async function selectNow(selector: ModelSelector): Promise<readonly vscode.LanguageModelChat[]> {
  // Typed as always present; a fork may lack it.
  const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;
  if (lm?.selectChatModels === undefined) return [];
  try {
    return await lm.selectChatModels({ ...selector });
  } catch {
    // An extension that fails to list its models has none.
    return [];
  }
}

/** Resolves when the models change, or after a while. */
async function nextChange(): Promise<void> {
  const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = lm?.onDidChangeChatModels?.(() => resolve());
  const timer = setTimeout(resolve, listening === undefined ? 0 : CHANGE_MS);
  await promise;
  clearTimeout(timer);
  listening?.dispose();
}

const foundOf = ({ vendor, family, id, name, maxInputTokens }: vscode.LanguageModelChat): ChatModelFound => ({
  vendor,
  family,
  id,
  name,
  maxInputTokens,
});

function modelOf(model: vscode.LanguageModelChat): ChatModel {
  return {
    id: `${model.vendor}/${model.id}`,
    name: model.name,
    maxInputTokens: model.maxInputTokens,
    countTokens: async (text) => model.countTokens(text),
    async *send(messages, tools, signal) {
      const cancelling = new vscode.CancellationTokenSource();
      const cancel = (): void => cancelling.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const options: vscode.LanguageModelChatRequestOptions = {
          justification: WHY,
          tools: tools.map(({ name, description, input }) => ({ name, description, inputSchema: input })),
        };
        const response = await model.sendRequest([...toMessages(messages)], options, cancelling.token);
        for await (const part of response.stream) {
          if (part instanceof vscode.LanguageModelTextPart) yield { type: 'text', text: part.value };
          if (part instanceof vscode.LanguageModelToolCallPart)
            yield { type: 'call', call: { id: part.callId, name: part.name, input: plain(part.input) } };
        }
      } catch (error) {
        signal.throwIfAborted();
        yield { type: 'failed', failure: failureOf(error) };
      } finally {
        signal.removeEventListener('abort', cancel);
        cancelling.dispose();
      }
    },
  };
}

/** As JSON, because it is hashed and journalled. */
const plain = (input: object): unknown => JSON.parse(JSON.stringify(input ?? {})) as unknown;

/** A conversation in VS Code's terms: it has no system messages, and tool results come from the user. */
function toMessages(messages: readonly ChatMessage[]): readonly vscode.LanguageModelChatMessage[] {
  return messages.map((message) => {
    switch (message.role) {
      case 'person':
        return vscode.LanguageModelChatMessage.User(message.text);
      case 'model':
        return vscode.LanguageModelChatMessage.Assistant([
          // Some providers refuse empty text.
          ...(message.text === '' ? [] : [new vscode.LanguageModelTextPart(message.text)]),
          ...message.calls.map(
            ({ id, name, input }) => new vscode.LanguageModelToolCallPart(id, name, asObject(input)),
          ),
        ]);
      case 'tools':
        return vscode.LanguageModelChatMessage.User(
          message.results.map(
            ({ id, text }) =>
              new vscode.LanguageModelToolResultPart(id, [new vscode.LanguageModelTextPart(text)]),
          ),
        );
    }
  });
}

const asObject = (input: unknown): object =>
  typeof input === 'object' && input !== null ? input : { value: input };
