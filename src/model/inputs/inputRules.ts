import { isObject } from '../../base/json.ts';
import type { Found } from '../parsing/issueProblems.ts';
import { INPUT_NAME, inputVariable, MOST_INPUTS, type Input } from './input.ts';
import { inputFile, inputsOf, NO_INPUT_NAME } from './inputFile.ts';
import { demandWords } from './inputWords.ts';
import { unmetBy, type Matches } from './judgeInputs.ts';

/**
 * What is wrong with the inputs of a workflow file whose definitions are each valid; others are passed over.
 *
 * @param matches null: values of the file itself are not compared with its patterns
 */
export function brokenInputs(file: unknown, matches: Matches | null): readonly Found[] {
  const written = isObject(file) && isObject(file['inputs']) ? file['inputs'] : {};
  const names = Object.keys(written);
  if (names.length > MOST_INPUTS)
    return [{ path: ['inputs'], message: `at most ${MOST_INPUTS} inputs are possible, not ${names.length}` }];
  return names.flatMap((name, index) => {
    const read = inputFile.safeParse(written[name]);
    const [input] = read.success ? inputsOf({ [name]: read.data }) : [];
    return [
      // `__proto__`, which the reader of maps passes over.
      ...(INPUT_NAME.test(name)
        ? []
        : [{ path: ['inputs'], key: name, message: `"${name}" ${NO_INPUT_NAME}` }]),
      ...sameVariable(name, names.slice(0, index)),
      ...(input === undefined ? [] : brokenInput(input, matches ?? (() => true))),
    ];
  });
}

function sameVariable(name: string, before: readonly string[]): readonly Found[] {
  const other = before.find((earlier) => inputVariable(earlier) === inputVariable(name));
  if (other === undefined) return [];
  const message = `"${name}" and "${other}" would both be ${inputVariable(name)}; rename one of them`;
  return [{ path: ['inputs'], key: name, message }];
}

function brokenInput(input: Input, matches: Matches): readonly Found[] {
  const at = (...rest: PropertyKey[]): readonly PropertyKey[] => ['inputs', input.name, ...rest];
  const found: Found[] = [];
  const judge = (value: string, rules: Parameters<typeof unmetBy>[0], ...path: PropertyKey[]): void => {
    const demand = unmetBy(rules, value, matches);
    if (demand !== null)
      found.push({ path: at(...path), message: `"${input.name}" ${demandWords(demand, value)}` });
  };
  const words = input.enum ?? [];
  for (const [index, word] of words.entries()) {
    if (words.indexOf(word) < index)
      found.push({ path: at('enum', index), message: `"${word}" is here twice` });
    else judge(word, { required: false, enum: null, pattern: input.pattern }, 'enum', index);
  }
  if (input.default === null) return found;
  if (input.required) {
    const message = `"${input.name}" is required, so its default would never be used; leave one of the two out`;
    found.push({ path: at('required'), message });
  } else judge(input.default, input, 'default');
  return found;
}
