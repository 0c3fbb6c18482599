import { posix } from 'node:path';
import type { FsStat, IFileSystem } from 'just-bash';
import { below, nodeAt, type MemoryDisk, type MemoryNode } from './memoryFiles.ts';

/** What a link leads to at most, as on Linux. */
const MOST_LINKS = 40;
const TIME = new Date(0);
/** Takes what is written and holds nothing, as the real one. */
const NOWHERE = '/dev/null';

/** A {@link MemoryDisk} as the shell of the tests sees it. Folders above a file need not be listed there, and do exist. */
export function memoryShellFiles(disk: MemoryDisk): IFileSystem {
  const names = (folder: string): readonly string[] => {
    const prefix = folder === '/' ? '/' : `${folder}/`;
    const found = [...disk.keys()].flatMap((key) =>
      key.startsWith(prefix) && key !== prefix ? [key.slice(prefix.length).split('/')[0] ?? ''] : [],
    );
    return [...new Set(found)].sort();
  };
  const at = (path: string): MemoryNode | null => {
    if (path === NOWHERE) return EMPTY;
    return path === '/' ? { kind: 'folder' } : nodeAt(disk, path);
  };

  /** Where a path leads once links above its last name are followed, and the last one too where asked. */
  const reach = (path: string, last: boolean, links = 0): string => {
    const parts = posix
      .normalize(path)
      .split('/')
      .filter((part) => part !== '');
    for (let length = 1; length <= parts.length; length += 1) {
      const above = `/${parts.slice(0, length).join('/')}`;
      const node = disk.get(above);
      if (node?.kind !== 'link' || (length === parts.length && !last)) continue;
      if (links > MOST_LINKS) throw no('ELOOP', path);
      const target = posix.resolve(posix.dirname(above), node.target, ...parts.slice(length));
      return reach(target, last, links + 1);
    }
    return `/${parts.join('/')}`;
  };
  const fileAt = (path: string): Extract<MemoryNode, { kind: 'file' }> => {
    const node = at(reach(path, true));
    if (node === null) throw no('ENOENT', path);
    if (node.kind !== 'file') throw no('EISDIR', path);
    return node;
  };
  const inFolder = (path: string): string => {
    const folder = at(posix.dirname(path));
    if (folder === null) throw no('ENOENT', path);
    if (folder.kind !== 'folder') throw no('ENOTDIR', path);
    return path;
  };
  const statOf = (path: string, last: boolean): FsStat => {
    const target = reach(path, last);
    const node = at(target);
    if (node === null) throw no('ENOENT', path);
    return {
      // One name each: a hard link is a copy here.
      identity: target,
      isFile: node.kind === 'file',
      isDirectory: node.kind === 'folder',
      isSymbolicLink: node.kind === 'link',
      mode: node.kind === 'file' && node.mode === '100644' ? 0o644 : 0o755,
      size: node.kind === 'file' ? node.bytes.length : 0,
      mtime: TIME,
    };
  };
  const write = (path: string, bytes: Uint8Array): void => {
    if (path === NOWHERE) return;
    const target = inFolder(reach(path, true));
    const before = at(target);
    if (before?.kind === 'folder') throw no('EISDIR', path);
    disk.set(target, { kind: 'file', bytes, mode: before?.kind === 'file' ? before.mode : '100644' });
  };
  const move = (from: string, to: string, keep: boolean): void => {
    const [source, target] = [reach(from, false), inFolder(reach(to, false))];
    if (at(source) === null) throw no('ENOENT', from);
    for (const key of [source, ...below(disk, source)].filter((each) => disk.has(each))) {
      disk.set(`${target}${key.slice(source.length)}`, disk.get(key) as MemoryNode);
      if (!keep) disk.delete(key);
    }
  };

  return {
    readFile: async (path) => Buffer.from(fileAt(path).bytes).toString('utf8'),
    readFileBuffer: async (path) => Uint8Array.from(fileAt(path).bytes),
    writeFile: async (path, content) => write(path, bytesOf(content)),
    async appendFile(path, content) {
      const before = at(reach(path, true));
      write(
        path,
        Buffer.concat([before?.kind === 'file' ? before.bytes : Buffer.alloc(0), bytesOf(content)]),
      );
    },
    exists: async (path) => at(reach(path, true)) !== null,
    stat: async (path) => statOf(path, true),
    lstat: async (path) => statOf(path, false),
    async mkdir(path, options) {
      const target = reach(path, true);
      const node = at(target);
      if (node !== null && (node.kind !== 'folder' || options?.recursive !== true)) throw no('EEXIST', path);
      if (options?.recursive !== true) inFolder(target);
      if (node === null) disk.set(target, { kind: 'folder' });
    },
    async readdir(path) {
      if (!statOf(path, true).isDirectory) throw no('ENOTDIR', path);
      return [...names(reach(path, true))];
    },
    async rm(path, options) {
      const target = reach(path, false);
      const node = at(target);
      if (node === null && options?.force !== true) throw no('ENOENT', path);
      if (node?.kind === 'folder' && options?.recursive !== true && names(target).length > 0)
        throw no('ENOTEMPTY', path);
      for (const key of [target, ...below(disk, target)]) disk.delete(key);
      keepFolder(posix.dirname(target));
    },
    cp: async (from, to) => move(from, to, true),
    async mv(from, to) {
      move(from, to, false);
      keepFolder(posix.dirname(reach(from, false)));
    },
    resolvePath: (base, path) => posix.resolve(base, path),
    getAllPaths: () => [...disk.keys()],
    async chmod(path, mode) {
      const target = reach(path, true);
      const node = at(target);
      if (node?.kind === 'file')
        disk.set(target, { ...node, mode: (mode & 0o100) === 0 ? '100644' : '100755' });
    },
    async symlink(target, path) {
      const link = inFolder(reach(path, false));
      if (at(link) !== null) throw no('EEXIST', path);
      disk.set(link, { kind: 'link', target });
    },
    link: async (from, to) => move(from, to, true),
    async readlink(path) {
      const node = at(reach(path, false));
      if (node?.kind !== 'link') throw no('EINVAL', path);
      return node.target;
    },
    async realpath(path) {
      const target = reach(path, true);
      if (at(target) === null) throw no('ENOENT', path);
      return target;
    },
    utimes: async () => undefined,
  };

  /** A folder outlives the last file in it. */
  function keepFolder(folder: string): void {
    if (folder !== '/' && at(folder) === null) disk.set(folder, { kind: 'folder' });
  }
}

const EMPTY: MemoryNode = { kind: 'file', bytes: new Uint8Array(), mode: '100644' };

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : Uint8Array.from(content);

const no = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code });
