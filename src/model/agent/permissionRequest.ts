import * as z from 'zod';
import { chosenOption } from './chosenOption.ts';
import type { PhaseId, Timestamp } from '../names/ids.ts';
import { PERMISSION_ANSWERS, TOOL_KINDS, type PermissionAnswer, type ToolKind } from './permission.ts';
import { phaseField, timeField } from '../parsing/recordFields.ts';

/** What an agent at work asks a person: a file that the runner writes and every window and terminal may read. */
export interface PermissionRequest {
  /** `^[a-z0-9-]+$`; never used twice in a session on one machine. */
  readonly id: string;
  /** Of the lease under which it was asked: whoever comes after is not meant. */
  readonly epoch: number;
  readonly at: Timestamp;
  readonly phase: PhaseId;
  readonly attempt: number;
  readonly agent: string;
  readonly kind: ToolKind;
  readonly title: string;
  /** What would be run, where it is very long shortened in its middle. */
  readonly command?: string;
  readonly paths: readonly string[];
}

/** A person's answer to it. */
export interface PermissionReply {
  readonly answer: PermissionAnswer;
  readonly by: string;
}

// A newer Cairn may say more.
const request = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  epoch: z.int(),
  at: timeField,
  phase: phaseField,
  attempt: z.int().min(1),
  agent: z.string(),
  kind: z.enum(TOOL_KINDS),
  title: z.string(),
  command: z.string().exactOptional(),
  paths: z.array(z.string()),
});

const reply = z.strictObject({ answer: z.enum(PERMISSION_ANSWERS), by: z.string() });

/** Null for what is no such file. Never throws. */
export const readPermissionRequest = (text: string): PermissionRequest | null => read(request, text);
export const readPermissionReply = (text: string): PermissionReply | null => read(reply, text);

function read<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: somebody else's file, or one that was cut short.
    return null;
  }
}

/** The words that are offered, in the order in which they are numbered. */
export const PERMISSION_WORDS = ['allow', 'always', 'deny'] as const;

const WORDS: Readonly<Record<string, PermissionAnswer>> = {
  allow: 'allow',
  yes: 'allow',
  y: 'allow',
  always: 'allow-always',
  'allow always': 'allow-always',
  'allow-always': 'allow-always',
  a: 'allow-always',
  deny: 'deny',
  d: 'deny',
  no: 'deny',
  n: 'deny',
};

/** What a person typed as an answer; null: none of the words, and no number of one. */
export function permissionWord(text: string): PermissionAnswer | null {
  const word = chosenOption(text, PERMISSION_WORDS).trim().toLowerCase();
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? null) : null;
}
