import { actsOutside } from './actsOutside.ts';
import { firstOf, textIn } from './evidence.ts';
import type { Doubt, Part, ProjectFacts } from './project.ts';
import { chooseScripts, type Names, type Script } from './scripts.ts';

/**
 * Names of targets and recipes that say what they are for, as projects use them (docs/workflows.md has the same list); no other is ever
 * run. Of a build nobody knows what it fills, so it counts only where nothing else is found.
 */
const NAMES: Names = {
  build: ['build', 'compile'],
  types: ['typecheck', 'type-check', 'types', 'check-types'],
  lint: ['lint', 'lint-check', 'check-lint'],
  test: 'test tests check unit-tests unit-test unittests unittest test-unit run-tests runtests'.split(' '),
};

/** Names of a project's own that say so, too: for people to read, as nothing that a repository says becomes a command. */
const OWN_NAME = /^(?=.{1,40}$)[\w.]+[-_](?:test|tests|check)$/i;
const MOST_NAMED = 3;

/** The commands of a project whose tasks are in a file of make or just; the first of these files is the one that they take. */
export function byTargets(
  facts: ProjectFacts,
  files: readonly string[],
  program: 'make' | 'just',
): Part | null {
  const file = firstOf(facts, files);
  if (file === null) return null;
  const targets = targetsIn(textIn(facts, file), program === 'make' ? targetNames : recipeName);
  const commandOf = (name: string): string => `${program} ${name}`;
  const { checks = [], doubts = [] } = chooseScripts(NAMES, targets, { file, needs: program, commandOf });
  const others = checks.some(({ kind }) => kind === 'test') ? [] : ownNames(targets, file, program);
  return { checks, doubts: [...doubts, ...others] };
}

function ownNames(targets: ReadonlyMap<string, Target>, file: string, program: string): readonly Doubt[] {
  const own = [...targets].filter(([name]) => OWN_NAME.test(name)).slice(0, MOST_NAMED);
  const [first] = own;
  return first === undefined
    ? []
    : [{ doubt: 'own-name', program, names: own.map(([name]) => name), file, line: first[1].line }];
}

/** With the targets that it needs. */
interface Target extends Script {
  readonly needs: readonly string[];
}

/** Each with what it needs and the lines below it. Of a name that is there twice the first. */
function targetsIn(
  text: string,
  namesIn: (words: readonly string[]) => readonly string[],
): ReadonlyMap<string, Target> {
  const lines = text.split('\n');
  const found = new Map<string, Target>();
  for (const [index, line] of lines.entries()) {
    const head = HEAD.exec(line.slice(0, LONGEST_HEAD));
    if (head === null) continue;
    const [, before = '', after = ''] = head;
    const needs = after.replace(/#.*$/, '');
    for (const name of namesIn(before.trim().split(/\s+/))) {
      if (found.has(name) || found.size >= MOST_TARGETS) continue;
      const below = bodyBelow(lines, index);
      found.set(name, {
        text: [needs, ...below].join('\n'),
        line: index + 1,
        needs: needs.split(/[\s|;]+/).filter((word) => word !== ''),
      });
    }
  }
  return new Map([...found].map(([name, target]) => [name, { ...target, isMore: doesMore(name, found) }]));
}

/** Whether it, or what has to be made before it, acts outside of the working tree. */
function doesMore(name: string, targets: ReadonlyMap<string, Target>): boolean {
  const seen = new Set([name]);
  for (const each of seen) {
    const target = targets.get(each);
    if (actsOutside(each, target?.text ?? '')) return true;
    target?.needs.forEach((needed) => seen.add(needed));
  }
  return false;
}

const LONGEST_HEAD = 500;
const MOST_TARGETS = 500;
/** `a b: c`, and no assignment (`a := b`). */
const HEAD = /^([^\s#:][^#:]*)::?(?![:=])(.*)$/;

/** `a b: c` makes both of them; a name with a dot in front tells make something. */
const targetNames = (words: readonly string[]): readonly string[] =>
  words.some((word) => /[=$]/.test(word)) ? [] : words.filter((word) => !word.startsWith('.'));

/** `@a *b c="d": e`: of a recipe only where it can be run without a word more. */
const recipeName = ([first = '', ...words]: readonly string[]): readonly string[] =>
  words.every((word) => /^\*|=/.test(word)) ? [first.replace(/^@/, '')] : [];

/** What is indented below a head, without the marks that make and just take for themselves. */
function bodyBelow(lines: readonly string[], index: number): readonly string[] {
  const below = lines.slice(index + 1, index + 100);
  const end = below.findIndex((line) => !/^[\t ]+\S/.test(line));
  return (end === -1 ? below : below.slice(0, end)).map((line) => line.trim().replace(/^[@-]+/, ''));
}
