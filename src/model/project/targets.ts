import { firstOf, textIn } from './evidence.ts';
import type { Part, ProjectFacts } from './project.ts';
import { chooseScripts, type Names, type Script } from './scripts.ts';

/** Names of targets and recipes that say what they are for; of a build nobody knows what it fills. */
const NAMES: Names = {
  types: ['typecheck', 'type-check', 'types'],
  lint: ['lint'],
  test: ['test', 'tests', 'check'],
};
const KNOWN: ReadonlySet<string> = new Set(Object.values(NAMES).flat());

/** The commands of a project whose tasks are in a file of make or just; the first of these files is the one that they take. */
export function byTargets(
  facts: ProjectFacts,
  files: readonly string[],
  program: 'make' | 'just',
): Part | null {
  const file = firstOf(facts, files);
  if (file === null) return null;
  const targets = targetsIn(textIn(facts, file), program === 'make' ? targetNames : recipeName);
  return chooseScripts(NAMES, targets, { file, needs: program, commandOf: (name) => `${program} ${name}` });
}

/** Each with what it needs and the lines below it. Of a name that is there twice the first. */
function targetsIn(
  text: string,
  namesIn: (words: readonly string[]) => readonly string[],
): ReadonlyMap<string, Script> {
  const lines = text.split('\n');
  const found = new Map<string, Script>();
  for (const [index, line] of lines.entries()) {
    const head = HEAD.exec(line.slice(0, LONGEST_HEAD));
    if (head === null) continue;
    const [, before = '', after = ''] = head;
    for (const name of namesIn(before.trim().split(/\s+/))) {
      if (!KNOWN.has(name) || found.has(name)) continue;
      const needs = after.replace(/#.*$/, '');
      found.set(name, { text: [needs, ...bodyBelow(lines, index)].join('\n'), line: index + 1 });
    }
  }
  return found;
}

const LONGEST_HEAD = 500;
/** `a b: c`, and no assignment (`a := b`). */
const HEAD = /^([^\s#:][^#:]*)::?(?![:=])(.*)$/;

/** `a b: c` makes both of them. */
const targetNames = (words: readonly string[]): readonly string[] =>
  words.some((word) => /[=$]/.test(word)) ? [] : words;

/** `@a *b c="d": e`: of a recipe only where it can be run without a word more. */
const recipeName = ([first = '', ...words]: readonly string[]): readonly string[] =>
  words.every((word) => /^\*|=/.test(word)) ? [first.replace(/^@/, '')] : [];

/** What is indented below a head, without the marks that make and just take for themselves. */
function bodyBelow(lines: readonly string[], index: number): readonly string[] {
  const below = lines.slice(index + 1, index + 100);
  const end = below.findIndex((line) => !/^[\t ]+\S/.test(line));
  return (end === -1 ? below : below.slice(0, end)).map((line) => line.trim().replace(/^[@-]+/, ''));
}
