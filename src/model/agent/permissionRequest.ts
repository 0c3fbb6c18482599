import * as z from 'zod/mini';
import { PERMISSION_ANSWERS, TOOL_KINDS } from './permissionWords.ts';
import { phaseField, readAs, timeField, type RecordOf } from '../parsing/recordFields.ts';

// A newer Cairn may have more words.
const request = z.object({
  /** Unique in a session on one machine. */
  id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  /** The lease epoch under which it was asked; later owners ignore it. */
  epoch: z.int(),
  at: timeField,
  phase: phaseField,
  attempt: z.int().check(z.gte(1)),
  agent: z.string(),
  kind: z.enum(TOOL_KINDS),
  title: z.string(),
  /** What would run; a very long one has its middle cut. */
  command: z.exactOptional(z.string()),
  paths: z.array(z.string()),
});
const reply = z.strictObject({ answer: z.enum(PERMISSION_ANSWERS), by: z.string() });

/** A running agent's question to a person: a file that the runner writes and every window and terminal may read. */
export type PermissionRequest = RecordOf<typeof request>;
/** A person's answer to it. */
export type PermissionReply = RecordOf<typeof reply>;

/** Null if it is not such a file. Never throws. */
export const readPermissionRequest = (text: string): PermissionRequest | null => readAs(request, text);
export const readPermissionReply = (text: string): PermissionReply | null => readAs(reply, text);
