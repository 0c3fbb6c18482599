import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import { foldersAbove } from '../changes.ts';
import type { Objects } from '../objects.ts';
import type { Trees } from '../trees.ts';

/** A `.gitattributes` of a tree. */
export interface AttributesFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The attributes of a tree that can have a say where these paths are merged: those in and above their folders. */
export async function attributesFor(
  { trees, objects }: { readonly trees: Trees; readonly objects: Objects },
  tree: TreeId,
  changed: readonly RepoPath[],
): Promise<readonly AttributesFile[]> {
  const folders = new Set(changed.flatMap(foldersAbove));
  const paths = ['.gitattributes', ...[...folders].map((folder) => `${folder}/.gitattributes`)];
  const found = await Promise.all(
    paths.map(async (path) => {
      const node = await trees.find(tree, path);
      // Git follows no link there.
      if (node === null || !node.mode.startsWith('100')) return [];
      return [{ path, bytes: (await objects.read(node.id)).bytes }];
    }),
  );
  return found.flat();
}

/** The drivers that are built into git. */
export const isBuiltIn = (driver: string): boolean => ['text', 'binary', 'union'].includes(driver);

/** Git's blanks, and a pattern: quoted as in C, or up to the next blank. */
const PATTERN = /^[ \t\r]*(?:"(?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*"|[^ \t\r]+)/;
const ATTRIBUTE = /(^|[ \t\r])(merge|conflict-marker-size)=([^ \t\r]*)/g;

/**
 * The same attributes without merge drivers of anybody: git takes one that it does not know for `text`, so such a file is made
 * one that does not merge (`-merge`). Markers keep their length, by which they are found again.
 *
 * @param text bytes as Latin-1, so that none is lost
 */
export function withoutDrivers(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const [pattern = ''] = PATTERN.exec(line) ?? [];
      const rest = line.slice(pattern.length);
      return `${pattern}${rest.replace(
        ATTRIBUTE,
        (all: string, before: string, name: string, value: string) => {
          if (name !== 'merge') return before;
          return isBuiltIn(value) ? all : `${before}-merge`;
        },
      )}`;
    })
    .join('\n');
}
