import { ENDS_WAITING } from '../../model/plan/nextActs.ts';
import type { RefusalHints } from '../../sentences/refusalHints.ts';

/** The act of this window that works instead; '' where the tree shows it. */
export const REFUSAL_HINTS: RefusalHints<unknown> = {
  'not-closed': ({ closed }) =>
    closed.length === 0 ? 'No phase has one.' : `Phases that have one: ${closed.join(', ')}.`,
  open: () => '“Cairn: Review Phase” shows what it made so far.',
  'held-work': () => 'Approve it, or let its next attempt close it first.',
  'no-packet-yet': () => 'Its row has the newest one.',
  'no-result-yet': () => '',
  'no-result': () => '',
  'closed-elsewhere': () => '“Cairn: Fork From This Phase…” begins another session there.',
  'began-elsewhere': () => 'Run it again there, or fork that session before it.',
  'no-restore': () => '“Cairn: Restore to Phase…” goes back to any checkpoint.',
  'not-in-doubt': () => '',
  'not-done': () => '',
  'checks-red': () => '',
  over: () => 'Go back to one of its phases first.',
  landed: () => '',
  'is-done': () => '“Cairn: Delete Session…” removes it.',
  'never-worked-here': () => 'Resume it and say it there.',
  'no-working-tree': ({ over }) =>
    over === null ? '“Cairn: Resume Session” makes it.' : `Its files are on its branch, ${over}.`,
  'no-worktree': () => '“Cairn: Review Phase” shows what it changed.',
  'no-answer': () => 'Allow or deny it on its row in the Cairn view.',
  answered: () => '',
  'no-option': () => 'Choose one of them, or answer in words.',
  'none-waits': ({ state }) => (state === 'running' ? '“Cairn: Resume Session” goes on.' : ''),
  'several-wait': () => AT_ITS_ROW,
  'went-on': ({ waits }) => (waits ? 'Look at it, then say it again.' : ''),
  'other-waits': ({ waits: [first, ...others] }) =>
    first === undefined || others.length > 0 ? AT_ITS_ROW : WAY_ON[ENDS_WAITING[first.for]],
  'not-asked': ({ waits }) => WAY_ON[ENDS_WAITING[waits.for]],
  'kept-nowhere': () =>
    'Move these files away, or take out of them what may not be kept, and try again. “Delete Everything” gives them up.',
  'work-here': ({ phase, seq, tip }) =>
    `${
      seq === null
        ? `Fork checkpoint ${tip} of this session, which goes on with all of it in worktrees, as another session`
        : `Restore checkpoint ${seq}, which sets that aside`
    }, or let ${phase} come first in its workflow.`,
  'work-apart': ({ tip }) => `Go on in worktrees, or restore checkpoint ${tip} first, which sets that aside.`,
  'several-hold': () => 'Go on in worktrees.',
  'would-overwrite': () => 'Commit or move them first, or go on in a worktree.',
};

const AT_ITS_ROW = 'Do it at the row of the phase that is meant.';

const WAY_ON = {
  'try-gate': 'When its files are there, “Cairn: Complete Phase” has them checked.',
  answer: '“Cairn: Answer…” answers it.',
  'go-back': 'Go back there, or answer that it goes on here.',
  approve: 'Approve it, or send it back.',
} as const;
