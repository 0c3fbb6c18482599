import { promises } from 'node:fs';

/**
 * In place of `node:fs/promises` in what a person waits for: Node loads that when `promises` is first asked for, and a command that
 * looks calls none of it.
 */
type Used =
  | 'copyFile'
  | 'lstat'
  | 'mkdir'
  | 'open'
  | 'opendir'
  | 'readFile'
  | 'readdir'
  | 'realpath'
  | 'rm'
  | 'stat'
  | 'writeFile';

const late = <N extends Used>(name: N): (typeof promises)[N] =>
  ((...given: never[]) => (promises[name] as (...given: never[]) => unknown)(...given)) as never;

export const copyFile = late('copyFile');
export const lstat = late('lstat');
export const mkdir = late('mkdir');
export const open = late('open');
export const opendir = late('opendir');
export const readFile = late('readFile');
export const readdir = late('readdir');
export const realpath = late('realpath');
export const rm = late('rm');
export const stat = late('stat');
export const writeFile = late('writeFile');
