import { warningSentence, type WarningVoice } from '../../sentences/warningSentence.ts';
import type { Warning } from '../../session/warning.ts';
import { errorSentence } from './errorSentence.ts';

const TERMINAL: WarningVoice = {
  error: errorSentence,
  own: {
    'workflow-differs': ({ file, over, session, workflow }) =>
      `${file} differs from the workflow that this session follows${over ? '' : `; to take it over: cairn resume ${session} --workflow ${workflow}`}`,
    'workflow-edited': ({ path, plan }) =>
      plan === 'same'
        ? `${path} was edited: the next resume takes it over`
        : `${path} was edited and changes the plan; resume asks for --accept-plan`,
    'head-elsewhere': ({ session, found, tip, trusted }) =>
      `HEAD is ${found ?? 'without a commit'}, the tip ${tip}; a resume brings it there: cairn resume ${session}${trusted ? '' : ' --trust'}`,
  },
};

/** A warning as the terminal prints it; a rule that is broken may have been found in words already. */
export const terminalWarning = (warning: Warning | string): string =>
  typeof warning === 'string' ? warning : warningSentence(warning, TERMINAL);
