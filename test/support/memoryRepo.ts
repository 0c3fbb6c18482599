import { posix } from 'node:path';
import type { CommitId } from '../../src/model/names/ids.ts';
import type { GitRepo } from './gitRepo.ts';
import { memoryGit, memoryGitWithInput } from './memoryGit.ts';
import { below, nodeAt, type MemoryNode } from './memoryFiles.ts';
import type { MemoryRepository } from './memoryRepository.ts';

/**
 * A working tree of the twin, as tests handle a real one.
 *
 * @param stateFile what of the state of sessions a test may read there, by its absolute path
 */
export function memoryRepo(
  repository: MemoryRepository,
  root: string,
  stateFile: (path: string) => string | null = () => null,
): GitRepo {
  const { disk } = repository;
  const at = (path: string): string => posix.join(root, path);
  const textOf = (node: MemoryNode | undefined): string | null =>
    node?.kind === 'file' ? Buffer.from(node.bytes).toString('utf8') : null;
  const needsGit = (what: string) => () => Promise.reject(new Error(`${what} needs a real repository`));
  return {
    root,
    env: {},
    git: (...args) => memoryGit(repository, root, args),
    gitWithInput: (input, ...args) => memoryGitWithInput(repository, root, input, args),
    async write(path, content, mode) {
      const before = disk.get(at(path));
      const kept = before?.kind === 'file' ? before.mode : '100644';
      disk.set(at(path), {
        kind: 'file',
        bytes: Buffer.from(content),
        mode: mode === undefined ? kept : (mode & 0o100) === 0 ? '100644' : '100755',
      });
    },
    async read(path) {
      const text = textOf(disk.get(at(path))) ?? stateFile(at(path));
      if (text === null) throw new Error(`ENOENT: no such file or directory, open '${at(path)}'`);
      return text;
    },
    link: async (path, target) => void disk.set(at(path), { kind: 'link', target }),
    async remove(path) {
      for (const key of [at(path), ...below(disk, at(path))]) disk.delete(key);
    },
    async look(path) {
      const node = nodeAt(disk, at(path));
      if (node === null) return stateFile(at(path));
      return node.kind === 'link' ? `-> ${node.target}` : (textOf(node) ?? '/');
    },
    async everything() {
      const found: Record<string, string> = {};
      for (const key of below(disk, root)) {
        const path = posix.relative(root, key);
        const node = disk.get(key);
        if (path.split('/').includes('.git') || path.endsWith('/STATUS.md')) continue;
        if (node?.kind === 'link') found[path] = `-> ${node.target}`;
        else if (node?.kind === 'file')
          found[path] = `${node.mode === '100755' ? 'x ' : ''}${Buffer.from(node.bytes).toString('latin1')}`;
      }
      return found;
    },
    commit: (message): Promise<CommitId> => repository.commitAll(root, message),
    untouchables: needsGit('what git holds for a person'),
    dispose: async () => undefined,
  };
}
