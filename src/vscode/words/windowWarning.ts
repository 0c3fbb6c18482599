import { errorSentence } from '../../sentences/errorSentence.ts';
import { warningSentence, type WarningVoice } from '../../sentences/warningSentence.ts';
import type { Warning } from '../../session/warning.ts';
import { WINDOW_ERRORS } from './errorWords.ts';

const WINDOW: WarningVoice = {
  error: (code, details) => errorSentence(code, details, WINDOW_ERRORS),
  own: {
    'workflow-differs': ({ file }) => `${file} differs from the workflow that this session follows.`,
    'workflow-edited': ({ path, plan }) =>
      plan === 'same'
        ? `${path} was edited: the next resume takes it over`
        : `${path} was edited and changes the plan: the next resume asks about that`,
    'head-elsewhere': ({ found, tip }) =>
      `HEAD is ${found ?? 'without a commit'}, the tip ${tip}; a resume brings it there.`,
  },
};

/** A warning as the window shows it; a rule that is broken may have been found in words already. */
export const windowWarning = (warning: Warning | string): string =>
  typeof warning === 'string' ? warning : warningSentence(warning, WINDOW);
