import * as z from 'zod/mini';
import { err, ok, type Result } from '../../base/result.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import type { ToolCall } from './chat.ts';
import { countField, readAs, timeField, type RecordOf } from '../parsing/recordFields.ts';

const turn = z.int().check(z.gte(1));
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a sha256'));
/** Any JSON value, untrusted until checked; as it was parsed, since a schema would lose a key that is called `__proto__`. */
const input: z.ZodMiniType<unknown> = z.custom((value) => value !== undefined);
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
    /** Tokens, as counted by the model. */
    inputTokens: z.number().check(z.gte(0)),
    outputTokens: z.number().check(z.gte(0)),
  }),
  of('tools-planned', { turn, calls: z.array(z.strictObject({ id: z.string(), hash })) }),
  of('tool-begun', { turn, id: z.string(), hash }),
  of('tool-ended', { turn, id: z.string(), hash, ok: z.boolean(), text: z.string() }),
  of('tools-done', {
    turn,
    total: countField,
    failed: countField,
    /** How many of them had begun before without ending; how far they got is unknown. Absent if none. */
    unknown: z.exactOptional(countField),
  }),
  /** The model ended by itself: there is nothing more to ask. */
  of('ended', { turn, outcome: end }),
]);

/**
 * A line of a language model's turn journal (`turns.jsonl` beside its attempt's log). Each is on disk before the next step, so
 * that a reply that was paid for is never requested again.
 */
export type TurnLine = RecordOf<typeof line>;
/** How a model says that its work is over. */
export type TurnsEnd = RecordOf<typeof end>;
/** A line without its time, for writers. */
export type TurnNews = TurnLine extends infer L ? (L extends TurnLine ? Omit<L, 'at'> : never) : never;

/** The identity of a call: equal for equal name and arguments, whatever their order or spacing. */
export function inputHash(
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
  sha256: (of: string) => string,
): string {
  return sha256(canonicalJson({ name, arguments: input }));
}

/**
 * Reads a turn journal back. Drops text after the last newline, whose writer died. Any other damaged line is an error with its
 * number: what the model said there must not be guessed.
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
