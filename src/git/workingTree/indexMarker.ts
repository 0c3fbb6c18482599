import { readFileSync, writeFileSync } from 'node:fs';
import type { TreeId } from '../../model/names/ids.ts';
import { signatureOf } from './place.ts';

/**
 * Part of the marker: the tree passed the gate, and entries are in doubt where necessary. Earlier versions admitted and trusted
 * more.
 */
const MARK = 'passed-doubted';

interface Marker {
  /** Null if unknown, or if somebody has written the index since. */
  readonly tree: TreeId | null;
  /** Of the index; null if there is none. */
  readonly signature: string | null;
}

/** What the marker beside a private index says. Read several times per checkpoint: without threads. */
export function readMarker(index: string): Marker {
  const text = readText(`${index}.tree`);
  const signature = signatureOf(index);
  const [tree = '', ...rest] = text?.split(' ') ?? [];
  const holds = signature !== null && rest.join(' ') === `${MARK} ${signature}`;
  return { tree: holds ? (tree as TreeId) : null, signature };
}

/** Over the old one: a torn marker does not end in the whole signature, and is void. */
export function writeMarker(index: string, tree: TreeId): void {
  writeFileSync(`${index}.tree`, `${tree} ${MARK} ${signatureOf(index)}`);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
