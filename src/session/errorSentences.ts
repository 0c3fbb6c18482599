import type { ErrorCode, ErrorDetails, Problem } from '../base/cairnError.ts';
import { shellWords } from '../base/shellWords.ts';
import { afterDamage, damaged } from './damageSentences.ts';
import { sayInDoubt } from './effectSentences.ts';
import { sayCannotWrite, sayForbiddenFolder, sayNestedWork, sayTreeChanged } from './treeSentences.ts';
import {
  catchUp,
  chooseOne,
  sayNoCheckpoint,
  sayRefInTheWay,
  sayTrace,
  say,
  short,
  type Sentence,
} from './branchSentences.ts';
import {
  sayNewRequest,
  sayNoAgent,
  saySeveralSessions,
  sayUnknownPhase,
  sessionsHere,
} from './nameSentences.ts';
import { sayUntrustedCommands } from './trustSentences.ts';
import { sayUnsafeTree } from './unsafeSentences.ts';

export type { Sentence } from './branchSentences.ts';

type Sentences = { readonly [C in ErrorCode]: (details: ErrorDetails[C]) => Sentence };

const list = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join('');
const at = (commit: string | null): string => (commit === null ? '' : ` at ${commit.slice(0, 10)}`);
const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000);
/** As terminals and editors make links of. */
const place = ({ file, line, column, message }: Problem): string => `${file}:${line}:${column}: ${message}`;

/** The session that a record belongs to: its folder says so. */
const sessionIn = (file: string): string => /\.cairn\/sessions\/([^/]+)\//.exec(file)?.[1] ?? '';

/** A time as it is read; an edge that knows what time it is puts words such as `3 min ago` there before. */
const moment = (time: string): string =>
  time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d[.\d]*Z$/, 'on $1 at $2 UTC');

