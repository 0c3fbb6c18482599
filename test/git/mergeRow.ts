import type { MergeConflict } from '../../src/model/merge/conflict.ts';
import type { ThreeSides } from '../support/threeTrees.ts';

export const lines = (name = '', change: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 20 }, (_value, at) => `${change[at] ?? `line ${at} ${name}`}\n`).join('');
/** A change of the same line on each side, and of lines far apart. */
export const [A, B, FAR] = [lines('', { 3: 'A' }), lines('', { 3: 'B' }), lines('', { 15: 'far' })];
export const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
export const open = (kind: MergeConflict['kind'], ...paths: readonly string[]): MergeConflict =>
  ({ kind, paths, hasMarkers: kind === 'content' || kind === 'add/add' }) as MergeConflict;
export const [ONE, TWO, THREE] = ['1', '2', '3'].map((digit) => ({ submodule: digit.repeat(40) })) as [
  { submodule: string },
  { submodule: string },
  { submodule: string },
];

export interface MergeRow extends ThreeSides {
  /** Files of the merged tree by what they hold, or what is open. */
  readonly is: Readonly<Record<string, string>> | readonly MergeConflict[];
  /** Git alone merges it, by a choice that is not ours. */
  readonly stricter?: true;
}
