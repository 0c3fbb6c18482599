import { forEachChild, parse, type SyntaxNode, type Word } from 'unbash';
import { LONGEST_LINE, OWN_BIN, type PastCommand } from '../../model/agent/shell/line.ts';

/** Nodes whose commands are done by the shell itself; of all others that are known, what is in them leaves the shell as it is. */
const ENTERED: ReadonlySet<SyntaxNode['type']> = new Set([
  ...(['Script', 'Statement', 'AndOr', 'Pipeline', 'Redirected', 'BraceGroup', 'CompoundList'] as const),
  ...([
    'If',
    'Elif',
    'While',
    'Word',
    'DoubleQuoted',
    'LocaleString',
    'Redirect',
    'HereString',
    'HereDoc',
  ] as const),
  ...(['HereDocBody', 'BraceExpansion', 'ExtendedGlob', 'Glob', 'Command'] as const),
]);
const LEFT: ReadonlySet<SyntaxNode['type']> = new Set([
  ...(['Literal', 'SingleQuoted', 'AnsiCQuoted', 'SimpleExpansion', 'HereDocDelimiter', 'Time'] as const),
  // Two of these run in a process of their own.
  ...(['Negation', 'Subshell', 'CommandExpansion', 'ProcessSubstitution', 'FileDescriptor'] as const),
]);

/** Each line is looked at again with each later one. */
const READ = new Map<string, readonly PastCommand[] | null>();
const MOST_READ = 1_000;

/** Special builtins of POSIX that change nothing by themselves: in `sh` an assignment before one of these stays. */
const KEEPS_ASSIGNMENTS: ReadonlySet<string | null> = new Set(
  ': break continue exit return shift times'.split(' '),
);

/**
 * The commands of a line that was run in a shell which lives on, as far as they may have changed it. Null if something else in it
 * may have: an assignment, a function, a loop over a variable, or what the parser does not understand. Never throws.
 */
export function readPast(text: string): readonly PastCommand[] | null {
  if (text.length > LONGEST_LINE) return null;
  let known = READ.get(text);
  if (known === undefined) {
    if (READ.size >= MOST_READ) READ.clear();
    known = read(text);
    READ.set(text, known);
  }
  return known;
}

function read(text: string): readonly PastCommand[] | null {
  const commands: PastCommand[] = [];
  try {
    const script = parse(text);
    if ((script.errors ?? []).length > 0) return null;
    return enter(script, commands) ? commands : null;
  } catch {
    return null;
  }
}

/** False if it changes the shell. */
function enter(node: SyntaxNode, commands: PastCommand[]): boolean {
  if (LEFT.has(node.type)) return true;
  if (node.type === 'ParameterExpansion') return node.operation === undefined && node.index === undefined;
  if (!ENTERED.has(node.type)) return false;
  if (node.type === 'Command') {
    if (node.name === undefined) return node.prefix.every(({ type }) => type !== 'Assignment');
    // An assignment before another program is that program's alone.
    if (KEEPS_ASSIGNMENTS.has(valueOf(node.name)) && node.prefix.length > 0) return false;
    commands.push([node.name, ...node.suffix.filter((one) => one.type === 'Word')].map(valueOf));
    return [node.name, ...node.suffix].every((child) => enter(child, commands));
  }
  let isKnown = true;
  forEachChild(node, (child) => {
    isKnown &&= enter(child, commands);
  });
  return isKnown;
}

/** Null if only the shell knows. */
function valueOf(word: Word): string | null {
  if (word.text === '"$CAIRN_BIN"') return OWN_BIN;
  const isPlain = (word.parts ?? []).every(
    (part) =>
      part.type === 'Literal' ||
      part.type === 'SingleQuoted' ||
      (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal')),
  );
  return isPlain ? word.value : null;
}
