import { listed } from '../base/listed.ts';
import type { ErrorDetails } from '../base/cairnError.ts';
import { faultWords, shownPath } from '../model/names/faultWords.ts';
import { say, short, type Sentence } from './branchSentences.ts';

type Entry = ErrorDetails['data/unsafe-tree']['entries'][number];

/** The first few for one line, each with why: `".git" (some systems take it for .git)`. */
export const unsafeEntries = (entries: readonly Entry[]): string =>
  listed(entries.map(({ path, why }) => `${nameOf(path)} (${faultWords(why)})`));

const nameOf = (path: string): string => (path === '' ? 'the tree itself' : shownPath(path));

const MOST = 10;

export function sayUnsafeTree({ commit, tree, entries }: ErrorDetails['data/unsafe-tree']): Sentence {
  const what = commit === null ? `Tree ${short(tree)}` : `Commit ${short(commit)}`;
  const lines = entries.slice(0, MOST).map(({ path, why }) => `\n  ${nameOf(path)}: ${faultWords(why)}`);
  const more = entries.length > MOST ? `\n  and more` : '';
  return say(
    `Nothing was written. ${what} holds entries that git itself refuses to write into a working tree:${lines.join('')}${more}`,
    '`cairn list`, `status`, `log` and `diff` still show such a session, and `cairn verify` names its checkpoints and rescues that are like this. ' +
      'If you do not know who made them, remove them: the branch with `git branch -D`, a rescue with `cairn rescue delete`.',
  );
}
