import type { RefName } from '../../model/names/ids.ts';
import { counted } from '../../base/listed.ts';
import { noticeSentence } from '../../sentences/noticeSentence.ts';
import type { Voice } from '../../sentences/voice.ts';
import type { Notice } from '../../session/notice.ts';

/** How a terminal speaks: by refs, and with commands to type. */
const TERMINAL: Voice = {
  rescue: (ref) => ref,
  rescueToSee,
  own: {
    'uncommitted-left-behind': ({ files }) =>
      `The worktree does not have your ${counted(files, 'uncommitted file')}; start with --with-changes to take them along.`,
    'went-on-elsewhere': ({ remote, act, session }) =>
      `${remote} has gone on with this session: this ${act} stands beside what was done there, not on top of it. The next resume asks which of the two goes on: cairn status ${session}`,
  },
};

function rescueToSee(ref: RefName): string {
  const [, session, n] = /^refs\/cairn\/([^/]+)\/rescue\/(\d+)$/.exec(ref) ?? [];
  return n === undefined ? ref : `rescue ${n} (see it: cairn rescue diff ${session} ${n})`;
}

export const terminalNotice = (notice: Notice): string =>
  noticeSentence(notice, TERMINAL) ?? JSON.stringify(notice);
