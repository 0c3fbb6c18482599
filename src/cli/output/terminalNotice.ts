import { shellWords } from '../../base/shellWords.ts';
import type { RefName, SessionId } from '../../model/names/ids.ts';
import { surestName } from '../../model/names/shortName.ts';
import { notCommitted, noticeSentence } from '../../sentences/noticeSentence.ts';
import type { Voice } from '../../sentences/voice.ts';
import type { Notice } from '../../session/notice.ts';
import { warningSentence, type WarningVoice } from '../../sentences/warningSentence.ts';
import type { Warning } from '../../session/warning.ts';
import { errorSentence } from './errorSentence.ts';

/** A terminal's voice: it names refs, and commands to type. */
const NOTICES: Voice = {
  rescue: rescueToSee,
  rescueToSee,
  cutOffWork,
  own: {
    'uncommitted-left-behind': (facts) =>
      `${notCommitted(facts)}\nWith --with-changes a start takes such files along.`,
    'went-on-elsewhere': ({ remote, act, session }) =>
      `${remote} has gone on with this session: this ${act} stands beside what was done there, not on top of it. The next resume asks which of the two goes on: cairn status ${surestName(session as SessionId)}`,
  },
};

/** Whose rescue it is, as one types that, and its number; null for a ref that is none. */
function rescueOf(ref: RefName): { readonly name: string; readonly n: string } | null {
  const [, session, n] = /^refs\/cairn\/([^/]+)\/rescue\/(\d+)$/.exec(ref) ?? [];
  return session === undefined || n === undefined ? null : { name: surestName(session as SessionId), n };
}

function rescueToSee(ref: RefName): string {
  const rescue = rescueOf(ref);
  return rescue === null ? ref : `rescue ${rescue.n} (see it: cairn rescue diff ${rescue.name} ${rescue.n})`;
}

function cutOffWork(ref: RefName): string {
  const rescue = rescueOf(ref);
  if (rescue === null) return `${ref}.`;
  return [
    `rescue ${rescue.n}.`,
    `Put it back: cairn rescue apply ${rescue.name} ${rescue.n}`,
    `Go on with such work where it lies: cairn resume ${rescue.name} --leftovers keep`,
  ].join('\n');
}

/** The same facts; a name of a file is no line of its own. */
const inLines = (notice: Notice): Notice =>
  JSON.parse(JSON.stringify(notice), (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/[\r\n\u2028\u2029]+/g, ' ') : value,
  ) as Notice;

/** A runner of another version may tell what this one has no words for; what that was is in its events. */
export const terminalNotice = (notice: Notice): string =>
  noticeSentence(inLines(notice), NOTICES) ??
  `Another version of Cairn told of something that this one has no words for (${notice.notice}).`;

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
      `HEAD is ${found ?? 'without a commit'}, the last checkpoint ${tip}; a resume brings it there: cairn resume ${session}${trusted ? '' : ' --trust'}`,
  },
};

/** A warning as the terminal prints it; a broken rule may already come as text. */
export const terminalWarning = (warning: Warning | string): string =>
  typeof warning === 'string' ? warning : warningSentence(warning, WARNINGS);
