import { shellWords } from '../../base/shellWords.ts';
import type { RefName } from '../../model/names/ids.ts';
import { counted } from '../../base/listed.ts';
import { noticeSentence } from '../../sentences/noticeSentence.ts';
import type { Voice } from '../../sentences/voice.ts';
import type { Notice } from '../../session/notice.ts';
import { warningSentence, type WarningVoice } from '../../sentences/warningSentence.ts';
import type { Warning } from '../../session/warning.ts';
import { errorSentence } from './errorSentence.ts';

/** A terminal's voice: it names refs, and commands to type. */
const NOTICES: Voice = {
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
  noticeSentence(notice, NOTICES) ?? JSON.stringify(notice);

const WARNINGS: WarningVoice = {
  error: errorSentence,
  own: {
    'workflow-differs': ({ file, over, session, workflow }) =>
      `${file} differs from the workflow that this session follows${over ? '' : `; to take it over: ${shellWords(['cairn', 'resume', session, '--workflow', workflow])}`}`,
    'workflow-edited': ({ path, plan }) =>
      plan === 'same'
        ? `${path} was edited: the next resume takes it over`
        : `${path} was edited and changes the plan; resume asks for --accept-plan`,
    'head-elsewhere': ({ session, found, tip, trusted }) =>
      `HEAD is ${found ?? 'without a commit'}, the tip ${tip}; a resume brings it there: cairn resume ${session}${trusted ? '' : ' --trust'}`,
  },
};

/** A warning as the terminal prints it; a broken rule may already come as text. */
export const terminalWarning = (warning: Warning | string): string =>
  typeof warning === 'string' ? warning : warningSentence(warning, WARNINGS);
