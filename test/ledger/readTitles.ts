import { parseAst } from 'vitest/node';
import { nameOf, nodesOf, textOf, type Node } from './syntax.ts';
import { tableRows } from './tableRows.ts';
import { testCall } from './testCall.ts';

/** A test by its title. */
export interface Title {
  readonly text: string;
  /** Those that begin the title, a row of its table, or the title of a suite around it. */
  readonly ids: readonly string[];
  /** Those in brackets anywhere else, where they do not count. */
  readonly misplaced: readonly string[];
}

const GROUP = String.raw`\[[A-Z]\d+[a-z]?(?:, [A-Z]\d+[a-z]?)*\]`;
const AT_START = new RegExp(`^(?:${GROUP} ?)+`);
/** Whatever was meant by them, also without a comma. */
const ANYWHERE = /\[[A-Z]\d+[a-z]?(?:[, ]+[A-Z]\d+[a-z]?)*\]/g;

/** The tests that a file of tests declares, but for those that `npm test` skips whatever the machine. */
export function readTitles(source: string): readonly Title[] {
  // Left to the thorough part as a whole: it holds no line.
  if (/^\/\/ @module-tag thorough$/m.test(source)) return [];
  const program: unknown = parseAst(source, { lang: 'ts' });
  const titles: Title[] = [];
  const constants = constantsOf(program);
  const visit = (node: Node, around: Omit<Title, 'text'>): void => {
    const call = node.type === 'CallExpression' ? testCall(node) : undefined;
    if (call?.skipped) return;
    const name = call ? (textOf(call.title) ?? '') : sentenceOf(node);
    const found = name === undefined ? around : join(around, idsOf(name, tableRows(call?.table, constants)));
    if (name !== undefined && !call?.suite) titles.push({ text: name, ...found });
    // What is declared within a test is no test, but its table may hold sentences.
    for (const part of Object.values(node)) for (const child of nodesOf(part)) visit(child, found);
  };
  for (const node of nodesOf(program)) visit(node, { ids: [], misplaced: [] });
  return titles;
}

/** The key of a function in a list of named tests, or of an object that holds one: `{ 'sentence': () => … }`. */
function sentenceOf({ type, key, value }: Node): string | undefined {
  if (type !== 'Property') return undefined;
  const name = nameOf(key);
  const [held] = nodesOf(value);
  const parts = held?.type === 'ObjectExpression' ? nodesOf(held['properties']) : [];
  const runs = [held, ...parts.flatMap((part) => nodesOf(part['value']))].some((node) =>
    node?.type.endsWith('FunctionExpression'),
  );
  return runs && name !== undefined && AT_START.test(name) ? name : undefined;
}

/** A row lands where the title has a place for it. */
function idsOf(title: string, rows: readonly string[]): Omit<Title, 'text'> {
  const landing = /[%$]/.test(title) ? rows : [];
  const counting = [title, ...landing].map((text) => AT_START.exec(text)?.[0] ?? '');
  const rest = [title, ...landing].map((text, at) => text.slice(counting[at]?.length));
  return { ids: inBrackets(counting.join(' ')), misplaced: inBrackets(rest.join(' ')) };
}

const inBrackets = (text: string): readonly string[] =>
  [...text.matchAll(ANYWHERE)].flatMap(([group]) => group.slice(1, -1).split(/[, ]+/));

const join = (one: Omit<Title, 'text'>, other: Omit<Title, 'text'>): Omit<Title, 'text'> => ({
  ids: [...new Set([...one.ids, ...other.ids])],
  misplaced: [...new Set([...one.misplaced, ...other.misplaced])],
});

/** What a name is given where it is declared, anywhere in the file: tables are constants. */
function constantsOf(program: unknown): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  const visit = (node: Node): void => {
    const [value] = nodesOf(node['init']);
    if (node.type === 'VariableDeclarator' && value) found.set(nameOf(node['id']) ?? '', value);
    for (const part of Object.values(node)) for (const child of nodesOf(part)) visit(child);
  };
  for (const node of nodesOf(program)) visit(node);
  return found;
}
