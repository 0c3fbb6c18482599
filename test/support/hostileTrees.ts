/** Trees as only a hostile hand makes them: git's own commands refuse to. */

/** An entry as it is put into a tree: a blob or link by its bytes, a folder by its entries, or an id that is nowhere. */
export interface RawEntry {
  readonly mode: string;
  readonly name: string | Uint8Array;
  readonly holds: string | readonly RawEntry[] | { readonly id: string };
}

export const file = (name: RawEntry['name'], text = 'x\n', mode = '100644'): RawEntry => ({
  mode,
  name,
  holds: text,
});
export const link = (name: RawEntry['name'], target: string): RawEntry => ({
  mode: '120000',
  name,
  holds: target,
});
export const folder = (name: RawEntry['name'], ...entries: readonly RawEntry[]): RawEntry => ({
  mode: '40000',
  name,
  holds: entries,
});

/** Stores an object and answers its id; trees are not looked at. */
export type Store = (type: 'blob' | 'tree' | 'commit', bytes: Uint8Array) => Promise<string>;

/** Stores entries in the order in which they are given; answers the id of the tree. */
export async function storeTree(store: Store, entries: readonly RawEntry[]): Promise<string> {
  const parts: Buffer[] = [];
  for (const { mode, name, holds } of entries) {
    const id =
      typeof holds === 'string'
        ? await store('blob', Buffer.from(holds))
        : 'id' in holds
          ? holds.id
          : await storeTree(store, holds);
    parts.push(Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(id, 'hex'));
  }
  return store('tree', Buffer.concat(parts));
}

const HOOK = file('pre-commit', '#!/bin/sh\necho hooked > hooked\n', '100755');
const hooks = (name: string): RawEntry => folder(name, folder('hooks', HOOK));

/** One each, with the path that is to be named and why. Entries stand in git's order but where that is the point. */
export const HOSTILE: Readonly<
  Record<string, readonly [entries: readonly RawEntry[], path: string, why: string]>
> = {
  '.git with a hook': [[hooks('.git')], '.git', 'git'],
  '.GIT': [[hooks('.GIT')], '.GIT', 'git'],
  '.git as HFS+ reads it': [[hooks('.g\u200cit')], '.g\u200cit', 'git'],
  '.git as NTFS reads it, by its short name': [[hooks('git~1')], 'git~1', 'git'],
  '.git as NTFS reads it, with a dot behind': [[hooks('.git.')], '.git.', 'git'],
  '.git as NTFS reads it, a stream': [[hooks('.git::$INDEX_ALLOCATION')], '.git::$INDEX_ALLOCATION', 'git'],
  '.git as NTFS reads it, behind a backslash': [[file('a\\.git\\config')], 'a\\.git\\config', 'git'],
  '.git deep below': [[folder('a', folder('b', hooks('.git')))], 'a/b/.git', 'git'],
  '.git as a file': [[file('.git', 'gitdir: ../elsewhere\n')], '.git', 'git'],
  '.git as a link': [[link('.git', '../elsewhere')], '.git', 'git'],
  '..': [[folder('..', file('escaped.txt'))], '..', 'up'],
  '.. deep below': [[folder('a', folder('..', folder('..', file('escaped.txt'))))], 'a/..', 'up'],
  '.. as HFS+ reads it': [[folder('.\u200c.', file('escaped.txt'))], '.\u200c.', 'up'],
  '.. with a space behind': [[folder('.. ', file('escaped.txt'))], '.. ', 'up'],
  '.': [[folder('.', file('a.txt', 'other\n'))], '.', 'dot'],
  'an empty name': [[folder('', file('a.txt', 'other\n'))], '', 'empty'],
  'a slash': [[file('../escaped.txt')], '../escaped.txt', 'slash'],
  'a slash into .git': [[file('.git/hooks/pre-commit', 'x', '100755')], '.git/hooks/pre-commit', 'slash'],
  'a root': [[file('/tmp/escaped.txt')], '/tmp/escaped.txt', 'slash'],
  'a link .gitmodules': [[link('.gitmodules', '/etc/passwd')], '.gitmodules', 'gitmodules'],
  'a link .gitmodules as NTFS reads it': [[link('GITMOD~1', 'x')], 'GITMOD~1', 'gitmodules'],
  'two of one name': [[link('a', '..'), folder('a', file('escaped.txt'))], 'a', 'duplicate'],
  'two of one name, not side by side': [[file('a'), file('a.b'), folder('a', file('x'))], 'a', 'duplicate'],
  'not in order': [[file('z'), file('b')], 'b', 'order'],
  'a link beside a folder of the same name in capitals': [
    [folder('A', file('escaped.txt')), link('a', '..')],
    'A',
    'beside-link',
  ],
  'a link beside its name in another composition': [
    [link('e\u0301', '..'), folder('\u00e9', file('escaped.txt'))],
    'e\u0301',
    'beside-link',
  ],
  'a link that meets a folder where two folders are one': [
    [folder('Docs', link('out', '..')), folder('docs', folder('out', file('escaped.txt')))],
    'Docs/out',
    'beside-link',
  ],
  'a mode of no kind': [[{ mode: '60000', name: 'a', holds: 'x' }], 'a', 'mode'],
  'an id of zeros': [[{ mode: '100644', name: 'a', holds: { id: '0'.repeat(40) } }], 'a', 'no-object'],
  'a folder that is a file': [[{ mode: '40000', name: 'a', holds: 'no tree\n' }], 'a/', 'no-tree'],
};
