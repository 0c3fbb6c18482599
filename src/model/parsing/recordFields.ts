/** Schemas of the ids and words that records share; accepted values have the branded type. */
import * as z from 'zod/mini';
import type { BlobId, RefName, TreeId } from '../names/ids.ts';
import { whyOutside } from '../names/outside.ts';
import { OBJECT_ID } from '../text/words.ts';
import { commitId, matching, MOST_ATTEMPTS, phaseId, sessionId, time, type ValueKind } from './valueKinds.ts';

// A process uses a schema a few times: what zod saves by compiling each into code is less than that costs.
z.config({ jitless: true });

/** The value that a schema describes, read-only; unknown keys are accepted but not part of the type. */
export type RecordOf<S extends z.ZodMiniType> = Frozen<z.infer<S>>;
type Frozen<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Frozen<Item>[]
      : { readonly [K in keyof T as string extends K ? never : K]: Frozen<T[K]> };

/** A JSON text read by its schema; null if it does not fit or is cut short. Never throws. */
export function readAs<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A value kind as a schema; cast because zod's brands differ from ours. */
const fieldOf = <T extends string, S>({ read, is }: ValueKind<T, S>): z.ZodMiniType<T> =>
  z.string().check(z.refine((text) => read(text) !== null, `must be ${is}`)) as unknown as z.ZodMiniType<T>;

export const sessionField = fieldOf(sessionId);
export const phaseField = fieldOf(phaseId);
export const commitField = fieldOf(commitId);
export const treeField = fieldOf(matching<TreeId>(OBJECT_ID, 'the full id of a tree'));
export const blobField = fieldOf(matching<BlobId>(OBJECT_ID, 'the full id of a blob'));
export const refField = fieldOf(matching<RefName>(/^refs\/\S+$/, 'the full name of a ref'));
export const timeField = fieldOf(time);
/** A sha256. */
export const digestField = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'));
/** A path from the root of the repository. Windows and commands join it to a folder, whoever wrote the record. */
export const pathField = z
  .string()
  .check(z.refine((path) => whyOutside(path) === null, 'must be a path inside of the repository'));
/** 0, 1, 2, … */
export const countField = z.int().check(z.gte(0));
export const attemptField = z.int().check(z.gte(0), z.lte(MOST_ATTEMPTS));
export const commandField = z.union([z.string(), z.array(z.string()).check(z.minLength(1))]);

/** A file that somebody changed. */
export const changeFields = { path: z.string(), change: z.enum(['added', 'modified', 'deleted']) };

/** A note of a person to the session: in the journal, in `phase.json` and as a file. */
export const noteFields = {
  /** Unique in a session. */
  id: z.string().check(z.regex(/^[a-z0-9-]+$/, 'must have only a-z, 0-9 and "-"')),
  at: timeField,
  by: z.string(),
  text: z.string(),
};

/** What an agent asked for and what was decided: the same in the journal and in `phase.json`. */
export const permissionFields = {
  at: timeField,
  kind: z.string(),
  title: z.string(),
  /** What would run, if the call told it: secrets blanked, the middle of a long one cut. */
  command: z.exactOptional(z.string()),
  paths: z.array(z.string()),
  decision: z.enum(['allowed', 'denied']),
  /** `policy`, the person who was asked, or `agent` for its own rules without asking. */
  by: z.string(),
};
