/** Schemas of the ids and words that records share; what they let through has the branded type. */
import * as z from 'zod';
import type { BlobId, RefName, TreeId } from '../names/ids.ts';
import { OBJECT_ID } from '../text/words.ts';
import { commitId, matching, phaseId, sessionId, time, type ValueKind } from './valueKinds.ts';

/** What a line may hold, in JSON: zod's own brands are other types than ours. */
const fieldOf = <T extends string, S>({ read, is }: ValueKind<T, S>): z.ZodType<T> =>
  z.string().refine((text) => read(text) !== null, `must be ${is}`) as unknown as z.ZodType<T>;

export const sessionField = fieldOf(sessionId);
export const phaseField = fieldOf(phaseId);
export const commitField = fieldOf(commitId);
export const treeField = fieldOf(matching<TreeId>(OBJECT_ID, 'the full id of a tree'));
export const blobField = fieldOf(matching<BlobId>(OBJECT_ID, 'the full id of a blob'));
export const refField = fieldOf(matching<RefName>(/^refs\/\S+$/, 'the full name of a ref'));
export const timeField = fieldOf(time);
/** A sha256. */
export const digestField = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');
/** 0, 1, 2, … */
export const countField = z.int().min(0);
export const commandField = z.union([z.string(), z.array(z.string()).min(1)]);

/** A note of a person to the session: in the journal, in `phase.json` and as a file. */
export const noteFields = {
  id: z.string().regex(/^[a-z0-9-]+$/),
  at: timeField,
  by: z.string(),
  text: z.string(),
};

/** What an agent asked for and what was decided: the same in the journal and in `phase.json`. */
export const permissionFields = {
  at: timeField,
  kind: z.string(),
  title: z.string(),
  command: z.string().exactOptional(),
  paths: z.array(z.string()),
  decision: z.enum(['allowed', 'denied']),
  by: z.string(),
};
