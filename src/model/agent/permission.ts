import { assertNever } from '../../base/assertNever.ts';

/** What an agent may do without a person's word: a key of the agent settings. */
export const PERMISSION_POLICIES = ['allow-in-worktree', 'ask', 'deny'] as const;
export type PermissionPolicy = (typeof PERMISSION_POLICIES)[number];

/** A person's answer; `allow-always`: for the rest of the attempt, acts of the same kind as well. */
export const PERMISSION_ANSWERS = ['allow', 'allow-always', 'deny'] as const;
export type PermissionAnswer = (typeof PERMISSION_ANSWERS)[number];

/** What kind of act an agent asks for, as the Agent Client Protocol names them; any other word is `other`. */
export const TOOL_KINDS = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

/** Where a path really is, links resolved: in the session's working tree, in git's own folder, or elsewhere. */
export type Whereabouts = 'inside' | 'git' | 'outside';

/**
 * What a policy says of an act before anybody is asked.
 *
 * | policy | act | answer |
 * |---|---|---|
 * | deny | any | deny |
 * | ask | any | ask |
 * | allow-in-worktree | reads, searches, thinks: nothing outside is named | allow |
 * | allow-in-worktree | edits, deletes, moves: files are named, all inside | allow |
 * | allow-in-worktree | anything else: a command, the network, git's folder, a place outside | ask |
 *
 * A command is asked for wherever it starts: where it ends up, nobody can see beforehand.
 */
export function judgePermission(
  policy: PermissionPolicy,
  kind: ToolKind,
  places: readonly Whereabouts[],
): 'allow' | 'ask' | 'deny' {
  switch (policy) {
    case 'deny':
    case 'ask':
      return policy;
    case 'allow-in-worktree':
      return staysInside(kind, places) ? 'allow' : 'ask';
    default:
      return assertNever(policy);
  }
}

/** Whatever an agent calls it: what runs a command is one. */
export const kindOfAct = ({
  kind,
  command,
}: {
  readonly kind: ToolKind;
  readonly command?: string;
}): ToolKind => (command !== undefined && STAYS.has(kind) ? 'execute' : kind);

/** Where it is done says what it does: of any other kind only its arguments do. */
export const isKnownByPlace = (kind: ToolKind): boolean => STAYS.has(kind);

/** Kinds of act that a policy may let pass. */
const STAYS: ReadonlySet<ToolKind> = new Set(['read', 'search', 'think', 'edit', 'delete', 'move']);

function staysInside(kind: ToolKind, places: readonly Whereabouts[]): boolean {
  if (places.some((place) => place !== 'inside')) return false;
  switch (kind) {
    case 'read':
    case 'search':
    case 'think':
      return true;
    case 'edit':
    case 'delete':
    case 'move':
      return places.length > 0;
    case 'execute':
    case 'fetch':
    case 'switch_mode':
    case 'other':
      return false;
    default:
      return assertNever(kind);
  }
}
