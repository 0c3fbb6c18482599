import { forEachChild, parse, type SyntaxNode, type Word } from 'unbash';
import { OWN_BIN, type PastCommand } from '../../model/agent/shell/line.ts';

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

/**
 * The commands of a line that was run in a shell which lives on, as far as they may have changed it. Null if something else in it
 * may have: an assignment, a function, a loop over a variable, or what the parser does not understand. Never throws.
 */
export function readPast(text: string): readonly PastCommand[] | null {
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
  // An assignment before a program is not entered: it is that program's alone.
  if (!ENTERED.has(node.type)) return false;
  if (node.type === 'Command') {
    if (node.name === undefined) return node.prefix.every(({ type }) => type !== 'Assignment');
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
