import { changedWords } from '../model/text/changedWords.ts';
import { lookUp } from '../base/lookUp.ts';
import { counted, listed } from '../base/listed.ts';
import type { StayingEffect } from '../model/effects/effectsSince.ts';
import { sizeWords } from '../model/text/sizeWords.ts';
import { OBSTACLE, sayObstacle } from '../model/gate/obstacle.ts';
import { REPOSITORY_NOTICES } from './repositoryNotices.ts';
import { RESCUE_NOTICES } from './rescueNotices.ts';
import type { Facts, NoticeName, Notices, OwnNotice, Voice } from './voice.ts';

const LARGE = ' Large files can be tracked with Git LFS, or ignored by git (.gitignore).';

const WORK: Notices<
  Exclude<NoticeName, OwnNotice | keyof typeof REPOSITORY_NOTICES | keyof typeof RESCUE_NOTICES>
> = {
  'became-first-checkpoint': ({ files }) =>
    `${counted(files, 'uncommitted file')} of your working tree became part of the first checkpoint.`,
  'not-captured': ({ files, large }) => `Not captured: ${listedFiles(files)}.${large ? LARGE : ''}`,
  'crowded-folder': ({ folder, files, ignore }) =>
    `${files.toLocaleString('en')} new files below ${folder} come into the checkpoint. If they are not meant to, add the line ${ignore} to .gitignore.`,
  'edit-taken': ({ files, during }) =>
    during === 'checks'
      ? `Changed while checks were run before the first phase, by them or by you, and taken along as a checkpoint of its own (${counted(files.length, 'file')}): ${listed(files)}.`
      : `Changed since the last checkpoint, and taken as an edit of yours (${counted(files.length, 'file')}): ${listed(files)}.`,
  'approved-with-changes': ({ files, checks }) =>
    `Approved with what changed since you were asked (${counted(files.length, 'file')}): ${listed(files)}.${checks ? ' The checks were not run again.' : ''}`,
  'changed-after-agent': ({ phase, files }) =>
    `Changed after the agent of ${phase} had ended: ${listed(files)}. It is judged as it is now.`,
  'not-landed': ({ files, root }) =>
    `Not landed, because no checkpoint has it yet: ${listed(files)} in ${root}. The next checkpoint takes it in.`,
  'check-changed': ({ check, files }) =>
    `The check ${JSON.stringify(check)} passed, but ${changedWords(files)}.`,
  'land-template': ({ problems }) =>
    `Landed with Cairn's own message, as the template in the commit that the session began on is not valid: ${listed(problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`))}.`,
  'baseline-not-run': ({ because }) => `${NOT_RUN[because]}: no check is run before the first attempt.`,
  'large-records': ({ bytes }) => `This checkpoint carries ${sizeWords(bytes)} of Cairn's own records.`,
  'in-the-way': ({ obstacle }) => `${sayObstacle(obstacle)}.`,
  'made-way': ({ obstacle: { path, was, to } }) =>
    `${path} was ${OBSTACLE[was]} that no checkpoint holds, in the place of what the session has there now. It was moved to ${to}.`,
  'status-missing': () => 'STATUS.md was missing and has been rendered again from the last checkpoint.',
  'status-removed': () => 'STATUS.md was removed while the session was at work. It is rendered again.',
  'stays-done': ({ effects }) => staysDone(effects),
  'effect-under-way': ({ key, by }) => `"${key}" is being done by ${by}: waiting for it.`,
  'effect-probed': ({ key, happened }) =>
    happened
      ? `The command that looks for it says that "${key}" has happened: it is not done again.`
      : `The command that looks for it says that "${key}" has not happened.`,
  'effects-replayed': ({ phase, effects }) =>
    `Not done again in ${phase}, as it had happened before: ${counted(effects, 'effect')}.`,
  'permissions-left': ({ agent, asks }) =>
    `${agent} asks ${asks === 1 ? 'one thing' : `${asks} things`} more.`,
  denied: ({ by, places, act }) => `Denied ${denier(by)}${placed(places)}: ${act}.`,
  'rejected-elsewhere': ({ phase }) =>
    `What ${phase} was not allowed was asked on another machine, which alone knows exactly what that was: here it is asked again.`,
  'approved-beforehand': ({ phase, by }) => `${phase} is approved, as ${by} said beforehand.`,
  'changes-kept': ({ files }) =>
    `What the attempt before changed (${counted(files, 'file')}) is kept for the next one.`,
  'provider-refused': ({ seconds }) =>
    `The provider of the agent refused it for now (too many requests, or out of reach); again in ${seconds} s, no retry is used.`,
  'cost-untold': ({ agent }) => `${agent} tells no cost: the limit of cost counts nothing of what it does.`,
  'one-by-one': ({ parallel }) =>
    `Its workflow lets ${parallel} phases work at once; in this working tree they go one by one.`,
  copied: ({ path, how }) => COPIES[how](path),
  'other-agent': ({ phase, before, news }) =>
    `The agent of ${phase} is not the one of ${before}: ${news.join(', ')}.`,
  'changed-outside': ({ files }) =>
    `The agent says that it changed files outside of the working tree: ${listed(files)}. No checkpoint holds them, and no restore brings them back.`,
  'programs-ended': ({ programs }) =>
    `The agent left ${counted(programs, 'program')} running when it ended; nothing of an agent outlives it, so ${programs === 1 ? 'it was' : 'they were'} ended.`,
  'prompted-again': ({ agent, denied, times, most }) =>
    `${agent} ended its turn over what was denied (${denied.join(', ')}): it is told to go on without (${times} of ${most}), no retry is used.`,
  'not-prompted-again': ({ agent, denied, most }) =>
    `${agent} ended its turn over what was denied (${denied.join(', ')}). In this phase it was told to go on without ${most} times already, and is not told again.`,
};