const SENTENCES: Sentences = {
  'usage/invalid': ({ what, why }) => say(what === '' ? why : `${what}: ${why}`),
  'usage/unknown-session': ({ session, searched, trace, sessions = [] }) =>
    trace === undefined
      ? say(
          `There is no session "${session}"${searched.length > 0 ? `; looked for ${searched.join(', ')}` : ''}.`,
          `${sessions.length > 0 ? sessionsHere(session, sessions) : 'See all sessions: `cairn list`.'} One that lies on a remote only must be fetched first: \`git fetch\`.`,
        )
      : sayTrace(session, trace),
  'usage/unknown-phase': sayUnknownPhase,
  'usage/which-session': ({ sessions, unfinished }) =>
    say(
      `${unfinished ? 'More than one session is unfinished' : 'No session is unfinished, and there is more than one'}; say which:${list(sessions)}`,
    ),
  'usage/no-session': () =>
    say('No session is unfinished here.', 'See all: `cairn list`. Begin one with `cairn start`.'),
  'usage/several-sessions': saySeveralSessions,
  'usage/new-request': sayNewRequest,
  'usage/session-id': ({ id, why }) =>
    say(
      `"${id}" cannot be a session id: ${why}.`,
      'Ids are 3 to 63 of a-z, 0-9 and "-", and begin with a letter or digit.',
    ),
  'usage/session-used': ({ id, where, by = 'session' }) =>
    by === 'deleted'
      ? say(
          `A session "${id}" was deleted; what was kept of it still has the id (${where}).`,
          `Choose another with --id, or give up what was kept: cairn delete ${id} --purge`,
        )
      : say(
          `The session id "${id}" is taken (${where}).`,
          by === 'session'
            ? `Choose another with --id, or go on with that session: cairn resume ${id}`
            : 'Choose another with --id.',
        ),
  'usage/not-possible': ({ act, session, why, hint }) => say(`Cannot ${act} ${session}: ${why}`, hint),
  'usage/inside-phase': ({ act, phase }) =>
    say(
      `"cairn ${act}" is a person's word and is refused inside a phase (this is ${phase}).`,
      'Leave a note in the phase folder instead; a person decides when the session waits.',
    ),
  'usage/settings': ({ problems }) =>
    say(
      `The agent settings are not valid:${list(problems.map(place))}`,
      'Nothing was run. Mend the settings and try again.',
    ),
  'workflow/not-found': ({ workflow, searched, known = [] }) =>
    say(
      `There is no workflow "${workflow}"; looked for ${searched[0] ?? ''}.`,
      known.length > 0
        ? `There are: ${known.join(', ')}. Or give the path of a workflow file.`
        : 'Make a commented sample: `cairn init`. Or give the path of a workflow file.',
    ),
  'workflow/invalid': ({ problems }) =>
    say(
      `The workflow is not valid:${list(problems.map(place))}`,
      'Nothing was written. Mend the file and try again.',
    ),
  'workflow/artifact-ignored': ({ file, problems }) =>
    say(
      `Git ignores artifacts of ${file}, so no checkpoint could hold them:${list(problems.map(place))}`,
      'Choose another path, or take it out of the ignore rules.',
    ),
  'lease/held': ({ session, holder, since }) =>
    say(
      `Session ${session} is driven by ${holder}, which began ${moment(since)}.`,
      `Watch it: \`cairn status ${session}\`. End it: \`cairn stop ${session}\`.`,
    ),
  'data/corrupt': ({ file, commit, problems }) =>
    say(
      `${file}${at(commit)} cannot be read:${list(problems.map(place))}`,
      `Nothing was changed. A restore goes back to a good checkpoint, by its number: cairn log ${sessionIn(file)}`,
    ),
  'data/newer-schema': ({ file, commit, found, known }) =>
    say(
      `${file}${at(commit)} has format ${found}, this Cairn knows up to ${known}.`,
      'Update Cairn; reading with `list`, `status` and `log` still works.',
    ),
  'data/unknown-word': ({ file, commit, problems }) =>
    say(
      `${file}${at(commit)} has words that this Cairn does not know:${list(problems.map(place))}`,
      `Written by a newer Cairn? Update Cairn; \`list\`, \`status\` and \`log\` still work. Edited by hand? A restore goes back to a good checkpoint: ${`cairn log ${sessionIn(file)}`.trim()}`,
    ),
  'data/schema-missing': ({ file, commit }) =>
    say(
      `${file}${at(commit)} does not say its format ("schema").`,
      'It was not written by Cairn or was edited; an earlier checkpoint can be restored.',
    ),
  'data/no-checkpoint': sayNoCheckpoint,
  'data/missing-object': (damage) => say(damaged(damage), afterDamage(damage)),
  'data/unsafe-tree': sayUnsafeTree,
  'data/untrusted-tip': ({ session, warnings }) =>
    say(
      `The branch of ${session} holds commits that were not published from here:${list(warnings)}`,
      `Look at it: \`cairn log ${session}\`. To go on from this tip: cairn resume ${session} --trust`,
    ),
  'data/untrusted-commands': sayUntrustedCommands,
  'data/effect-changed': ({ session, key, recorded }) =>
    say(
      `Under the key "${key}" another command is recorded: ${shellWords(recorded)}`,
      `One key stands for one command. Take another key, or look at what is recorded: cairn effect list ${session}`,
    ),
  'data/effect-in-doubt': sayInDoubt,
  'data/too-large': ({ what, bytes, limit }) =>
    say(
      `${what} has ${bytes} bytes, at most ${limit} are possible.`,
      'Make it smaller; the rest belongs into files of its own.',
    ),
  'lease/overtaken': ({ ref, expected, found }) =>
    say(
      `${ref} was moved by somebody else (from ${expected ?? 'nothing'} to ${found ?? 'nothing'}); nothing was published.`,
      'What was done is still in the working tree. See `cairn status`, then `cairn resume`.',
    ),
  'data/restore-failed': ({ session, differing }) =>
    say(
      `After the restore of ${session} these files are not what they should be:${list(differing)}`,
      `Nothing is lost: cairn restore ${session} --undo`,
    ),
  'data/violations': ({ session, count }) =>
    say(`Session ${session} breaks ${count} of the format's rules.`, `See which: cairn verify ${session}`),
  'repo/plan-changed': ({ session, changes, workflow }) =>
    say(
      `The plan of ${session} changed:${list(changes)}`,
      `Accept it and go on: ${shellWords(['cairn', 'resume', session, ...(workflow === undefined ? [] : ['--workflow', workflow]), '--accept-plan'])}`,
    ),
  'repo/behind-remote': (details) => {
    const { branch, local, tracking, remote, relation } = details;
    return say(
      relation === 'behind'
        ? `${branch} (${short(local)}) is behind ${tracking} (${short(remote)}): the session went on elsewhere.`
        : `${branch} (${short(local)}) and ${tracking} (${short(remote)}) have diverged: the session went on here and elsewhere.`,
      relation === 'behind' ? catchUp(details) : chooseOne(details),
    );
  },
  'repo/head-moved': ({ session, expected, found, back }) =>
    say(
      `Session ${session} works in your own working tree, which was on ${expected} and now is on ${found}. Nothing was captured or changed.`,
      `Go back there, then try again: ${back}\nOr go on here: cairn resume ${session} --here`,
    ),
  'repo/tree-changed': sayTreeChanged,
  'repo/forbidden-folder': sayForbiddenFolder,
  'repo/worktree-place': ({ path, why }) =>
    say(
      `The session's working tree cannot be at ${path}: ${why}.`,
      'Move what is there away, then run the same command again.',
    ),
  'repo/branch-checked-out': ({ branch, worktree }) =>
    say(
      `${branch} is checked out in ${worktree}; only Cairn may move it.`,
      `Free it: ${shellWords(['git', '-C', worktree, 'switch', '--detach'])}`,
    ),
  'repo/branch-refused': ({ branch, why }) =>
    say(
      `Git does not take ${branch} as a branch: ${why}.`,
      'Choose another --id, or another branchPrefix in the workflow.',
    ),
  'repo/ref-in-the-way': sayRefInTheWay,
  'repo/nested-work': sayNestedWork,
  'repo/land-conflict': ({ session, files }) =>
    say(
      `The changes of ${session} conflict with what is here; nothing was written:${list(files)}`,
      `Land on a branch of its own and merge that: cairn land ${session} --branch ${session}-landed`,
    ),
  'repo/land-refused': ({ why, output }) =>
    say(`Nothing was landed: ${why}${output === '' ? '' : `\n${output}`}`),
  'git/not-found': ({ tried }) =>
    say(`There is no git (tried ${tried}).`, 'Install git 2.38 or newer and see that it is on PATH.'),
  'git/too-old': ({ found, needed }) =>
    say(`This git is ${found}; Cairn needs ${needed} or newer.`, 'Update git.'),
  'git/not-a-repository': ({ folder }) =>
    say(`${folder} is not in a git repository.`, 'Go to one, name one with --repo, or make one: git init'),
  'git/bare': ({ folder }) =>
    say(`${folder} is a bare repository; sessions need a working tree.`, 'Clone it and work there.'),
  'git/no-commit': ({ folder }) =>
    say(
      `The repository at ${folder} has no commit yet.`,
      'Make the first one: git add -A && git commit -m "First commit"',
    ),
  'git/dubious-ownership': ({ folder, remedy }) =>
    say(`${folder} belongs to somebody else, so git does not work in it.`, `If you trust it: ${remedy}`),
  'git/busy': ({ operation, folder }) =>
    say(
      `A ${operation} is in progress in ${folder}.`,
      `Finish it or give it up (\`git ${operation} ${operation === 'bisect' ? 'reset' : '--abort'}\`), then try again.`,
    ),
  'git/unmerged': ({ files }) =>
    say(`Files have unresolved conflicts:${list(files)}`, 'Resolve them and `git add` them, then try again.'),
  'git/locked': ({ lock }) =>
    say(
      `Another git holds ${lock}.`,
      'Wait until it ends. If none runs, it is left over and you may remove the file.',
    ),
  'git/disk-full': ({ command }) =>
    say(`The disk is full (${command}).`, 'Make room and run `cairn resume`: nothing that was done is lost.'),
  'git/failed': ({ command, exitCode, stderr }) =>
    say(
      `${command} failed${exitCode === null ? '' : ` (exit ${exitCode})`}.${stderr === '' ? '' : `\n${stderr}`}`,
    ),
  'machine/node-too-old': ({ found, needed }) =>
    say(
      `Cairn needs Node ${needed} or newer, this is ${found}.`,
      'Install a newer Node from https://nodejs.org',
    ),
  'machine/no-space': ({ folder, free, needed }) =>
    say(
      needed === 0
        ? `The disk of ${folder} is full.`
        : `Too little room at ${folder}: ${megabytes(free)} MB free, ${megabytes(needed)} MB needed.`,
      'Make room, then try again: nothing that was done is lost.',
    ),
  'machine/open-files': ({ limit }) =>
    say(
      `Too many files are open at once${limit === null ? '' : `: this process may have ${limit}`}.`,
      'Raise the limit (`ulimit -n 4096` in the terminal that starts it), then run the same again: nothing that was done is lost.',
    ),
  'machine/cannot-write': sayCannotWrite,
  'machine/agent-not-found': sayNoAgent,
  'machine/agent-in-window': ({ agent }) =>
    say(
      `The agent "${agent}" is a language model of VS Code and works only in its window.`,
      'Start or resume the session there, or choose another agent for that phase.',
    ),
  'machine/runner-died': ({ log }) =>
    say(
      'The process that drove the session ended without a word.',
      `${log === null ? '' : `What it last said is in ${log}. `}Go on with: cairn resume`,
    ),
  'internal/unfit-record': ({ file, why }) =>
    say(
      `Cairn made a ${file} that it could not read back, and published nothing: ${why}.`,
      'What was done is still in the working tree. This is a mistake of Cairn: please report it.',
    ),
  'internal/unexpected': ({ what }) =>
    say(
      // The rest is where in the code it happened, for those who read `details`.
      `Something went wrong that should not: ${what.split('\n')[0] ?? ''}`,
      'This is a bug in Cairn. Nothing that was finished is lost. With --json it says where in the code it happened.',
    ),
};

/** Code and details of any error as sentences. */
export function errorSentence<C extends ErrorCode>(code: C, details: ErrorDetails[C]): Sentence {
  const sentence: ((details: ErrorDetails[C]) => Sentence) | undefined = SENTENCES[code];
  // A runner of another version may have codes that this one has no words for.
  return sentence === undefined ? say(`${code as string} ${JSON.stringify(details)}`) : sentence(details);
}

/** Every error code there is. */
export const ERROR_CODES = Object.keys(SENTENCES) as readonly ErrorCode[];
