import { shellWords } from '../../base/shellWords.ts';
import type { ErrorCode, ErrorDetails } from '../../base/cairnError.ts';
import type { SessionTrace } from '../../base/sessionTrace.ts';
import type { Given } from '../../base/refusal.ts';
import { errorCodes, errorSentence as sentence, type OwnWords } from '../../sentences/errorSentence.ts';
import type { Sentence } from '../../sentences/errorWords.ts';
import { refusalHint } from '../../sentences/refusalHints.ts';
import { refusalMessage } from '../../sentences/refusalWords.ts';
import { REFUSAL_HINTS } from './refusalHints.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { surestName } from '../../model/names/shortName.ts';
import { nearestWord } from '../../model/text/nearestWord.ts';

/** Of a session in the facts of an error. */
const nameOf = (id: string): string => surestName(id as SessionId);

/** The session that a record belongs to, by its folder. */
const sessionIn = (file: string): string => nameOf(/\.cairn\/sessions\/([^/]+)\//.exec(file)?.[1] ?? '');

/** A terminal's words for errors, with the commands that work instead. */
const TERMINAL: OwnWords = {
  messages: {
    'usage/invalid': ({ what, why }) => {
      if (typeof what === 'string') return what === '' ? why : `${what}: ${why}`;
      return `${option(what)}: ${why}${what.against === undefined ? '' : `, not to the commit that --${what.against} names`}`;
    },
    'usage/inside-phase': ({ act, phase }) =>
      `"cairn ${act}" is a person's word and is refused inside a phase (this is ${phase}).`,
    'usage/not-possible': (refused) => refusalMessage(refused, 'resume --in-place'),
  },
  hints: {
    'usage/invalid': () => null,
    'usage/inside-phase': () =>
      'Leave a note in the phase folder instead; a person decides when the session waits.',
    'usage/not-possible': ({ refusal, ...asked }) => refusalHint(refusal, asked, REFUSAL_HINTS),
    'usage/inputs': ({ faults }) => {
      const missing = faults.filter(({ because }) => because === 'missing');
      return missing.length === 0
        ? null
        : `Give them with: ${missing.map(({ input }) => `--input ${input}=…`).join(' ')}`;
    },
    'usage/unknown-session': ({ session, trace, sessions = [] }) =>
      trace === undefined
        ? `${sessions.length > 0 ? sessionsHere(session, sessions) : 'See all sessions: `cairn list`.'} One that lies on a remote only must be fetched first: \`git fetch\`.`
        : traceHint(session, trace),
    'usage/unknown-phase': ({ phase, known, among, items = [] }) => {
      // Its phases are said already.
      if (items.length > 0) return null;
      const phases = known.length > 0 ? known.join(', ') : null;
      if (among !== undefined)
        return `Phases of ${among.session}: ${phases ?? 'none'}. ${sessionsHere(phase, among.sessions)}`;
      return phases === null ? null : `There are: ${phases}.`;
    },
    'usage/no-session': () => 'See all: `cairn list`. Begin one with `cairn start`.',
    'usage/several-sessions': ({ words }) =>
      `Resume one after the other, beginning with: ${shellWords(['cairn', 'resume', words[0] ?? ''])}`,
    'usage/new-request': ({ session }) =>
      `Begin that with \`cairn start\`. A note for the next prompt: ${shellWords(['cairn', 'resume', ...(session === null ? [] : [session]), '-m'])} "…"`,
    'usage/session-used': ({ id, by = 'session' }) => USED[by](id),
    'workflow/not-found': ({ workflow, known = [] }) =>
      known.length > 0
        ? `${didYouMean(nearestWord(workflow, known))}There are: ${known.join(', ')}. Or give the path of a workflow file.`
        : 'See those that come with Cairn: `cairn init --list`. Or give the path of a workflow file.',
    'lease/held': ({ session }) =>
      `Watch it: \`cairn status ${session}\`. End it: \`cairn stop ${session}\`.`,
    'lease/overtaken': () =>
      'What was done is still in the working tree. See `cairn status`, then `cairn resume`.',
    'data/corrupt': ({ file }) =>
      `Nothing was changed. A restore goes back to a good checkpoint, by its number: cairn log ${sessionIn(file)}`,
    'data/newer-schema': () => 'Update Cairn; reading with `list`, `status` and `log` still works.',
    'data/unknown-word': ({ file }) =>
      `Written by a newer Cairn? Update Cairn; \`list\`, \`status\` and \`log\` still work. Edited by hand? A restore goes back to a good checkpoint: ${`cairn log ${sessionIn(file)}`.trim()}`,
    'data/missing-object': ({ session, lastGood }) => {
      if (session === undefined || lastGood === null)
        return 'No checkpoint that is whole was found here. Fetch the session branch again from a clone that has it, or begin another session, which leaves this one as it is: cairn start';
      const good = `checkpoint ${lastGood.seq}${lastGood.phase === null ? '' : ` (${lastGood.phase})`}`;
      return lastGood.isTip
        ? `Its newest ${good} is whole, so the session can go on; what is lost is older. Every checkpoint that is left: cairn log ${session}`
        : `The last good one is ${good}. Go back to it: cairn restore ${session} ${lastGood.seq}`;
    },
    'data/unsafe-tree': () =>
      '`cairn list`, `status`, `log` and `diff` still show such a session, and `cairn verify` names its checkpoints, and what is kept aside, that are like this. If you do not know who made them, remove them: the branch with `git branch -D`, what is kept aside with `cairn rescue delete`.',
    'data/untrusted-tip': ({ session, branch }) =>
      `Look at it: \`${shellWords(['git', 'log', '--stat', branch, '--'])}\`. To go on from there: cairn resume ${session} --trust`,
    'data/untrusted-commands': ({ session, warnings }) =>
      `Look at them. Then trust them and go on: cairn resume ${session} --trust${warnings.length === 0 ? '' : ' (that answers for its history, too)'}\nOr trust them without going on: cairn trust ${session}`,
    'data/unseen-commands': () => 'Look at what they do. Then say yes: cairn start … --trust',
    'data/effect-changed': ({ session }) =>
      `One key stands for one command. Take another key, or look at what is recorded: cairn effect list ${session}`,
    'data/effect-in-doubt': ({ session, key }) =>
      `Look whether it happened, then say so: ${shellWords(['cairn', 'effect', 'settle', session, '--key', key])} --as done|not-done -m "…"`,
    'data/restore-failed': ({ session }) => `Nothing is lost: cairn restore ${session} --undo`,
    'data/violations': ({ session }) => `See which: cairn verify ${session}`,
    'repo/plan-changed': ({ session, workflow }) =>
      `Accept it and go on: ${shellWords(['cairn', 'resume', session, ...(workflow === undefined ? [] : ['--workflow', workflow]), '--accept-plan'])}`,
    'repo/behind-remote': (behind) => (behind.relation === 'behind' ? catchUp(behind) : chooseOne(behind)),
    'repo/head-moved': ({ session, back }) =>
      `Go back there, then try again: ${back}\nOr go on here: cairn resume ${session} --here`,
    'repo/tree-changed': ({ session, what }) => `${TREE_CHANGED[what]}: cairn resume ${session}`,
    'repo/branch-refused': () => 'Choose another --id, or another branchPrefix in the workflow.',
    'repo/land-conflict': ({ session, phase }) =>
      phase === undefined
        ? `Land on a branch of its own and merge that: cairn land ${session} --branch ${session}-landed`
        : 'All of it together does not conflict: land it as one commit, without --commits phase.',
    'repo/nested-work': ({ session }) =>
      `Push it or move the folders away, and try again; or give it up: cairn delete ${session} --purge`,
    'repo/held-missing': () => UNSHALLOW,
    'repo/base-missing': () => UNSHALLOW,
    'git/not-a-repository': () => 'Go to one, name one with --repo, or make one: git init',
    'git/disk-full': () => 'Make room and run `cairn resume`: nothing that was done is lost.',
    'machine/agent-not-found': ({ known, install }) => {
      if (known !== undefined)
        return `Known are: ${known.join(', ')}. Who of them is here: cairn doctor --agents`;
      const others = 'Who is here, and what installs the others: cairn doctor --agents';
      return install === undefined ? others : `Install it: ${install}\n${others}`;
    },
    'machine/nobody-works': ({ install }) =>
      `${install === null ? 'See what installs one: cairn doctor --agents' : `Install one, such as: ${install}\nOthers: cairn doctor --agents`}\nOr do the phases yourself: cairn start … --by-hand`,
    'machine/runner-died': ({ log }) =>
      `${log === null ? '' : `What it last said is in ${log}. `}Go on with: cairn resume`,
    'internal/unexpected': () =>
      'This is a bug in Cairn. Nothing that was finished is lost. With --json it says where in the code it happened.',
  },
};

const option = ({ given, value }: Given): string =>
  [given === 'message' ? '-m' : `--${given}`, ...(value === undefined ? [] : [value])].join(' ');

const USED = {
  deleted: (id: string) =>
    `Choose another with --id, or give up what was kept: cairn delete ${nameOf(id)} --purge`,
  session: (id: string) => `Choose another with --id, or go on with that session: cairn resume ${nameOf(id)}`,
  files: () => 'Choose another with --id.',
} as const;

const UNSHALLOW = 'Fetch it, and try again: git fetch --unshallow';

const TREE_CHANGED = {
  gone: 'Put it back where it was, or go on from the last checkpoint',
  replaced: 'Move what lies there away, and put the folder of before back if there still is one; then',
  untied:
    'Look what became of the folder. If all of it is gone, remove it and go on from the last checkpoint',
  head: 'Go on from the last checkpoint; what lies there is kept aside first',
} as const satisfies Record<ErrorDetails['repo/tree-changed']['what'], string>;

/** How to bring back or give up the traces of a session that has no branch. */
function traceHint(session: string, trace: SessionTrace): string {
  switch (trace.kind) {
    case 'opening':
      return 'Nothing is lost but that start. Start it again; its id is free.';
    case 'deleted':
      return `${trace.branch === null ? '' : `Bring it back: git branch ${shellWords([trace.branch, trace.archive])}\n`}Give up what was kept: cairn delete ${nameOf(session)} --purge`;
    case 'branch-gone':
      return trace.renamed === undefined
        ? `Bring it back: git branch ${shellWords([trace.branch, trace.commit])}`
        : `Give it its name back: git branch ${shellWords(['-m', trace.renamed, trace.branch])}`;
  }
}

/** Code and details of any error as sentences of a terminal. */
export const errorSentence = <C extends ErrorCode>(code: C, details: ErrorDetails[C]): Sentence =>
  sentence(code, details, TERMINAL);

/** Every error code there is. */
export const ERROR_CODES = errorCodes(TERMINAL);

type Behind = ErrorDetails['repo/behind-remote'];

/** A fetch of this repository from itself, which moves a branch that is not checked out. */
const follow = ({ branch, tracking }: Behind, force: '' | '+'): string =>
  shellWords(['git', 'fetch', '.', `${force}refs/remotes/${tracking}:refs/heads/${branch}`]);

/** Moves the local branch forward; then the person has to trust these commits, which were not published here. */
const catchUp = (behind: Behind): string =>
  [
    `Take over what is there: ${follow(behind, '')} && cairn resume ${behind.session} --trust`,
    `Or go on from here, beside it: cairn resume ${behind.session} --here`,
  ].join('\n');

function chooseOne(diverged: Behind): string {
  const { session, branch, tracking } = diverged;
  const remote = tracking.slice(0, -branch.length - 1);
  const keep = shellWords(['git', 'branch', `${session}-here`, branch]);
  return [
    `Go on from here: cairn resume ${session} --here`,
    `  and put it in the place of what is there: ${shellWords(['git', 'push', '--force-with-lease', remote, branch])}`,
    `Or take over what is there, with yours kept as a branch: ${keep} && ${follow(diverged, '+')} && cairn resume ${session} --trust`,
  ].join('\n');
}

const didYouMean = (near: string | null): string => (near === null ? '' : `Did you mean ${near}? `);

const MOST = 8;

/** Lists the closest match first; if there are many, counts the rest. They may be named shortly by now. */
function sessionsHere(word: string, sessions: readonly string[]): string {
  const near = nearestWord(word, sessions) ?? sessions.find((name) => name.includes(word)) ?? null;
  const ordered = near === null ? sessions : [near, ...sessions.filter((name) => name !== near)];
  const more = ordered.length - MOST;
  return `Sessions here: ${ordered.slice(0, MOST).join(', ')}${more > 0 ? ` and ${more} more: cairn list` : ''}.`;
}
