import type { ContextKeys, Situation } from '../contributions.ts';
import { startingIn } from './underWay.ts';
import { isFinished, sessionsOf, type FolderState, type WindowState } from './windowState.ts';

/** Situations by how much they say about what the person can do next, best first. */
const ORDER: readonly Situation[] = ['noSession', 'noCommit', 'noRepository', 'noGit', 'problem', 'looking'];

/** What the window has to show. */
export function situationOf(state: WindowState): Situation {
  if (state.folders.length === 0) return 'noFolder';
  if (!state.trusted)
    return state.folders.some((folder) => folder.kind === 'glanced' && folder.sessions.length > 0)
      ? 'sessions'
      : 'restricted';
  const found = new Set(state.folders.map(situationOfFolder));
  return found.has('sessions') ? 'sessions' : (ORDER.find((one) => found.has(one)) ?? 'looking');
}

function situationOfFolder(folder: FolderState): Situation {
  if (folder.kind === 'problem') return folder.problem === 'other' ? 'problem' : folder.problem;
  if (folder.kind !== 'repository') return 'looking';
  if (folder.repository.sessions.length + startingIn(folder.repository).length > 0) return 'sessions';
  return folder.repository.isListed ? 'noSession' : 'looking';
}

export function contextKeysOf(state: WindowState): Omit<ContextKeys, 'cairn.noAgent'> {
  const open = sessionsOf(state).filter(({ node }) => !isFinished(node.summary.state));
  return { 'cairn.situation': situationOf(state), 'cairn.openSessions': open.length };
}
