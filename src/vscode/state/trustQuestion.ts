import { counted } from '../../base/listed.ts';
import type { TrustView } from '../../session/trustResults.ts';
import { aboutTrust } from '../../sentences/trust.ts';

/** A modal dialog has room for this many rows, and does not scroll on every platform. */
const MOST_ROWS = 24;

const DOES = { copies: 'copies', runs: 'runs', agent: 'agent:', check: 'check:' } as const;

/** A window's question before it runs commands that nobody has trusted here. */
export function trustQuestion(view: TrustView): { readonly message: string; readonly detail: string } {
  const rows = view.commands.map(
    ({ phase, does, what }) => `• ${phase ?? 'When its worktree is made'} · ${DOES[does]} ${what}`,
  );
  const left = rows.length - MOST_ROWS;
  // The hidden rows may matter most, so say that there are more and where to read them.
  const more =
    left > 0 ? [`… and ${counted(left, 'more line')}: look at the workflow file before you trust it.`] : [];
  return {
    message: 'Trust what this session runs on your machine?',
    detail: [
      [`To go on, ${view.session} would run:`, ...rows.slice(0, MOST_ROWS), ...more].join('\n'),
      ...aboutTrust(view),
      ...(view.warnings.length === 0 ? [] : [`Its history: ${view.warnings.join('; ')}.`]),
    ].join('\n\n'),
  };
}
