import type { ChatFailure, ChatPart } from '../../src/model/chat/chat.ts';
import type { Permissions } from '../../src/model/agent/permissionRules.ts';
import type { Agent } from '../../src/session/ports.ts';
import { calls, finishes, says, type Reply } from '../support/chatReplies.ts';
import type { AgentKind } from './agentParts.ts';

/** The language-model kind over any model that answers so, in this process or in a window of VS Code. */
export function chatKind(agentOf: (replies: readonly Reply[], permissions: Permissions) => Agent): AgentKind {
  const chats = async (...replies: readonly Reply[]): Promise<Agent> => agentOf(replies, 'allow-in-worktree');
  const failed = (kind: ChatFailure['kind'], message: string): ChatPart => ({
    type: 'failed',
    failure: { kind, message },
  });
  return {
    name: 'language-model',
    kind: 'language-model',
    outcome: 'completed',
    processes: false,
    parts: {
      // One reply for each of two attempts.
      willing: () => chats([says('do it well'), finishes()], [says('do it well'), finishes()]),
      endless: () => chats([says('working\n'), calls('1', 'list_files', { folder: '.' })], ['never']),
      late: () => chats(['never']),
      crashing: () => chats([failed('other', 'no key')]),
      refusing: () => chats([failed('refused', 'No.')]),
      unknown: () => chats([failed('no-consent', '')]),
      sentAway: () => chats([failed('over-quota', '')]),
      ending: (words) =>
        chats(
          [calls('1', 'write_file', { path: 'made.txt', content: 'made' })],
          [says(words)],
          [says(words)],
        ),
      telling: () =>
        chats(
          [says('first\n'), calls('1', 'write_file', { path: 'made.txt', content: 'made' })],
          [finishes('last')],
        ),
      asking: async () =>
        agentOf([[calls('1', 'write_file', { path: 'asked.txt', content: 'asked' })], [finishes()]], 'ask'),
      wondering: () => chats([calls('1', 'ask_person', { question: 'Which one?' })]),
    },
  };
}
