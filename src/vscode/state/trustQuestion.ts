import { counted } from '../../base/listed.ts';
import type { UnseenCommands } from '../../base/untrustedCommands.ts';
import type { TrustView } from '../../session/trustResults.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { shortName } from '../../model/names/shortName.ts';
import { aboutTrust, whyUnseen } from '../../sentences/trust.ts';

/** A modal dialog has room for this many rows, and does not scroll on every platform. */
const MOST_ROWS = 24;

const DOES = { copies: 'copies', runs: 'runs', agent: 'agent:', check: 'check:' } as const;

interface Question {
  readonly message: string;
  readonly detail: string;
}

/** A window's question before it runs commands that nobody has trusted here. */
export const trustQuestion = (view: TrustView): Question => ({
  message: 'Trust what this session runs on your machine?',
  detail: [
    [`To go on, ${shortName(view.session as SessionId)} would run:`, ...rowsOf(view.commands)].join('\n'),
    ...aboutTrust(view),
    ...(view.warnings.length === 0 ? [] : [`Its history: ${view.warnings.join('; ')}.`]),
  ].join('\n\n'),
});

/** Its question before it runs what a repository chose by itself. */
export const unseenQuestion = (unseen: UnseenCommands): Question => ({
  message: 'Run what this repository chose?',
  detail: [`${whyUnseen(unseen)}:`, rowsOf(unseen.commands).join('\n'), 'Nothing was made or run yet.'].join(
    '\n\n',
  ),
});

function rowsOf(commands: TrustView['commands']): readonly string[] {
  const rows = commands.map(
    ({ phase, does, what }) => `• ${phase ?? 'When its worktree is made'} · ${DOES[does]} ${what}`,
  );
  const left = rows.length - MOST_ROWS;
  // The hidden rows may matter most, so say that there are more and where to read them.
  const more =
    left > 0 ? [`… and ${counted(left, 'more line')}: look at the workflow file before you trust it.`] : [];
  return [...rows.slice(0, MOST_ROWS), ...more];
}
