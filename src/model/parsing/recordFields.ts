/** Schemas of the ids and words that records share; what they let through has the branded type. */
import * as z from 'zod';
import type { BlobId, CommitId, PhaseId, RefName, SessionId, Timestamp, TreeId } from '../names/ids.ts';
import { OBJECT_ID, PHASE_ID, SESSION_ID, TIMESTAMP } from '../text/words.ts';

/** A text that matches, as the branded type it then is: zod's own brands are other types than ours. */
const branded = <T extends string>(pattern: RegExp, what: string): z.ZodType<T> =>
  z.string().regex(pattern, `must be ${what}`) as unknown as z.ZodType<T>;

export const sessionField = branded<SessionId>(SESSION_ID, 'a session id');
export const phaseField = branded<PhaseId>(PHASE_ID, 'a phase id');
export const commitField = branded<CommitId>(OBJECT_ID, 'the full id of a commit');
export const treeField = branded<TreeId>(OBJECT_ID, 'the full id of a tree');
export const blobField = branded<BlobId>(OBJECT_ID, 'the full id of a blob');
export const refField = branded<RefName>(/^refs\/\S+$/, 'the full name of a ref');
export const timeField = branded<Timestamp>(TIMESTAMP, 'a time such as 2026-11-20T10:01:22.123Z');
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
