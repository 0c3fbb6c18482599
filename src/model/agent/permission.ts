import { rulesOf, type Decision, type Permissions } from './permissionRules.ts';
import type { ToolKind } from './permissionWords.ts';

/** Where a path really is, with links resolved: in the session's working tree, in git's own folder, or elsewhere. */
export type Whereabouts = 'inside' | 'git' | 'outside';

/**
 * What a policy decides about an act before anybody is asked, a command line apart (`shell/judgeLine.ts`).
 *
 * | rule | act | answer | |---|---|---| | files: in-worktree | reads, searches, thinks: nothing outside is named | allow | |
 * files: in-worktree | edits, deletes, moves: files are named, all inside | allow | | files: in-worktree | the same elsewhere | ask
 * | | any other word for files | of those acts each | that word | | commands | a command | its `else` | | network | a fetch | its
 * word | | all three the same | anything else | that word, or else ask |
 */
export function judgePermission(
  permissions: Permissions,
  kind: ToolKind,
  places: readonly Whereabouts[],
): Decision {
  const { files, commands, network } = rulesOf(permissions);
  if (kind === 'execute') return commands.else;
  if (kind === 'fetch') return network;
  if (!isKnownByPlace(kind)) return files === commands.else && files === network ? files : 'ask';
  if (files !== 'in-worktree') return files;
  const isInside = places.every((place) => place === 'inside');
  return isInside && (LOOKS.has(kind) || places.length > 0) ? 'allow' : 'ask';
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
