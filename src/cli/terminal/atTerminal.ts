import type { Terminal } from './terminal.ts';

/**
 * True if somebody types here and reads what is printed, as it happens: standard input and output are terminals, and no service runs
 * this, some of which give their scripts a terminal.
 */
export const atTerminal = ({
  terminal,
  json,
}: {
  readonly terminal: Pick<Terminal, 'canAsk' | 'out' | 'env'>;
  readonly json: boolean;
}): boolean => !json && terminal.canAsk() && terminal.out.isTerminal && !isSet(terminal.env['CI']);

const isSet = (text = ''): boolean => !['', '0', 'false'].includes(text.toLowerCase());
