import type { CommitId, SessionId } from '../../model/names/ids.ts';
import { isRendering } from '../../model/status/isRendering.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import { statusPath } from '../../model/names/places.ts';
import type { Status } from '../../model/status/status.ts';
import type { FoundSession } from '../record/findSession.ts';
import type { Violation } from '../verifyResult.ts';
import { readStatusFile } from '../workingTree/readStatusFile.ts';
import { standsOn } from '../workingTree/standsOn.ts';
import { findWorktree, workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';

/** Checks what this machine has of the session. */
export async function verifyHere(
  world: World,
  { session, tip }: FoundSession,
  status: Status | null,
): Promise<readonly Violation[]> {
  const worktree = await findWorktree(world, session);
  const about = await world.state.of(session).about();
  const violations =
    about?.isolation === 'in-place'
      ? []
      : await verifyWorktree(world, session, worktree, [tip, about?.standing?.stands ?? tip]);
  const root = await workingRoot(world, session);
  return root === null || status === null
    ? violations
    : [...violations, ...(await verifyRendering(world, session, root, status))];
}

async function verifyWorktree(
  world: World,
  session: SessionId,
  worktree: Awaited<ReturnType<typeof findWorktree>>,
  [tip, stands]: readonly [tip: CommitId, stands: CommitId],
): Promise<readonly Violation[]> {
  if (worktree === null || worktree.missing) return [];
  const head = await standsOn(world, session, worktree.path);
  // Where phases work side by side each worktree has its place, which others pass.
  if (head === tip || head === stands) return [];
  // An attempt under way may have commits of its agent's own, and so may one that did not hold and is to be tried again.
  const { open, retrying } = readAttempts((await world.state.of(session).readJournal()).lines);
  if (open !== null || retrying !== null) return [];
  const found = head?.slice(0, 10) ?? null;
  const published = await world.state.of(session).published();
  // A resume asks before it follows a tip that was not published here.
  const trusted = published.size === 0 || published.has(tip);
  return [
    {
      rule: 'R13',
      where: worktree.path,
      what: { warning: 'head-elsewhere', session, found, tip: tip.slice(0, 10), trusted },
    },
  ];
}

async function verifyRendering(
  { files }: World,
  session: SessionId,
  root: string,
  status: Status,
): Promise<readonly Violation[]> {
  const onDisk = await readStatusFile(files, root, session);
  if (onDisk !== null && isRendering(onDisk.text, status)) return [];
  return [
    {
      rule: 'R14',
      where: `${root}/${statusPath(session)}`,
      what: onDisk === null ? 'it is missing' : 'it says something else',
    },
  ];
}
