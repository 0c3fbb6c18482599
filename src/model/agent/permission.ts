/** What an agent may do without asking: a key of the agent settings. */
export const PERMISSION_POLICIES = ['allow-in-worktree', 'ask', 'deny'] as const;
export type PermissionPolicy = (typeof PERMISSION_POLICIES)[number];

/** A person's answer; `allow-always` covers acts of the same kind for the rest of the attempt. */
export const PERMISSION_ANSWERS = ['allow', 'allow-always', 'deny'] as const;
export type PermissionAnswer = (typeof PERMISSION_ANSWERS)[number];

/** Kinds of acts, as in the Agent Client Protocol; any other word is `other`. */
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

/** Where a path really is, with links resolved: in the session's working tree, in git's own folder, or elsewhere. */
export type Whereabouts = 'inside' | 'git' | 'outside';

/**
 * What a policy decides about an act before anybody is asked.
 *
 * | policy | act | answer | |---|---|---| | deny | any | deny | | ask | any | ask | | allow-in-worktree | reads, searches,
 * thinks: nothing outside is named | allow | | allow-in-worktree | edits, deletes, moves: files are named, all inside | allow |
 * | allow-in-worktree | anything else: a command, the network, git's folder, a place outside | ask |
 *
 * A command is always asked about: nobody can tell beforehand what it reaches.
 */
export function judgePermission(
  policy: PermissionPolicy,
  kind: ToolKind,
  places: readonly Whereabouts[],
): 'allow' | 'ask' | 'deny' {
  if (policy !== 'allow-in-worktree') return policy;
  const isInside = places.every((place) => place === 'inside');
  const isKnown = LOOKS.has(kind) || (CHANGES.has(kind) && places.length > 0);
  return isInside && isKnown ? 'allow' : 'ask';
}

const LOOKS: ReadonlySet<ToolKind> = new Set(['read', 'search', 'think']);
const CHANGES: ReadonlySet<ToolKind> = new Set(['edit', 'delete', 'move']);

/** True if the places that an act names tell what it does; for other kinds only its arguments do. */
export const isKnownByPlace = (kind: ToolKind): boolean => LOOKS.has(kind) || CHANGES.has(kind);

/** Whatever runs a command is an `execute`, whatever the agent calls it. */
export const kindOfAct = ({
  kind,
  command,
}: {
  readonly kind: ToolKind;
  readonly command?: string;
}): ToolKind => (command !== undefined && isKnownByPlace(kind) ? 'execute' : kind);
