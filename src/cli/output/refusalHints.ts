import { shellWords } from '../../base/shellWords.ts';
import type { RefusedAct, Waits } from '../../base/refusal.ts';
import { GO_ON_HERE } from '../../model/checkpoint/goOnHere.ts';
import { ENDS_WAITING } from '../../model/plan/nextActs.ts';
import type { RefusalHints } from '../../sentences/refusalHints.ts';

interface Asked {
  readonly act: RefusedAct;
  readonly session: string;
}

/** The command that works instead. */
export const REFUSAL_HINTS: RefusalHints<Asked> = {
  'not-closed': ({ closed }, { act, session }) =>
    `${closed.length === 0 ? 'No phase has one.' : `Phases that have one: ${closed.join(', ')}.`} ${act === 'fork' ? 'A fork can begin at any checkpoint,' : 'Any checkpoint can be restored'} by its number: cairn log ${session}`,
  open: ({ phase }, { session }) => `See what it made so far: cairn diff ${session} ${phase}`,
  'held-work': ({ phase }, { session }) =>
    `Go on in a worktree: cairn resume ${session}\nOr close it first: cairn approve ${session} ${phase}`,
  'no-packet-yet': (_, { session }) => `See the newest one: cairn packet ${session}`,
  'no-result-yet': (_, { session }) => `See where it stands: cairn status ${session}`,
  'no-result': (_, { session }) => `See any of its files: cairn show ${session} <path>@<phase>`,
  'closed-elsewhere': ({ phase }, { session }) =>
    `Begin another session there: cairn fork ${session} ${phase}\nOr go back to where this one began: cairn restore ${session} opened`,
  'began-elsewhere': ({ in: other, seq }) =>
    `Run it again there, or begin another session before it: cairn fork ${other} ${seq}`,
  'no-restore': (_, { session }) => `Each checkpoint can be restored by its number: cairn log ${session}`,
  'not-in-doubt': (_, { session }) => `See what is recorded: cairn effect list ${session}`,
  'not-done': ({ state }, { session }) =>
    `${state === 'cancelled' ? `Go back to one of its phases: cairn restore ${session} <phase>` : `Go on with it: cairn resume ${session}`}\nOr land what it has so far: the same command with --unfinished`,
  'checks-red': ({ phase }, { session }) =>
    `See what they said: cairn ${phase === null ? `status ${session}` : `log ${session} --output ${phase}`}\nOr land it as it is: the same command with --red`,
  over: (_, { session }) => `Go back to one of its phases first: cairn restore ${session} <phase>`,
  landed: (_, { session }) =>
    `Nothing was landed. To land it once more, name it: cairn land ${session} --branch <name>`,
  'is-done': (_, { session }) => `Remove it: cairn delete ${session}`,
  'never-worked-here': (_, { session }) => `Resume it and say it there: cairn resume ${session} -m "…"`,
  'no-working-tree': ({ over }, { session }) =>
    over === null
      ? `Make it: cairn resume ${session}`
      : `See its files: ${shellWords(['git', 'worktree', 'add', '<folder>', over])}`,
  'no-worktree': ({ phase }, { session }) => `See what it changed: cairn diff ${session} ${phase}`,
  // One per line, so that each can be pasted on its own.
  'no-answer': (_, { session }) =>
    `Say one of these:${['allow', 'always', 'deny'].map((word) => `\n  cairn answer ${session} -m ${word}`).join('')}`,
  answered: (_, { session }) => `See where it stands: cairn status ${session}`,
  'no-option': ({ phase }, { session }) =>
    `Answer with one of these numbers, or in words: cairn answer ${session} ${phase} -m "…"`,
  'none-waits': ({ state }, { act, session }) =>
    GOES_ON.has(state)
      ? // Who drives it would hold the lease that this act has.
        `Go on: cairn resume ${session}`
      : `${act === 'approve' && state === 'blocked' ? NAME_IT : ''}See where it stands: cairn status ${session}`,
  'several-wait': ({ waits }, asked) => waysOn(waits, asked),
  'went-on': ({ waits }, { session }) =>
    `${waits ? 'Look at it, then say it again' : 'See where it stands'}: cairn status ${session}`,
  'other-waits': ({ waits }, asked) => waysOn(waits, asked),
  'not-asked': ({ waits }, asked) => wayOn(waits, asked),
  'kept-nowhere': (_, { session }) =>
    `Move these files away, or take out of them what may not be kept, and try again; or give them up: cairn delete ${session} --purge`,
  'work-here': ({ phase, seq, tip }, { session }) =>
    `${
      seq === null
        ? `Go on with all of it in worktrees, as another session: cairn fork ${session} ${tip}`
        : `Set that aside, then go on: cairn restore ${session} ${seq} && cairn resume ${session}`
    }\nOr let ${phase} come first in its workflow.yaml, and go on: cairn resume ${session} --accept-plan`,
  'work-apart': ({ tip }, { session }) =>
    `Go on in worktrees: cairn resume ${session}\nOr set that aside first: cairn restore ${session} ${tip} && cairn resume ${session} --in-place`,
  'several-hold': (_, { session }) => `Go on in worktrees: cairn resume ${session}`,
  'would-overwrite': (_, { session }) =>
    `Commit or move them first, or go on in a worktree: cairn resume ${session}`,
};

const GOES_ON: ReadonlySet<string> = new Set(['running', 'paused', 'interrupted']);

const NAME_IT = 'Name the phase to close it as it is, without a new attempt. ';

/** The same for several: where the word fits some of them, one of these is meant. One per line. */
function waysOn(waits: readonly Waits[], asked: Asked): string {
  const fitting = waits.filter((one) => fits(one, asked.act));
  const meant = fitting.length > 0 ? fitting : waits;
  return meant.map((one) => wayOn(one, asked)).join('\n');
}

const fits = ({ for: asked }: Waits, act: RefusedAct): boolean =>
  (ENDS_WAITING[asked] === 'approve') !== (act === 'answer');

/** The command that works for the waiting phase, whatever was typed. It names the phase: others may wait beside it. */
function wayOn({ for: asked, phase }: Waits, { act, session }: Asked): string {
  switch (ENDS_WAITING[asked]) {
    case 'try-gate':
      return `When its files are there: cairn resume ${session}`;
    case 'answer':
      return `Answer it: cairn answer ${session} ${phase} -m "…"`;
    case 'go-back':
      return `Go back there, or answer "${GO_ON_HERE}"; see how: cairn status ${session}`;
    case 'approve':
      return act === 'answer'
        ? `Approve it: cairn approve ${session} ${phase}\nOr send it back: cairn reject ${session} ${phase} -m "…"`
        : `cairn ${act} ${session} ${phase}`;
  }
}
