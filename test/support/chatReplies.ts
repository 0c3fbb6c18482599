import type { ChatPart, ToolCall } from '../../src/model/chat/chat.ts';

/** One reply of a scripted model: its pieces; after `never` nothing comes any more, whoever cancels it. */
export type Reply = readonly (ChatPart | 'never')[];

export const says = (text: string): ChatPart => ({ type: 'text', text });
export const calls = (id: string, name: string, input: ToolCall['input']): ChatPart => ({
  type: 'call',
  call: { id, name, input },
});
export const finishes = (summary = 'All done.', id = 'end'): ChatPart =>
  calls(id, 'finish_phase', { summary });
