import type { InputDemand } from '../../base/inputFault.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Input } from './input.ts';

/**
 * Whether a text has a match of a pattern; null if that cannot be found out in time. Patterns come from a repository, and some
 * take for ever: whoever passes this in bounds it.
 */
export type Matches = (pattern: string, text: string) => boolean | null;

/** In UTF-16 units. Windows has no longer variables, and more belongs into the request or a file. */
export const LONGEST_VALUE = 16_000;

/** Why values cannot be taken, in the order of the workflow, unknown names last. */
export type Faulty =
  | { readonly because: 'missing'; readonly input: Input }
  | {
      readonly because: 'wrong';
      readonly input: Input;
      readonly value: string;
      readonly demand: InputDemand;
    }
  | { readonly because: 'unknown'; readonly name: string };

/**
 * The values that a session begins with: those given, else defaults. One that is neither required nor given nor has a default
 * is left out.
 */
export function judgeInputs(
  inputs: readonly Input[],
  given: ReadonlyMap<string, string>,
  matches: Matches,
): Result<ReadonlyMap<string, string>, readonly Faulty[]> {
  const faults = inputs.flatMap((input): readonly Faulty[] => {
    const value = given.get(input.name);
    if (value === undefined) return input.required ? [{ because: 'missing', input }] : [];
    const demand = unmetBy(input, value, matches);
    return demand === null ? [] : [{ because: 'wrong', input, value, demand }];
  });
  const known = new Set(inputs.map(({ name }) => name));
  const unknown = [...given.keys()]
    .filter((name) => !known.has(name))
    .map((name) => ({ because: 'unknown', name }) as const);
  if (faults.length + unknown.length > 0) return err([...faults, ...unknown]);
  const values = inputs.map(({ name, default: usual }) => [name, given.get(name) ?? usual] as const);
  return ok(new Map(values.filter((pair): pair is [string, string] => pair[1] !== null)));
}

/** The first thing asked of a value that does not hold; null if all does. */
export function unmetBy(
  input: Pick<Input, 'required' | 'enum' | 'pattern'>,
  value: string,
  matches: Matches,
): InputDemand | null {
  if (input.required && value === '') return { asks: 'something' };
  if (value.includes('\0')) return { asks: 'no-nul' };
  if (value.length > LONGEST_VALUE) return { asks: 'length', most: LONGEST_VALUE };
  if (input.enum?.includes(value) === false) return { asks: 'word', allowed: input.enum };
  const { pattern } = input;
  const isMatch = pattern === null || matches(pattern, value);
  if (isMatch === true) return null;
  return { asks: isMatch === null ? 'judgeable' : 'pattern', pattern: pattern ?? '' };
}
