import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  visit,
  type Document,
  type Node,
} from 'yaml';
import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { MOST_FILE_BYTES } from '../checkpoint/mostBytes.ts';
import type { Found } from './issueProblems.ts';

/** A value read from YAML that still knows where each part is in the text. */
export interface YamlSource {
  readonly value: unknown;
  /** Line and column (1-based) of a value, of the key of a value (`key`), or of the nearest part around it. */
  at(
    path: readonly PropertyKey[],
    key?: string,
    inside?: Inside,
  ): { readonly line: number; readonly column: number };
}

/** A part of a text: where these characters are in it for the `nth` time, from 0. */
type Inside = NonNullable<Found['inside']>;

const MOST_ALIASES = 100;
const TOO_DEEP = 'the file is nested too deeply';

/** Reads exactly one YAML document. Never throws. */
export function readYaml(file: string, text: string): Result<YamlSource, readonly Problem[]> {
  // Of text that is this long nothing is encoded only to be counted.
  if (text.length > MOST_FILE_BYTES || new TextEncoder().encode(text).length > MOST_FILE_BYTES)
    return err([{ file, line: 1, column: 1, message: `the file has more than ${MOST_FILE_BYTES} bytes` }]);
  return readShortYaml(file, text, MOST_ALIASES);
}

/** The same of text that is known not to be too long. */
export function readShortYaml(
  file: string,
  text: string,
  mostAliases: number,
): Result<YamlSource, readonly Problem[]> {
  try {
    return readDocument(file, text, mostAliases);
  } catch {
    // The YAML library recurses: only nesting beyond the stack, or aliases beyond the limit, get here.
    return err([
      { file, line: 1, column: 1, message: 'the file is nested too deeply or has too many aliases' },
    ]);
  }
}

/** Where parts of a text are that was read before; the first line where it cannot be. */
export function placeInYaml(file: string, text: string): Pick<YamlSource, 'at'> {
  const source = readYaml(file, text);
  return source.ok ? source.value : { at: () => ({ line: 1, column: 1 }) };
}

function readDocument(
  file: string,
  text: string,
  mostAliases: number,
): Result<YamlSource, readonly Problem[]> {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.2',
    lineCounter: lines,
    prettyErrors: false,
    strict: true,
    uniqueKeys: false,
    logLevel: 'error',
  });
  const problem = (offset: number, message: string): Problem => ({ file, ...place(lines, offset), message });
  const [document, second] = 'empty' in documents ? [] : documents;
  if (document === undefined || document.contents === null) return err([problem(0, 'the file is empty')]);
  const syntax = [...document.errors, ...document.warnings].map(({ pos, message }) =>
    problem(pos[0], told(message)),
  );
  if (syntax.length > 0) return err(syntax.slice(0, syntax[0]?.message === TOO_DEEP ? 1 : 20));
  const odd = oddParts(document, mostAliases).map(({ offset, message }) => problem(offset, message));
  if (odd.length > 0) return err(odd.slice(0, 20));
  if (second !== undefined) {
    return err([problem(second.range[0], 'a second document begins here ("---"); the file holds one')]);
  }
  const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  const at: YamlSource['at'] = (path, key, inside) => {
    const part = inside === undefined ? null : offsetInside(text, nodeAt(document, path), inside);
    return place(lines, part ?? offsetOf(document, path, key));
  };
  return ok({ value, at });
}

/**
 * Finds duplicate keys, keys that are not plain words, and dangling or too many aliases. The library's own key check takes
 * minutes for a large map, and it resolves an alias by walking the whole document.
 */
function oddParts(
  document: Document.Parsed,
  mostAliases: number,
): readonly { readonly offset: number; readonly message: string }[] {
  const odd: { offset: number; message: string }[] = [];
  const anchors = new Set<string>();
  let aliases = 0;
  const note = (anchor: string | undefined): void => void (anchor !== undefined && anchors.add(anchor));
  visit(document, {
    // Scalars and sequences; maps have a visitor of their own below.
    Value: (_key, node) => note(node.anchor),
    Alias(_key, alias) {
      aliases += 1;
      const offset = startOf(alias) ?? 0;
      if (aliases > mostAliases)
        odd.push({
          offset,
          message: mostAliases === 0 ? 'this is an alias' : `there are more than ${mostAliases} aliases`,
        });
      else if (!anchors.has(alias.source))
        odd.push({ offset, message: `there is no anchor "&${alias.source}" above this` });
      return aliases > mostAliases ? visit.BREAK : undefined;
    },
    Map(_key, map) {
      note(map.anchor);
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const text = keyText(key);
        const offset = startOf(key) ?? startOf(map) ?? 0;
        if (!isScalar(key)) odd.push({ offset, message: 'a key must be a plain word' });
        else if (seen.has(text)) odd.push({ offset, message: 'this key is here twice' });
        seen.add(text);
      }
    },
  });
  return odd;
}

function place(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Replaces the library's messages that use its own terms. */
function told(message: string): string {
  if (message.startsWith('Maximum call stack')) return TOO_DEEP;
  return `not valid YAML: ${message.split('\n')[0] ?? ''}`;
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[], key?: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [index, step] of path.entries()) {
    const found = stepInto(document, node, step);
    // A key without a value is located by its key; for a block, people look at the key above it.
    const byKey = index === path.length - 1 && key === undefined && !isScalar(found.value);
    const start = (byKey ? startOf(found.key) : undefined) ?? startOf(found.value) ?? startOf(found.key);
    if (start === undefined) return offset;
    offset = start;
    node = found.value;
  }
  return (key === undefined ? undefined : startOf(stepInto(document, node, key).key)) ?? offset;
}

function nodeAt(document: Document.Parsed, path: readonly PropertyKey[]): unknown {
  const node = path.reduce<unknown>((at, step) => stepInto(document, at, step).value, document.contents);
  return isAlias(node) ? node.resolve(document) : node;
}

/** Null where the file writes these characters in another way, as an escape can. */
function offsetInside(text: string, node: unknown, { begins, nth }: Inside): number | null {
  if (!isScalar(node) || !node.range) return null;
  const [start, end] = node.range;
  // A block has a line of its own before its text, which may end in a comment.
  const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  let at = (isBlock ? text.indexOf('\n', start) : start) - begins.length;
  for (let count = 0; count <= nth; count += 1) {
    at = text.indexOf(begins, at + begins.length);
    if (at === -1 || at >= end) return null;
  }
  return at;
}

/** The value at one step of a path, through aliases, and its key if it has one. */
function stepInto(
  document: Document.Parsed,
  node: unknown,
  step: PropertyKey,
): { key?: unknown; value?: unknown } {
  const inside = isAlias(node) ? node.resolve(document) : node;
  if (isSeq(inside)) return { value: inside.items[Number(step)] };
  return (isMap(inside) ? inside.items.find((item) => keyText(item.key) === String(step)) : undefined) ?? {};
}

function startOf(node: unknown): number | undefined {
  if (isPair(node)) return startOf(node.key);
  return isNode(node) ? (node as Node).range?.[0] : undefined;
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}
