import { counted } from '../base/listed.ts';
import type { Sentence } from './errorWords.ts';
import { changedWords } from '../model/text/changedWords.ts';
import { sizeWords } from '../model/text/sizeWords.ts';
import type { Warning } from '../session/warning.ts';
import { NOT_TRUSTED_HERE } from './trust.ts';
import type { ErrorCode, ErrorDetails } from '../base/cairnError.ts';

type WarningName = Warning['warning'];
type Facts<W extends WarningName> = Extract<Warning, { warning: W }>;

/** Warnings that name the next step, so terminal and window each word them. */
type OwnWarning = 'workflow-differs' | 'workflow-edited' | 'head-elsewhere';

/** How an edge words errors inside shared warnings, and its own words for the rest. */
export interface WarningVoice {
  readonly error: <C extends ErrorCode>(code: C, details: ErrorDetails[C]) => Sentence;
  readonly own: { readonly [W in OwnWarning]: (facts: Facts<W>) => string };
}

type Table<W extends WarningName> = { readonly [K in W]: (facts: Facts<K>, voice: WarningVoice) => string };

const where = ({ line }: { readonly line: Facts<'workflow-invalid'>['line'] }): string =>
  line === null ? '' : ` (line ${line.line}: ${line.message})`;

const SHARED: Table<Exclude<WarningName, OwnWarning>> = {
  damaged: ({ damage }, { error }) => joined(error('data/missing-object', damage)),
  renamed: ({ session, trace }, { error }) =>
    joined(error('usage/unknown-session', { session, searched: [], trace })),
  'newer-schema': ({ file }) =>
    `read only: ${file} was written by a newer Cairn; to go on, update Cairn (in VS Code: the extension)`,
  unreadable: (facts) => `read only: ${facts.file} cannot be read${where(facts)}`,
  'unknown-words': (facts) =>
    `read only: ${facts.file} has words that this Cairn does not know${where(facts)}; if a newer one wrote them, update Cairn`,
  'unknown-state': ({ state }) =>
    `the state ${JSON.stringify(state)} of the session is not known to this Cairn`,
  'unknown-status': ({ status, phase }) =>
    `the status ${JSON.stringify(status)} of ${phase} is not known to this Cairn`,
  'not-trusted-here': () => NOT_TRUSTED_HERE,
  history: ({ what }) => what,
  'remote-moved': ({ remote, commit, relation }) =>
    `${remote} is at ${commit.slice(0, 7)}: this branch is ${relation === 'behind' ? 'behind it' : 'diverged from it'}`,
  'remotes-left': ({ count }) =>
    `${counted(count, 'more remote-tracking branch', 'more remote-tracking branches')} ${count === 1 ? 'has' : 'have'} the name of this branch at the end, and ${count === 1 ? 'was' : 'were'} not compared with it`,
  'artifact-deleted': ({ path, phase }) =>
    `${path}, which ${phase} made, was deleted by a later phase; the checkpoint of ${phase} has it still`,
  'workflow-invalid': (facts) => `${facts.path} was edited and is not valid${where(facts)}`,
  'other-agent': ({ phase, before, differences }) =>
    `the agent of ${phase} is not the one of ${before}: ${differences.join(', ')}`,
  'long-attempt': ({ phase, minutes, files }) =>
    `${phase} has been at work for ${counted(minutes, 'minute')}, with ${counted(files, 'changed file')} in no checkpoint yet: cut off now, it would begin anew, and what lies there would be kept aside`,
  'notes-unread': ({ path, read }) =>
    `what was written below "Notes" in ${path} is not read; notes belong into ${read ?? "STATUS.md of the session's own worktree"}`,
  'check-changed': ({ check, files }) =>
    `the check ${JSON.stringify(check)} passed, but ${changedWords(files)}`,
  'added-much': ({ bytes, limit }) =>
    `This session has added ${sizeWords(bytes)} to the repository, more than ${sizeWords(limit)}: have git ignore what need not be kept (.gitignore), or keep large files in LFS`,
};

const joined = ({ message, hint }: Sentence): string => `${message} ${hint ?? ''}`.trim();

/** A warning as a sentence, in the voice of an edge. */
export function warningSentence<W extends WarningName>(warning: Facts<W>, voice: WarningVoice): string {
  const table: Table<WarningName> = { ...SHARED, ...voice.own };
  return table[warning.warning](warning, voice);
}
