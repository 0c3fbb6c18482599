import * as z from 'zod/mini';
import { DECISIONS, PERMISSION_POLICIES } from './permissionRules.ts';
import { readPattern } from './shell/pattern.ts';

const decision = z.enum(DECISIONS);

const pattern = z.string().check(
  z.superRefine((text, context) => {
    const read = readPattern(text);
    if (!read.ok) context.addIssue({ code: 'custom', message: read.error, input: text });
  }),
);

// The block stands first, and a word is a text before it is one of these: what is wrong is told of the form that is meant.
const commands = z.union([
  z.strictObject({ allow: z.exactOptional(z.array(pattern)), else: z.exactOptional(decision) }),
  z.pipe(z.string(), decision),
]);

/** `permissions` of an agent: a word, or what it may do kind by kind. */
export const permissionsField = z.union([
  z.strictObject({
    files: z.exactOptional(z.enum(['in-worktree', ...DECISIONS])),
    commands: z.exactOptional(commands),
    network: z.exactOptional(decision),
  }),
  z.pipe(z.string(), z.enum(PERMISSION_POLICIES)),
]);

/** The keys below `permissions`, for "did you mean"; null: this place is not below it. */
export function permissionKeys(path: readonly PropertyKey[]): readonly string[] | null {
  if (path[2] !== 'permissions') return null;
  if (path.length === 3) return ['files', 'commands', 'network'];
  return path.length === 4 && path[3] === 'commands' ? ['allow', 'else'] : [];
}
