import type { RefName } from '../../model/names/ids.ts';
import { notCommitted, noticeSentence } from '../../sentences/noticeSentence.ts';
import type { Voice } from '../../sentences/voice.ts';
import type { Notice } from '../../session/notice.ts';
import { errorSentence } from '../../sentences/errorSentence.ts';
import { warningSentence, type WarningVoice } from '../../sentences/warningSentence.ts';
import type { Warning } from '../../session/warning.ts';
import { WINDOW_ERRORS } from './errorWords.ts';

/** A rescue as the tree calls it. */
const rescue = (ref: RefName): string => ref.replace(/^refs\/cairn\/[^/]+\/rescue\/(\d+)$/, 'rescue $1');

const NOTICES: Voice = {
  rescue,
  rescueToSee: rescue,
  cutOffWork: (ref) => `${rescue(ref)}.`,
  own: {
    'uncommitted-left-behind': notCommitted,
    'went-on-elsewhere': ({ remote, act }) =>
      `${remote} has gone on with this session: this ${act} stands beside what was done there, not on top of it. The next resume asks which of the two goes on.`,
  },
};

/** Null when a runner of another version sends a notice that this one has no words for; the log has it. */
export const windowNotice = (notice: Notice): string | null => noticeSentence(notice, NOTICES);

const WARNINGS: WarningVoice = {
  error: (code, details) => errorSentence(code, details, WINDOW_ERRORS),
  own: {
    'workflow-differs': ({ file }) => `${file} differs from the workflow that this session follows.`,
    'workflow-edited': ({ path, plan }) =>
      plan === 'same'
        ? `${path} was edited: the next resume takes it over`
        : `${path} was edited and changes the plan: the next resume asks about that`,
    'head-elsewhere': ({ found, tip }) =>
      `HEAD is ${found ?? 'without a commit'}, the last checkpoint ${tip}; a resume brings it there.`,
  },
};

/** A warning as the window shows it; a broken rule may already come as text. */
export const windowWarning = (warning: Warning | string): string =>
  typeof warning === 'string' ? warning : warningSentence(warning, WARNINGS);
