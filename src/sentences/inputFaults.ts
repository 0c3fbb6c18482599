import type { InputFault } from '../base/inputFault.ts';
import { demandWords } from '../model/inputs/inputWords.ts';
import { nearestWord } from '../model/text/nearestWord.ts';
import { lines } from './errorWords.ts';

/** Everything that keeps a session from beginning with these inputs, each with its place in the workflow. */
export function inputsMessage({
  file,
  faults,
}: {
  readonly file: string;
  readonly faults: readonly InputFault[];
}): string {
  const isMissing = faults.every(({ because }) => because === 'missing');
  const what = isMissing
    ? 'The workflow asks for more than was given'
    : 'The workflow cannot take these inputs';
  return `${what}:${lines(faults.map((fault) => `${file}:${fault.line}:${fault.column}: ${whyNot(fault)}`))}`;
}

function whyNot(fault: InputFault): string {
  switch (fault.because) {
    case 'missing':
      return `"${fault.input}" is missing${fault.description === null ? '' : `: ${fault.description}`}${formOf(fault)}`;
    case 'wrong':
      return `"${fault.input}" ${demandWords(fault.demand, fault.value)}`;
    case 'unknown': {
      const near = nearestWord(fault.input, fault.known);
      if (near !== null) return `there is no input "${fault.input}"; did you mean "${near}"?`;
      const known = fault.known.length === 0 ? 'it asks for none' : `it asks for ${fault.known.join(', ')}`;
      return `there is no input "${fault.input}"; ${known}`;
    }
  }
}

/** What a value has to be, behind the rest; '' where it may be any. */
export function formOf({
  allowed,
  pattern,
}: {
  readonly allowed: readonly string[] | null;
  readonly pattern: string | null;
}): string {
  if (allowed !== null) return ` (${allowed.join(' or ')})`;
  return pattern === null ? '' : ` (must match ${pattern})`;
}
