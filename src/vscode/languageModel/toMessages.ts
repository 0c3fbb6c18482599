import * as vscode from 'vscode';
import type { ChatMessage } from '../../model/chat/chat.ts';

/** A conversation as VS Code takes it: there is no message of a system, and results are said by the person. */
export function toMessages(messages: readonly ChatMessage[]): readonly vscode.LanguageModelChatMessage[] {
  return messages.map((message) => {
    switch (message.role) {
      case 'person':
        return vscode.LanguageModelChatMessage.User(message.text);
      case 'model':
        return vscode.LanguageModelChatMessage.Assistant([
          // An empty text is refused by some providers.
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
