import { counted, listed } from '../base/listed.ts';
import { shownLine } from '../model/text/oneLine.ts';
import type { RefusedAct, Refusal, Waits } from '../base/refusal.ts';

export type Refused<B extends Refusal['because']> = Extract<Refusal, { because: B }>;

/** An act as it follows `Cannot`; for a resume in place each edge has its own words. */
const ACTS: Readonly<Record<Exclude<RefusedAct, 'resume-in-place' | 'run-again'>, string>> = {
  approve: 'approve',
  reject: 'reject',
  answer: 'answer',
  steer: 'steer',
  cancel: 'cancel',
  delete: 'delete',
  fork: 'fork',
  land: 'land',
  restore: 'restore',
  undo: 'undo a restore of',
  settle: 'say what became of an effect of',
  show: 'show',
  'show-packet': 'show the context packet (what the next phase is told) of',
  path: 'say the path of',
  result: 'print the result of',
};

const MOST_LINES = 20;

const WHY: { readonly [B in Refusal['because']]: (facts: Refused<B>, session: string) => string } = {
  'not-closed': ({ phase }) => `${phase} has no checkpoint yet that closed it`,
  open: ({ phase }) => `${phase} has not closed yet`,
  'held-work': ({ phase }) =>
    `the work of ${phase} is not published, and in place no other phase can begin beside it`,
  'work-here': ({ phase }) =>
    `what an attempt at ${phase} has left lies in this working tree, and in place no other phase can begin beside it`,
  'work-apart': ({ phase }) => `what an attempt at ${phase} has left lies in a worktree of its own`,
  'no-packet-yet': ({ phase }) =>
    `${phase} is not done yet, so it has no context packet (what the next phase is told)`,
  'no-result-yet': ({ path, by }) => `${path} is there once ${by.join(' or ')} is done`,
  'no-result': () => 'its workflow names none',
  'closed-elsewhere': ({ phase, in: other }, session) =>
    `${phase} was closed in ${other}, before ${session} was forked from it`,
  'began-elsewhere': ({ in: other }, session) => `it began in ${other}, before ${session} was forked from it`,
  'no-restore': () => 'the last checkpoint is no restore',
  'not-in-doubt': ({ key, state }) => `it is known what became of "${key}": ${RECORDED[state ?? 'none']}`,
  'not-done': ({ state }) => (state === 'cancelled' ? 'it was cancelled, and is not done' : 'it is not done'),
  'checks-red': ({ checks }) =>
    `it is done, but its checks are red: ${listed(checks.map((name) => `"${name}"`))} did not pass`,
  over: ({ state }) => `the session is ${state}, no prompt follows`,
  'is-done': () => 'it is done',
  landed: () => 'it was landed here already, as it is now',
  'never-worked-here': () => 'it has never been worked on here',
  'no-working-tree': ({ over }) =>
    over === null
      ? 'it has no working tree on this machine yet'
      : 'it is over, and has no working tree on this machine',
  'no-worktree': ({ phase, status }) => `no worktree here has the work of ${phase}, which is ${status}`,
  'setup-failed': () => 'the setup of the worktree failed',
  'no-answer': ({ asked, said }) =>
    `its agent asks for a permission (${asked}), and ${JSON.stringify(said)} is no answer to that`,
  answered: ({ asked }) => `somebody else has answered (${asked})`,
  'no-option': ({ phase, said, options }) =>
    `${phase} offers ${counted(options.length, 'answer')}, and ${shownLine(said.trim(), 80)} is none of them:\n${options
      .map((option, at) => `  ${at + 1}. ${option}`)
      .join('\n')}`,
  'none-waits': ({ state }) =>
    `no phase waits (the session ${state === 'running' ? 'goes on with a resume' : `is ${state}`})`,
  'several-wait': ({ waits }) =>
    `${waits.map(({ phase }) => phase).join(', ')} wait, and which is meant was not said`,
  'other-waits': ({ named, waits }) =>
    `${named} does not wait; ${waits.map((one) => `${one.phase} does${WAITS_FOR[one.for]}`).join('; ')}`,
  'went-on': ({ phase, waits }) =>
    `${phase} went on before that was heard${waits ? ', and waits with something else now' : ''}`,
  'not-asked': ({ question }) =>
    question === null ? 'nothing was asked' : `it waits for an answer: ${question}`,
  'kept-nowhere': ({ root, files }) =>
    `its working tree ${root} holds what cannot be kept aside: ${files.map(({ path, why }) => `${path} (${why})`).join(', ')}`,
  gate: ({ reasons }) => reasons.join('; '),
  'in-doubt': ({ question }) => question,
  'no-packet': ({ path, lines }) =>
    `${path}, the context packet (what the next phase is told), cannot be read any more (${counted(lines.length, 'problem')}):\n${lines
      .slice(0, MOST_LINES)
      .map(({ line, message }) => `  line ${line}: ${message}`)
      .join('\n')}`,
  'several-hold': ({ phases }) =>
    `${listed(phases)} have work that is not done, and one working tree can have that of one phase only`,
  'would-overwrite': ({ what, files }) =>
    `the session's files are to be written into this working tree, and ${OVERWRITES[what](listed(files))}`,
};

const RECORDED = {
  done: 'it is recorded as done',
  failed: 'it is recorded as not done',
  none: 'nothing is recorded under it',
} as const;

const WAITS_FOR: Readonly<Record<Waits['for'], string>> = {
  approval: '',
  packet: ', for a look at what the next phase is told (its context packet)',
  question: ', for an answer',
  head: ', for HEAD to be where it was',
  work: ', for work that is done by hand',
};

const OVERWRITES = {
  uncommitted: (files: string) => `the working tree has uncommitted files (${files})`,
  ignored: (files: string) => `git ignores files where the session has its own (${files})`,
  refused: (files: string) => `these files cannot be written: ${files}`,
} as const;

/** What is not possible with a session, and why. */
export function refusalMessage(
  {
    act,
    session,
    refusal,
  }: { readonly act: RefusedAct; readonly session: string; readonly refusal: Refusal },
  inPlace: string,
): string {
  const why: (facts: Refusal, session: string) => string = WHY[refusal.because] as never;
  const does =
    act === 'resume-in-place'
      ? inPlace
      : act === 'run-again'
        ? `run ${'phase' in refusal ? refusal.phase : 'a phase'} again in`
        : ACTS[act];
  return `Cannot ${does} ${session}: ${why(refusal, session)}`;
}
