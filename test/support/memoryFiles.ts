import { posix } from 'node:path';
import { CairnError } from '../../src/base/cairnError.ts';
import type { RepoPath } from '../../src/model/names/ids.ts';
import type { Whereabouts } from '../../src/model/agent/permission.ts';
import type { Files } from '../../src/session/ports.ts';

export type MemoryNode =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mode: '100644' | '100755' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'link'; readonly target: string };

/** A disk in memory: absolute paths to what is there. Folders above a file need not be listed. Twins may share one. */
export type MemoryDisk = Map<string, MemoryNode>;

/** The files port on a {@link MemoryDisk}. */
export function memoryFiles(
  disk: MemoryDisk = new Map(),
  options: { readonly free?: number } = {},
): Files & { readonly disk: MemoryDisk } {
  const at = (root: string, path: string): string => posix.join(root, path);
  const file = (bytes: Uint8Array | string, mode: '100644' | '100755' = '100644'): MemoryNode => ({
    kind: 'file',
    bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes),
    mode,
  });
  const reach = (root: string, path: string): string => {
    const why = whyUnreachable(disk, root, path);
    if (why !== null) throw new CairnError('machine/cannot-write', { path, why });
    return at(root, path);
  };
  const look = (root: string, path: string): MemoryNode | null =>
    whyUnreachable(disk, root, path) === null ? nodeAt(disk, at(root, path)) : null;
  return {
    disk,
    async read(root, path) {
      const found = look(root, path);
      return found?.kind === 'file' ? Uint8Array.from(found.bytes) : null;
    },
    async write(root, path, bytes) {
      const target = reach(root, path);
      const before = nodeAt(disk, target);
      if (before?.kind === 'folder')
        throw new CairnError('machine/cannot-write', { path, why: 'is-a-folder' });
      disk.set(target, file(bytes, before?.kind === 'file' ? before.mode : '100644'));
    },
    async replace(root, path, over, bytes) {
      const there = nodeAt(disk, reach(root, path));
      const now = there?.kind === 'file' ? there.bytes : null;
      const isAsRead =
        over === null ? there === null : now !== null && Buffer.from(now).equals(Buffer.from(over));
      if (isAsRead || (now !== null && Buffer.from(now).equals(bytes))) await this.write(root, path, bytes);
      return isAsRead || (now !== null && Buffer.from(now).equals(bytes));
    },
    async remove(root, path) {
      const target = reach(root, path);
      if (nodeAt(disk, target)?.kind === 'folder' && below(disk, target).length > 0)
        throw new CairnError('machine/cannot-write', { path, why: 'ENOTEMPTY' });
      disk.delete(target);
    },
    async kind(root, path) {
      const found = look(root, path);
      if (found === null) return null;
      if (found.kind === 'file') return { kind: 'file', bytes: found.bytes.length };
      return { kind: found.kind, bytes: found.kind === 'link' ? Buffer.byteLength(found.target) : 0 };
    },
    async stamp(root, path) {
      const found = look(root, path);
      return found === null ? null : stampOf(found);
    },
    async makeFolder(root, path) {
      const target = reach(root, path);
      const before = nodeAt(disk, target);
      if (before !== null && before.kind !== 'folder')
        throw new CairnError('machine/cannot-write', { path, why: 'not-a-folder' });
      disk.set(target, { kind: 'folder' });
    },
    async moveAside(root, path) {
      const source = reach(root, path);
      let n = 1;
      while (nodeAt(disk, `${source}.replaced-${n}`) !== null) n += 1;
      for (const key of [source, ...below(disk, source)]) {
        const node = disk.get(key);
        if (node === undefined) continue;
        disk.delete(key);
        disk.set(`${source}.replaced-${n}${key.slice(source.length)}`, node);
      }
      return `${path}.replaced-${n}` as RepoPath;
    },
    async list(root, folder) {
      const prefix = `${at(root, folder)}/`;
      const names = [...disk].filter(
        ([path, node]) =>
          node.kind === 'file' && path.startsWith(prefix) && !path.slice(prefix.length).includes('/'),
      );
      return names.map(([path]) => `${folder}/${path.slice(prefix.length)}` as RepoPath).sort();
    },
    async copy(from, to, path) {
      const source = look(from, path);
      if (source === undefined || source === null) return 'absent';
      if (source.kind !== 'file') return 'no-file';
      const there = nodeAt(disk, reach(to, path));
      if (there !== null) return stampOf(there) === stampOf(source) ? 'copied' : 'kept';
      disk.set(reach(to, path), { ...source });
      return 'copied';
    },
    async place(path) {
      const found = nodeAt(disk, path);
      if (found === null) return 'absent';
      return found.kind === 'folder' && below(disk, path).length === 0 ? 'empty' : 'occupied';
    },
    async exclude(commonDir, pattern, present) {
      const path = posix.join(commonDir, 'info/exclude');
      const before = disk.get(path);
      const lines = before?.kind === 'file' ? new TextDecoder().decode(before.bytes).split('\n') : [''];
      if (lines.includes(pattern) === present) return;
      const kept = lines.filter((line) => line !== pattern);
      disk.set(
        path,
        file((present ? [...(kept.at(-1) === '' ? kept.slice(0, -1) : kept), pattern, ''] : kept).join('\n')),
      );
    },
    async excludes(commonDir, pattern) {
      const node = disk.get(posix.join(commonDir, 'info/exclude'));
      return node?.kind === 'file' && new TextDecoder().decode(node.bytes).split('\n').includes(pattern);
    },
    whereabouts: async (root, path) => whereaboutsIn(disk, root, posix.resolve(root, path)),
    // Whoever writes in memory is killed between two writes.
    sweep: async () => {},
    free: async () => options.free ?? 1e12,
    whyNotWritable: async () => null,
  };
}

