import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import type { ToolCall } from './chat.ts';
import type { Timestamp } from '../names/ids.ts';
import { countField, timeField } from '../parsing/recordFields.ts';

/**
 * A line of the turn journal of a language model (`turns.jsonl` beside the log of its attempt). Each is on disk before
 * what follows it is done, so that a reply that was paid for is never asked for again.
 */
export type TurnLine = { readonly at: Timestamp } & (
  | { readonly type: 'said'; readonly text: string }
  | {
      readonly type: 'turn-requested';
      readonly turn: number;
      readonly model: string;
      readonly messages: number;
    }
  | {
      readonly type: 'turn-received';
      readonly turn: number;
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** Tokens, as the model counts. */
      readonly inputTokens: number;
      readonly outputTokens: number;
    }
  | {
      readonly type: 'tools-planned';
      readonly turn: number;
      readonly calls: readonly { readonly id: string; readonly hash: string }[];
    }
  | { readonly type: 'tool-begun'; readonly turn: number; readonly id: string; readonly hash: string }
  | {
      readonly type: 'tool-ended';
      readonly turn: number;
      readonly id: string;
      readonly hash: string;
      readonly ok: boolean;
      readonly text: string;
    }
  | {
      readonly type: 'tools-done';
      readonly turn: number;
      readonly total: number;
      readonly failed: number;
      /** How many of them had begun before and not ended: nobody knows how far they came. Left out: none. */
      readonly unknown?: number;
    }
  /** The model came to an end of its own: there is nothing to ask it any more. */
  | { readonly type: 'ended'; readonly turn: number; readonly outcome: TurnsEnd }
);

/** How a model ends its work by its own word. */
export type TurnsEnd =
  | { readonly kind: 'completed'; readonly finalText: string }
  | { readonly kind: 'needs-input'; readonly question: string; readonly options: readonly string[] };

/** A line without its time, as whoever writes it has it. */
export type TurnNews = TurnLine extends infer L ? (L extends TurnLine ? Omit<L, 'at'> : never) : never;

/** What tells a call from another: the same for the same name and arguments, in whatever order or spacing they were written. */
export function inputHash(
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
  sha256: (of: string) => string,
): string {
  return sha256(canonicalJson({ name, arguments: input }));
}

const turn = z.int().min(1);
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256');
const common = { at: timeField, turn };
const SHAPE: z.ZodType<TurnLine> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('said'), at: timeField, text: z.string() }),
  z.strictObject({
    type: z.literal('turn-requested'),
    ...common,
    model: z.string(),
    messages: countField,
  }),
  z.strictObject({
    type: z.literal('turn-received'),
    ...common,
    text: z.string(),
    calls: z.array(z.strictObject({ id: z.string(), name: z.string(), input: z.json() })),
    inputTokens: z.number().min(0),
    outputTokens: z.number().min(0),
  }),
  z.strictObject({
    type: z.literal('tools-planned'),
    ...common,
    calls: z.array(z.strictObject({ id: z.string(), hash })),
  }),
  z.strictObject({ type: z.literal('tool-begun'), ...common, id: z.string(), hash }),
  z.strictObject({
    type: z.literal('tool-ended'),
    ...common,
    id: z.string(),
    hash,
    ok: z.boolean(),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('tools-done'),
    ...common,
    total: countField,
    failed: countField,
    unknown: countField.exactOptional(),
  }),
  z.strictObject({
    type: z.literal('ended'),
    ...common,
    outcome: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('completed'), finalText: z.string() }),
      z.strictObject({
        kind: z.literal('needs-input'),
        question: z.string(),
        options: z.array(z.string()),
      }),
    ]),
  }),
]);

/**
 * Reads a turn journal back. What follows the last newline was being written when its writer died, and is left out; any
 * other line that is not whole is an error, told by its number: nobody may guess what the model had said there.
 */
export function readTurnJournal(text: string): Result<readonly TurnLine[], { readonly line: number }> {
  const lines: TurnLine[] = [];
  for (const [at, raw] of text.split('\n').slice(0, -1).entries()) {
    const read = SHAPE.safeParse(parse(raw));
    if (!read.success) return err({ line: at + 1 });
    lines.push(read.data);
  }
  return ok(lines);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // The schema says that it is no line.
  }
}
