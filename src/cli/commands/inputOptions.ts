import { CairnError } from '../../base/cairnError.ts';
import type { InputFault } from '../../base/inputFault.ts';
import { demandWords } from '../../model/inputs/inputWords.ts';
import { formOf } from '../../sentences/inputFaults.ts';
import { plain } from '../terminal/plainText.ts';
import type { CommandOption, Context, Typed } from './command.ts';
import { isSet, textsOf, wrong } from './typed.ts';

export const INPUT_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--input <name=value>',
    does: 'a value that the workflow asks for; once for each',
    repeated: true,
  },
  { flags: '--no-input', does: 'ask for nothing: refuse where a value is missing' },
];

export type Inputs = Readonly<Record<string, string>>;

/** The values of `--input`. A value may hold anything, also "=". */
export function inputsOf(typed: Typed): Inputs {
  const pairs = textsOf(typed, 'input').map((text): readonly [string, string] => {
    const cut = text.indexOf('=');
    if (cut <= 0) throw wrong('--input', `it is NAME=VALUE, not ${JSON.stringify(text)}`);
    return [text.slice(0, cut), text.slice(cut + 1)];
  });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw wrong('--input', `"${twice}" is given twice`);
  return Object.fromEntries(pairs);
}

/**
 * Does what needs inputs, and asks for those that are missing where somebody is there.
 *
 * @param act begins with the values so far; `usage/inputs` says what it lacks
 */
export async function askingForInputs<T>(
  context: Context,
  typed: Typed,
  act: (inputs: Inputs) => Promise<T>,
): Promise<T> {
  let inputs = inputsOf(typed);
  const asked = new Set<string>();
  for (;;) {
    try {
      return await act(inputs);
    } catch (error) {
      const said = await answers(context, typed, error, asked);
      if (said === null) throw error;
      inputs = { ...inputs, ...said };
    }
  }
}

/** Null when nobody can be asked, it is no question, or the person gives none of them. */
async function answers(
  { terminal, json }: Context,
  typed: Typed,
  error: unknown,
  asked: Set<string>,
): Promise<Inputs | null> {
  if (!CairnError.is(error, 'usage/inputs')) return null;
  if (json || isSet(typed, 'noInput') || !terminal.canAsk()) return null;
  const { faults } = error.details;
  // What was given on the command line is not asked for again.
  if (!faults.every((fault) => fault.because === 'missing' || asked.has(fault.input))) return null;
  const said: Record<string, string> = {};
  for (const fault of faults) {
    const value = await terminal.ask(`${plain(questionOf(fault))}: `);
    if (value === null || value === '') return null;
    said[fault.input] = value;
    asked.add(fault.input);
  }
  return said;
}

function questionOf(fault: InputFault): string {
  switch (fault.because) {
    case 'missing':
      return `${fault.description ?? fault.input}${formOf(fault)}`;
    case 'wrong':
      return `"${fault.input}" ${demandWords(fault.demand, fault.value)}. Again`;
    case 'unknown':
      return fault.input;
  }
}
