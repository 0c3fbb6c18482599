import { lookUp } from '../../base/lookUp.ts';
import type { ConflictKind } from './conflict.ts';

/** What is open between two sides, behind the names of the files. */
const WORDS: Readonly<Record<ConflictKind, string>> = {
  content: 'both changed the same lines',
  'add/add': 'both added it, with different contents',
  binary: 'both changed it, and it does not merge as text',
  driver: 'both changed it, and it has a merge driver, which Cairn does not run',
  mode: 'one made it executable, the other did not',
  link: 'both changed it, and it is a link',
  submodule: 'both changed it, and it is a submodule',
  'modify/delete': 'one changed it, the other deleted it',
  'rename/rename': 'each renamed it otherwise',
  'rename/delete': 'one renamed it, the other deleted it',
  'rename/add': 'one renamed a file to what the other added',
  'file/directory': 'a file on one side, a folder on the other',
  'directory rename': 'one renamed a folder in which the other has something new',
  other: 'git does not merge it',
};

/** `a, b (both changed the same lines)`; a kind is given as text, as in an error's facts. */
export const conflictLine = ({
  kind,
  paths,
}: {
  readonly kind: string;
  readonly paths: readonly string[];
}): string => `${paths.join(', ')} (${lookUp(WORDS, kind) ?? kind})`;
