import type { CheckRecord } from '../../checkpoint/phaseRecord.ts';

/** Of a command or a script; what is longer is not looked at any further. */
const LONGEST = 10_000;

/**
 * The simple commands of a line, each as its words: for looking up which programs it names. No shell: what is put together only while it
 * runs (variables, substitutions) stays as it is written.
 */
export function simpleCommands(run: CheckRecord['run']): readonly (readonly string[])[] {
  if (typeof run !== 'string') return [run.map((word) => word.slice(0, LONGEST))];
  const commands: string[][] = [[]];
  for (const [, operator, ...quoted] of run.slice(0, LONGEST).matchAll(TOKEN)) {
    if (operator !== undefined) commands.push([]);
    else commands.at(-1)?.push(quoted.find((word) => word !== undefined) ?? '');
  }
  return commands.map(withoutAssignments).filter((words) => words.length > 0);
}

/** An operator, a word in quotes, or a bare one. */
const TOKEN = /(&&|\|\||[;&|\n(){}]+)|"([^"]*)"|'([^']*)'|([^\s;&|(){}"']+)/g;

const ASSIGNMENT = /^\w+=/;

function withoutAssignments(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !ASSIGNMENT.test(word));
  return first === -1 ? [] : words.slice(first);
}
