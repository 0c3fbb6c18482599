import { assertNever } from '../base/assertNever.ts';
import type { ErrorCode, Problem } from '../base/cairnError.ts';
import type { SessionTrace } from '../base/sessionTrace.ts';
import { shellWords } from '../base/shellWords.ts';
import { NOT_BEGUN_HERE } from '../model/effects/doubt.ts';
import { faultWords, shownPath } from '../model/names/faultWords.ts';
import { inputsMessage } from './inputFaults.ts';
import { lines, short, type Words } from './errorWords.ts';
import { trustMessage, unseenMessage } from './trust.ts';
import { whichMessage } from './whichSession.ts';

const at = (commit: string | null): string => (commit === null ? '' : ` at ${commit.slice(0, 10)}`);

/** The form that terminals and editors turn into links. */
const place = ({ file, line, column, message }: Problem): string => `${file}:${line}:${column}: ${message}`;

/** A time for reading; an edge that knows the current time has already replaced it with words such as `3 min ago`. */
const moment = (time: string): string =>
  time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d[.\d]*Z$/, 'on $1 at $2 UTC');

const MOST_ENTRIES = 10;

/** What is wrong with names, workflows, leases and records. */
export const ENGINE_MESSAGES = {
  'usage/unknown-session': ({ session, searched, trace }) =>
    trace === undefined
      ? `There is no session "${session}"${searched.length > 0 ? `; looked for ${searched.join(', ')}` : ''}.`
      : traceMessage(session, trace),
  'usage/unknown-phase': ({ phase, among, items }) => {
    if (items !== undefined)
      return items.length === 0
        ? `"${phase}" is repeated for each item of a list, and that list had none.`
        : `"${phase}" is repeated for each item of a list: its phases are ${items.join(', ')}.`;
    if (among !== undefined) return `There is neither a session nor a phase "${phase}".`;
    return `There is no ${/^\d+$/.test(phase) ? 'checkpoint' : 'phase'} "${phase}".`;
  },
  'usage/inputs': inputsMessage,
  'usage/which-session': whichMessage,
  'usage/no-session': () => 'There is no session here yet.',
  'usage/several-sessions': ({ words }) =>
    `One session is resumed at a time, and it goes on where it stopped; this names ${words.length}: ${words.join(', ')}.`,
  'usage/new-request': () => 'A session that is resumed keeps its request; a new one is another session.',
  'usage/no-issue': ({ issue, because }) => `${NO_ISSUE[because](issue)} Nothing was made.`,
  'usage/session-id': ({ id, why }) => `"${id}" cannot be a session id: ${why}.`,
  'usage/session-used': ({ id, where, by = 'session' }) =>
    by === 'deleted'
      ? `A session "${id}" was deleted; what was kept of it still has the id (${where}).`
      : `The session id "${id}" is taken (${where}).`,
  'usage/settings': ({ problems }) => `The agent settings are not valid:${lines(problems.map(place))}`,
  'workflow/not-found': ({ workflow, searched }) =>
    `There is no workflow "${workflow}"; looked for ${searched[0] ?? ''}.`,
  'workflow/invalid': ({ problems }) => `The workflow is not valid:${lines(problems.map(place))}`,
  'workflow/config': ({ file, problems }) => `${file} is not valid:${lines(problems.map(place))}`,
  'workflow/artifact-ignored': ({ file, problems }) =>
    `Git ignores artifacts of ${file}, so no checkpoint could hold them:${lines(problems.map(place))}`,
  'lease/held': ({ session, holder, since }) =>
    `Session ${session} is being run by ${holder}, which began ${moment(since)}.`,
  'lease/overtaken': ({ ref, expected, found }) =>
    `${ref} was moved by somebody else (from ${expected ?? 'nothing'} to ${found ?? 'nothing'}); nothing was published.`,
  'data/corrupt': ({ file, commit, problems }) =>
    `${file}${at(commit)} cannot be read:${lines(problems.map(place))}`,
  'data/newer-schema': ({ file, commit, found, known }) =>
    `${file}${at(commit)} has format ${found}, this Cairn knows up to ${known}.`,
  'data/unknown-word': ({ file, commit, problems }) =>
    `${file}${at(commit)} has words that this Cairn does not know:${lines(problems.map(place))}`,
  'data/schema-missing': ({ file, commit }) => `${file}${at(commit)} does not say its format ("schema").`,
  'data/no-checkpoint': ({ session, branch, of }) =>
    of === undefined
      ? `The last commit of ${branch} holds no record of session ${session}.`
      : `The branch ${branch} has the checkpoints of session "${of}".`,
  'data/missing-object': ({ object, session }) => {
    const what = object.startsWith('refs/') ? `the ref ${object}` : `git object ${object}`;
    const of = session === undefined ? '' : `Session ${session} is damaged: `;
    return `${of}${of === '' ? what.charAt(0).toUpperCase() + what.slice(1) : what} is missing or cut short, as after a power loss.`;
  },
  'data/unsafe-tree': ({ commit, tree, entries }) => {
    const named = entries
      .slice(0, MOST_ENTRIES)
      .map(({ path, why }) => `${path === '' ? 'the tree itself' : shownPath(path)}: ${faultWords(why)}`);
    const what = commit === null ? `Tree ${short(tree)}` : `Commit ${short(commit)}`;
    return `Nothing was written. ${what} holds entries that git itself refuses to write into a working tree:${lines(named)}${entries.length > MOST_ENTRIES ? '\n  and more' : ''}`;
  },
  'data/untrusted-tip': ({ session, warnings }) =>
    `The branch of ${session} has commits that were made somewhere else:${lines(warnings)}`,
  'data/untrusted-commands': trustMessage,
  'data/unseen-commands': unseenMessage,
  'data/effect-changed': ({ key, recorded }) =>
    `Under the key "${key}" another command is recorded: ${shellWords(recorded)}`,
  'data/effect-in-doubt': ({ key, recorded, probe, begun }) => {
    const command = shellWords(recorded);
    const why =
      begun === null
        ? `${NOT_BEGUN_HERE}: ${command}.`
        : `${command} was begun at ${begun}, and how it ended is not recorded.`;
    return `Nobody knows whether "${key}" happened: ${why}${probe === null ? '' : ` The command that looks for it could not say: ${probe}.`}`;
  },
  'data/too-large': ({ what, bytes, limit }) => `${what} has ${bytes} bytes, at most ${limit} are possible.`,
  'data/restore-failed': ({ session, differing }) =>
    `After the restore of ${session} these files are not what they should be:${lines(differing)}`,
  'data/violations': ({ session, count }) => `Session ${session} breaks ${count} of the format's rules.`,
  'internal/unfit-record': ({ file, why }) =>
    `Cairn made a ${file} that it could not read back, and published nothing: ${why}.`,
  'internal/unexpected': ({ what }) =>
    // The rest says where in the code it happened; `details` has it.
    `Something went wrong that should not: ${what.split('\n')[0] ?? ''}`,
} satisfies Partial<Words<ErrorCode>>;

/** A session that has no branch but has left traces. */
function traceMessage(session: string, trace: SessionTrace): string {
  switch (trace.kind) {
    case 'opening':
      return `Nothing was opened: the start of "${session}" was cut off before anything was saved.`;
    case 'deleted':
      return `The session "${session}" was deleted; what was kept of it is below ${trace.archive}.`;
    case 'branch-gone':
      return trace.renamed === undefined
        ? `The branch of "${session}" is gone; its last checkpoint known here is ${short(trace.commit)}.`
        : `The branch ${trace.branch} of "${session}" was renamed to ${trace.renamed}.`;
    default:
      return assertNever(trace);
  }
}

const NO_ISSUE = {
  'not-there': (issue: string) => `There is no issue ${issue}.`,
  'no-repository': (issue: string) =>
    `The repository of issue ${issue} is not there, or your account may not see it.`,
  'no-remote': (issue: string) =>
    `Which repository issue ${issue} is of cannot be told: this one has no remote on a host that gh knows.`,
  'issues-off': (issue: string) => `There is no issue ${issue}: its repository has no issues.`,
} as const;
