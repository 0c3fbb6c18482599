import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import type { ToolCall } from './chat.ts';
import { countField, readAs, timeField, type RecordOf } from '../parsing/recordFields.ts';

const turn = z.int().min(1);
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256');
/** Any JSON value: nothing of it is believed before it was checked. */
const input: z.ZodType<unknown> = z.json();
const end = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('completed'), finalText: z.string() }),
  z.strictObject({ kind: z.literal('needs-input'), question: z.string(), options: z.array(z.string()) }),
]);
const of = <T extends string, S extends z.core.$ZodLooseShape>(type: T, fields: S) =>
  z.strictObject({ type: z.literal(type), at: timeField, ...fields });
const line = z.discriminatedUnion('type', [
  of('said', { text: z.string() }),
  of('turn-requested', { turn, model: z.string(), messages: countField }),
  of('turn-received', {
    turn,
    text: z.string(),
    calls: z.array(z.strictObject({ id: z.string(), name: z.string(), input })),
    /** Tokens, as the model counts. */
    inputTokens: z.number().min(0),
    outputTokens: z.number().min(0),
  }),
  of('tools-planned', { turn, calls: z.array(z.strictObject({ id: z.string(), hash })) }),
  of('tool-begun', { turn, id: z.string(), hash }),
  of('tool-ended', { turn, id: z.string(), hash, ok: z.boolean(), text: z.string() }),
  of('tools-done', {
    turn,
    total: countField,
    failed: countField,
    /** How many of them had begun before and not ended: nobody knows how far they got. Left out: none. */
    unknown: countField.exactOptional(),
  }),
  /** The model ended of its own accord: there is nothing more to ask it. */
  of('ended', { turn, outcome: end }),
]);

/**
 * A line of the turn journal of a language model (`turns.jsonl` beside the log of its attempt). Each is on disk before
 * what follows it is done, so that a reply that was paid for is never asked for again.
 */
export type TurnLine = RecordOf<typeof line>;
/** How a model ends its work by its own word. */
export type TurnsEnd = RecordOf<typeof end>;
/** A line without its time, as whoever writes it has it. */
export type TurnNews = TurnLine extends infer L ? (L extends TurnLine ? Omit<L, 'at'> : never) : never;

/** What tells a call from another: the same for the same name and arguments, in whatever order or spacing they were written. */
export function inputHash(
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
  sha256: (of: string) => string,
): string {
  return sha256(canonicalJson({ name, arguments: input }));
}

/**
 * Reads a turn journal back. What follows the last newline was being written when its writer died, and is left out; any
 * other line that is not whole is an error, told by its number: nobody may guess what the model had said there.
 */
export function readTurnJournal(text: string): Result<readonly TurnLine[], { readonly line: number }> {
  const lines: TurnLine[] = [];
  for (const [at, raw] of text.split('\n').slice(0, -1).entries()) {
    const read = readAs(line, raw);
    if (read === null) return err({ line: at + 1 });
    lines.push(read);
  }
  return ok(lines);
}
