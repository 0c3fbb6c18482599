import type { StartOptions } from '../../session/api/run.ts';
import type { CommandOption, Context, Typed } from './command.ts';
import { isSet, textsOf } from './typed.ts';

export const UNATTENDED_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--unattended',
    does: 'ask nobody, also at a terminal: what would be asked is denied, and the session waits only where it cannot go on without',
  },
  {
    flags: '--approve <phase>',
    does: 'approve this phase beforehand, in each of its rounds; once for each phase',
    repeated: true,
  },
];

export const unattendedSaid = (typed: Typed): Required<Pick<StartOptions, 'unattended' | 'approve'>> => ({
  unattended: isSet(typed, 'unattended'),
  approve: textsOf(typed, 'approve'),
});

/** What a command is given where nobody is asked, though somebody may sit at the terminal. */
export function attending(context: Context, typed: Typed): Context {
  if (!isSet(typed, 'unattended')) return context;
  return { ...context, terminal: { ...context.terminal, canAsk: () => false, ask: async () => null } };
}
