import type { Terminal } from './terminal.ts';

/** True if somebody types here and reads what is printed, as it happens. */
export const atTerminal = ({
  terminal,
  json,
}: {
  readonly terminal: Pick<Terminal, 'canAsk' | 'out'>;
  readonly json: boolean;
}): boolean => !json && terminal.canAsk() && terminal.out.isTerminal;
