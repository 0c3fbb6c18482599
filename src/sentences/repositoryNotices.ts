import { counted, listed } from '../base/listed.ts';
import type { ChangedRef } from '../session/notice.ts';
import type { Facts, NoticeName, Notices } from './voice.ts';

const attempt = ({ phase, attempt }: { readonly phase: string; readonly attempt: number }): string =>
  `attempt ${attempt} of ${phase}`;

/** What it pointed at brings it back. */
function changedRef({ ref, was, now }: ChangedRef): string {
  const name = ref.startsWith('refs/tags/') ? `tag ${ref.slice(10)}` : ref.replace('refs/heads/', 'branch ');
  if (was === null) return `${name} is new`;
  return now === null
    ? `${name} is gone (it was ${pointsAt(was)})`
    : `${name} moved from ${pointsAt(was)} to ${pointsAt(now)}`;
}

const pointsAt = (value: string): string => (value.startsWith('ref: ') ? value.slice(5) : value.slice(0, 12));

const UNAFFECTED = 'The session starts from the last commit and is not affected.';

/** Notices about branches, worktrees and what this machine notes of a session. */
export const REPOSITORY_NOTICES = {
  'branch-mended': ({ ref, was, seq, commit }) =>
    `${ref} ${was === null ? 'was torn' : `pointed at ${was.slice(0, 10)}, which is damaged`}: it is at checkpoint ${seq} (${commit.slice(0, 10)}) again, the last good one.`,
  'attempt-line-damaged': ({ attempts }) =>
    `The line of the journal on this machine that began ${attempts.length === 0 ? 'an attempt' : listed(attempts.map(attempt))} was damaged: what that attempt left counts as an edit.`,
  'journal-damaged': (open) =>
    `The journal of ${attempt(open)} was damaged on this machine: it counts as cut off.`,
  'journal-line-damaged': () =>
    'A line of the journal on this machine was damaged; nothing that goes on depends on it.',
  'leftovers-ended': ({ groups }) =>
    `What was left of an earlier attempt was still running and has been ended (${counted(groups, 'process group')}).`,
  'branch-made': ({ remote, branch }) =>
    `This session was only on ${remote}: made the local branch ${branch}.`,
  'head-followed': ({ was, now }) =>
    `HEAD was on ${was} and is now on ${now}; the session goes on from there.`,
  'stale-ref-lock': ({ ref }) => `A stale lock on ${ref} was removed: whoever held it has died.`,
  'stale-worktree-lock': ({ lock }) =>
    `A stale lock in the worktree was removed: whoever held ${lock} has died.`,
  'worktree-followed': ({ root }) => `The repository was moved: its worktree ${root} follows it.`,
  'worktree-moved': ({ root }) => `The worktree of this session was moved: it is ${root} now.`,
  'worktree-retied': ({ aside }) =>
    aside === null
      ? 'The worktree had lost the file .git that ties it to the repository; it has been put back.'
      : `Something else stood in the place of the file .git that ties the worktree to the repository; it is in ${aside} now, and the file has been put back.`,
  'worktree-of-copy': ({ copied, root }) =>
    `This repository is a copy: the worktree ${copied} is that of the other one and is left alone. The session goes on in one of its own: ${root}`,
  'worktree-remade': ({ root }) => `The worktree was missing and has been made again: ${root}`,
  'git-changed': ({ who, cutOff, files }) =>
    `While ${who} worked${cutOff ? ' or since that was cut off' : ''}, ${listed(files)} changed. That decides what git runs here, no checkpoint holds it and no restore brings it back: look at it before you use git.`,
  'refs-changed': ({ who, refs }) =>
    `While ${who} worked, what is not the session's changed in git: ${listed(refs.map(changedRef))}. No restore brings that back: if it was not you, look at it.`,
  'busy-elsewhere': ({ operation }) => `A ${operation} is in progress here. ${UNAFFECTED}`,
  'unmerged-elsewhere': ({ files }) =>
    `These files have unresolved conflicts: ${listed(files)}. ${UNAFFECTED}`,
  'synced-folder': ({ client }) =>
    `This repository lies in a folder that ${client} syncs. Syncing .git while a session runs can damage it.`,
  'archive-stays': ({ ref }) => `The last checkpoint stays as ${ref}.`,
  'gone-with-worktree': ({ files }) => `Gone with the worktree, because git ignores it: ${listed(files)}.`,
  'foreign-refs-left': ({ refs }) => `Left, as they are none of Cairn's: ${listed(refs)}.`,
  'commits-taken': ({ branch, upTo, seq }) =>
    `Commits were made ${branch === null ? 'in the worktree' : `on ${branch}`}, up to ${upTo.slice(0, 12)}: they are part of checkpoint ${seq}, as its second parent.`,
  'worktree-detached': ({ branch }) =>
    `The worktree was on the branch ${branch}. The branch stays where it is; the worktree is detached again.`,
  'commits-left-out': (facts, { rescue }) => commitsNotTaken(facts, rescue),
} satisfies Partial<Notices<NoticeName>>;

function commitsNotTaken(
  { upTo, because, files, kept }: Facts<'commits-left-out'>,
  rescue: Parameters<Notices<'commits-left-out'>['commits-left-out']>[1]['rescue'],
): string {
  const at = upTo.slice(0, 12);
  const what = because === 'unfit' ? `hold ${listed(files)}` : 'are on another history';
  if (kept === 'in-place')
    return `The commits up to ${at} ${what}: they are no part of the session, its files count.`;
  if (kept === 'nowhere')
    return `The commits up to ${at} in the worktree ${what}: they are no part of the session and are not kept aside. Their files count. Until git forgets them, \`git branch NAME ${at}\` brings them back.`;
  return `The commits up to ${at} in the worktree ${what}. Their files count, they are kept aside as ${rescue(kept)}.`;
}