const NOT_RUN = {
  uncommitted: 'The working tree has your uncommitted changes',
  changed: 'Files were changed here since the session was opened',
} as const;

const COPIES = {
  copied: (path: string) => `Copied ${path} into the worktree; it is not committed.`,
  kept: (path: string) =>
    `${path} lies in the worktree already and stays as it is there; it is not committed.`,
  'no-file': (path: string) =>
    `${path} is to be copied into the worktree, but it is a link or a folder, or lies behind a link: only files are copied.`,
  absent: (path: string) => `${path} is to be copied into the worktree, but there is no such file.`,
} as const;

function denier(by: Facts<'denied'>['by']): string {
  if (by === 'own-rules') return 'by rules of its own';
  if (by === 'nobody') return 'as nobody is there to ask';
  return 'person' in by ? `by ${by.person}` : `by the policy of ${by.agent}`;
}

const placed = (places: Facts<'denied'>['places']): string =>
  places.includes('outside')
    ? ' (outside of the working tree)'
    : places.includes('git')
      ? " (in git's own folder)"
      : '';

/** What a worktree does not have; a runner of before says only how many files that are. */
export function notCommitted({ files, paths = [] }: Facts<'uncommitted-left-behind'>): string {
  const more = files - paths.length;
  const others = paths.length === 0 ? counted(files, 'file') : `${more} more`;
  const named = [...paths, ...(more > 0 ? [others] : [])].join(', ');
  return `Not committed, so not in the working tree of the session: ${named}.`;
}

/** Effects that a restore or a fork does not undo, for the person who does either; '' for none. */
export const staysDone = (effects: readonly StayingEffect[]): string =>
  effects.length === 0
    ? ''
    : `Done to the outside world since that checkpoint, and neither undone nor done again: ${effects
        .map(({ key, state }) => (state === 'inDoubt' ? `${key} (in doubt)` : key))
        .join(', ')}.`;

const SHARED = { ...WORK, ...REPOSITORY_NOTICES, ...RESCUE_NOTICES };

/** A notice as a sentence, in the voice of an edge. */
export function noticeSentence<N extends NoticeName>(notice: Facts<N>, voice: Voice): string | null {
  const table: Partial<Notices<NoticeName>> = { ...SHARED, ...voice.own };
  const words: ((facts: Facts<N>, voice: Voice) => string) | undefined = lookUp(table, notice.notice);
  // A runner of another version may send notices that this one has no words for.
  return words === undefined ? null : words(notice, voice);
}

/** The first few files on one line, each with why. */
const listedFiles = (files: readonly { readonly path: string; readonly why: string }[]): string =>
  listed(files.map(({ path, why }) => `${path} (${why})`));
