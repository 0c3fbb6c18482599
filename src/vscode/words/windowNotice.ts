import type { RefName } from '../../model/names/ids.ts';
import { noticeSentence } from '../../sentences/noticeSentence.ts';
import type { Voice } from '../../sentences/voice.ts';
import type { Notice } from '../../session/notice.ts';
import { count } from '../state/words.ts';

/** A rescue as the tree calls it. */
const rescue = (ref: RefName): string => ref.replace(/^refs\/cairn\/[^/]+\/rescue\/(\d+)$/, 'rescue $1');

const WINDOW: Voice = {
  rescue,
  rescueToSee: rescue,
  own: {
    'uncommitted-left-behind': ({ files }) =>
      `The worktree does not have your ${count(files, 'uncommitted file')}.`,
    'went-on-elsewhere': ({ remote, act }) =>
      `${remote} has gone on with this session: this ${act} stands beside what was done there, not on top of it. The next resume asks which of the two goes on.`,
  },
};

/** Null: a runner of another version says what this one has no words for; the log has it. */
export const windowNotice = (notice: Notice): string | null => noticeSentence(notice, WINDOW);
