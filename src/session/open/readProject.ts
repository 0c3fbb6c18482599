import { basename, dirname } from 'node:path';
import { MOST_FILE_BYTES } from '../../model/checkpoint/mostBytes.ts';
import type { CommitId, RepoPath } from '../../model/names/ids.ts';
import { FILLED, findProject, READ_FILES } from '../../model/project/findProject.ts';
import type { Project } from '../../model/project/project.ts';
import type { Files, Objects } from '../ports.ts';
import { textOrNull } from '../record/text.ts';
import type { World } from '../world.ts';

/**
 * How a project is set up and checked, by the files of a commit. Runs nothing of it.
 *
 * @param at null: by what is on disk
 */
export async function readProject(
  { files, repository }: Pick<World, 'files' | 'repository'>,
  at: CommitId | null,
): Promise<Project> {
  const top = at === null ? await onDisk(files, repository.root) : await inTree(repository, at);
  const texts = new Map<string, string | null>();
  for (const name of READ_FILES) {
    const text = await top.read(name as RepoPath);
    if (text !== undefined) texts.set(name, text);
  }
  const ignored = await repository.ignored(repository.root, FILLED as readonly RepoPath[]);
  return findProject({
    files: new Set([...top.names, ...texts.keys()]),
    texts,
    ignored: new Set(ignored),
  });
}

/** The root of a project. */
interface Top {
  /** Of regular files. */
  readonly names: readonly string[];
  /** The text of a file; undefined if nothing is there, null if it is no text that may be read. */
  read(name: RepoPath): Promise<string | null | undefined>;
}

async function onDisk(files: Files, root: string): Promise<Top> {
  const folder = basename(root);
  const paths = await files.list(dirname(root), folder as RepoPath);
  const names = paths.map((path) => path.slice(folder.length + 1));
  return {
    names,
    async read(name) {
      const there = await files.kind(root, name);
      if (there === null) return undefined;
      if (there.kind !== 'file' || there.bytes > MOST_FILE_BYTES) return null;
      // On some disks a file answers to other names, too.
      if (!names.includes(name)) return undefined;
      const bytes = await files.read(root, name);
      return bytes === null ? null : textOrNull(bytes);
    },
  };
}

async function inTree(repository: Objects, at: CommitId): Promise<Top> {
  const entries = new Map((await repository.entries(at)).map((entry) => [entry.path, entry]));
  const isRegular = (path: RepoPath): boolean => entries.get(path)?.mode.startsWith('100') === true;
  return {
    names: [...entries.keys()].filter(isRegular),
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const bytes = isRegular(name) ? await repository.blobBytes(entry.blob) : null;
      if (bytes === null || bytes > MOST_FILE_BYTES) return null;
      return textOrNull(await repository.readBlob(entry.blob));
    },
  };
}
