import { withoutEscapes } from '../model/text/oneLine.ts';

const LINE_CHARACTERS = 2000;

/** A line of a program's output as a terminal finally shows it: without colours, and a progress bar in its last state. */
export function printedLine(line: string): string {
  const whole = line.replace(/\r+$/, '');
  const shown = withoutEscapes(whole.slice(whole.lastIndexOf('\r') + 1));
  return shown.length > LINE_CHARACTERS ? `${shown.slice(0, LINE_CHARACTERS)}…` : shown;
}

/** The last lines of a text, as {@link printedLine} has them; a newline at the very end begins no line. */
export function printedTail(text: string, lines: number): readonly string[] {
  if (text === '' || lines <= 0) return [];
  return text.replace(/\n$/, '').split('\n').slice(-lines).map(printedLine);
}