/** A disk in memory keeps no times: what makes two writings the same is what was written. */
const stampOf = (node: MemoryNode): string =>
  node.kind === 'file' ? `file ${node.bytes.join()}` : node.kind;

function whereaboutsIn(disk: MemoryDisk, root: string, path: string, followed = 0): Whereabouts {
  if (followed > 40) return 'outside';
  const parts = path.split('/').filter((part) => part !== '');
  for (let length = 1; length <= parts.length; length += 1) {
    const at = `/${parts.slice(0, length).join('/')}`;
    const node = disk.get(at);
    if (node?.kind !== 'link') continue;
    const target = posix.resolve(posix.dirname(at), node.target);
    if (nodeAt(disk, target) === null) return 'outside';
    return whereaboutsIn(disk, root, posix.join(target, ...parts.slice(length)), followed + 1);
  }
  const from = posix.relative(root, path);
  if (from === '..' || from.startsWith('../')) return 'outside';
  return from.split('/').includes('.git') ? 'git' : 'inside';
}

/** What is at a path; a folder also where only something below it is listed. */
export function nodeAt(disk: MemoryDisk, path: string): MemoryNode | null {
  return disk.get(path) ?? (isAbove(disk, path) ? { kind: 'folder' } : null);
}

function isAbove(disk: MemoryDisk, path: string): boolean {
  for (const key of disk.keys()) if (key.startsWith(`${path}/`)) return true;
  return false;
}

export const below = (disk: MemoryDisk, path: string): readonly string[] =>
  [...disk.keys()].filter((key) => key.startsWith(`${path}/`));

function whyUnreachable(disk: MemoryDisk, root: string, path: string): string | null {
  const parts = path === '' ? [] : path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'leaves-root';
  for (let length = 1; length < parts.length; length += 1) {
    const above = disk.get(posix.join(root, ...parts.slice(0, length)));
    if (above?.kind === 'link') return 'through-a-link';
    if (above?.kind === 'file') return 'not-a-folder';
  }
  return null;
}
