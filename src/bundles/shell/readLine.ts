import { parse, type Command, type Redirect, type Statement, type Word, type WordPart } from 'unbash';
import { err, ok, type Result } from '../../base/result.ts';
import {
  isLiteral,
  LONGEST_LINE,
  OWN_BIN,
  OWN_KEY,
  type Part,
  type Refusal,
} from '../../model/agent/shell/line.ts';

/** All but letters, digits, marks, signs, spaces and line ends. A tab completes, others move the cursor or are not seen. */
const ODD = /[^\n\P{C}]|[\p{Zl}\p{Zp}]|[^\S \n]/u;

/**
 * A word that no shell changes: bare characters without a meaning, and quotes around text without one. A `~` or `^` has none behind
 * a letter or a digit (`HEAD~1`), a `=` none but at the beginning, where zsh looks for a program.
 */
const LITERAL = /^(?!=)(?:[A-Za-z0-9_@%+:,./=-]|(?<=[A-Za-z0-9_~^])[~^]|'[^']*'|"[^"$`\\!]*")+$/;
const QUOTED = /'([^']*)'|"([^"]*)"/g;
const KEY = /^"\$\{CAIRN_EFFECT_KEY_PREFIX\}([^"$`\\!]*)"$/;

/** What may be left of a line without its words; no text can be matched in two ways, which would take for ever. */
const BETWEEN = /^(?:[ \n]|;|&&|\|\|?(?!\|)|[012]?(?:>&|>>?(?!>)|<))*$/;

/** What was found so far, and where the words were. */
interface Reading {
  readonly text: string;
  readonly parts: Part[];
  readonly words: Word[];
}

/** Reads a line that is made of simple commands with literal words, in pipes and lists. */
export function readLine(text: string): Result<readonly Part[], Refusal> {
  if (text.length > LONGEST_LINE) return err('too-long');
  if (ODD.test(text)) return err('character');
  const reading: Reading = { text, parts: [], words: [] };
  try {
    const { commands, shebang, errors = [] } = parse(text);
    if (errors.length > 0 || shebang !== undefined) return err('syntax');
    const refused = firstOf(commands, (statement) => readStatement(statement, reading));
    if (refused !== null) return err(refused);
  } catch {
    return err('syntax');
  }
  // What the parser passed over is not judged: nothing may be there.
  return reading.parts.length > 0 && BETWEEN.test(withoutWords(reading)) ? ok(reading.parts) : err('syntax');
}

function withoutWords({ text, words }: Reading): string {
  let rest = '';
  let from = 0;
  for (const { pos, end } of words.toSorted((a, b) => a.pos - b.pos)) {
    rest += `${text.slice(from, pos)} `;
    from = end;
  }
  return rest + text.slice(from);
}

function firstOf<T>(all: readonly T[], refusalOf: (one: T) => Refusal | null): Refusal | null {
  for (const one of all) {
    const refused = refusalOf(one);
    if (refused !== null) return refused;
  }
  return null;
}

const readStatement = ({ command, background }: Statement, reading: Reading): Refusal | null =>
  background === true ? 'background' : readNode(command, reading);

function readNode(node: Statement['command'], reading: Reading): Refusal | null {
  if (node.type === 'Command') return readCommand(node, reading);
  if (node.type === 'AndOr') return firstOf(node.commands, (one) => readNode(one, reading));
  if (node.type !== 'Pipeline') return 'construct';
  if (node.prefixes.length > 0 || node.operators.some((operator) => operator !== '|')) return 'construct';
  return firstOf(node.commands, (one) => readNode(one, reading));
}

function readCommand({ name, prefix, suffix }: Command, reading: Reading): Refusal | null {
  // An assignment, or a redirection before the program.
  if (name === undefined || prefix.length > 0) return 'construct';
  const program = valueOf(name, reading);
  if (program === null) return 'word';
  const words: [string, ...string[]] = [program];
  const reads: string[] = [];
  let writes = false;
  for (const child of suffix) {
    if (child.type === 'Word') {
      const value = valueOf(child, reading);
      if (value === null) return 'word';
      words.push(value);
    } else if (child.type === 'Redirect') {
      const does = readRedirect(child, reading);
      if (does === null) return 'redirect';
      if ('reads' in does) reads.push(does.reads);
      else writes ||= does.writes;
    } else return 'construct';
  }
  reading.parts.push({ words, reads, writes });
  return null;
}

/** Null for one that is neither plain input nor plain output. */
function readRedirect({ operator, descriptor, target }: Redirect, reading: Reading): Redirected | null {
  const to = target === undefined ? null : valueOf(target, reading);
  const number = numberOf(descriptor, operator === '<' ? 0 : 1);
  return to === null || !isLiteral(to) || number === null ? null : redirectedTo(operator, number, to);
}

type Redirected = { readonly reads: string } | { readonly writes: boolean };

function redirectedTo(operator: Redirect['operator'], number: number, to: string): Redirected | null {
  if (operator === '<') return number === 0 ? { reads: to } : null;
  if (operator === '>&') return to === '1' || to === '2' ? { writes: false } : null;
  return operator === '>' || operator === '>>' ? { writes: to !== '/dev/null' } : null;
}

/** Null for one that is not input, output or errors. */
function numberOf(descriptor: Redirect['descriptor'], usual: number): number | null {
  if (descriptor === undefined) return usual;
  return descriptor.type === 'FileDescriptor' && descriptor.value <= 2 ? descriptor.value : null;
}

/** What a program gets of a word; null if only the shell knows. Two readers have to agree on it: the parser, and the quotes. */
function valueOf(word: Word, { text, words }: Reading): string | null {
  words.push(word);
  const source = text.slice(word.pos, word.end);
  if (source === '"$CAIRN_BIN"') return OWN_BIN;
  const key = KEY.exec(source);
  if (key !== null) return `${OWN_KEY}${key[1] ?? ''}`;
  if (!LITERAL.test(source) || !(word.parts ?? []).every(isLiteralPart)) return null;
  const value = source.replace(QUOTED, (_, single: string = '', double: string = '') => single + double);
  return value !== '' && value === word.value ? value : null;
}

const isLiteralPart = (part: WordPart): boolean =>
  part.type === 'Literal' ||
  part.type === 'SingleQuoted' ||
  (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal'));
