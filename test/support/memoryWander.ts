import { posix } from 'node:path';
import type { CommitId, RefName } from '../../src/model/names/ids.ts';
import type { MemoryBeside } from './memoryBeside.ts';
import { memoryRepository, type MemoryRepository } from './memoryRepository.ts';

type Wander = (repository: MemoryRepository, words: readonly string[]) => Promise<void>;

/** What tests ask git for to let a session wander, in their very words; what they print is nothing. */
export const WANDERINGS: Readonly<Record<string, Wander>> = {
  async 'clone -q --bare .'(repository, [folder = '']) {
    // Branches and tags; what else a repository has stays in it.
    const refs = [...repository.store].filter(([name]) => /^refs\/(heads|tags)\//.test(name));
    repository.beside.bare.set(folder, new Map(refs));
  },
  async 'remote add origin'(repository, [folder = '']) {
    repository.beside.origins.set(repository.root, folder);
  },
  async 'clone -q'({ beside, disk }, [from = '', root = '']) {
    const folder = from.replace(/^file:\/\//, '');
    const bare = bareAt(beside, folder);
    const main = bare.get(MAIN);
    if (main === undefined) throw new Error('a clone without a main branch needs a real repository');
    const clone = await memoryRepository({}, { root, disk, beside });
    for (const [name, commit] of bare)
      clone.store.set(name.replace('refs/heads/', 'refs/remotes/origin/') as RefName, commit);
    clone.store.set('refs/remotes/origin/HEAD' as RefName, main);
    await clone.moveRef(MAIN, { from: null, to: main, why: `clone: from ${from}` });
    for (const { path, mode, blob } of await clone.list(main, '')) {
      if (mode !== '100644' && mode !== '100755') throw new Error('clones of twins are of plain files');
      disk.set(posix.join(root, path), { kind: 'file', bytes: await clone.readBlob(blob), mode });
    }
    beside.clones.set(root, clone);
    beside.origins.set(root, folder);
  },
  async 'push -q --force origin'(repository, [branch = '']) {
    const ref = `refs/heads/${branch}` as RefName;
    const tip = await repository.tip(ref);
    if (tip === null) throw new Error(`error: src refspec ${branch} does not match any`);
    originOf(repository).set(ref, tip);
    await follow(repository, branch, tip, 'update by push');
  },
  async 'fetch -q origin'(repository, [spec = '']) {
    const [, branch = '', to] = /^\+([^:]+):([^:]+)$/.exec(spec) ?? [];
    const ref = `refs/heads/${branch}` as RefName;
    const tip = originOf(repository).get(ref);
    if (tip === undefined || branch !== to) throw new Error(`fetch ${spec}: needs a real repository`);
    if ((await repository.standingOn(ref)).length > 0)
      throw new Error(`fatal: refusing to fetch into branch '${ref}' checked out`);
    const from = await repository.tip(ref);
    const why = `fetch -q origin ${spec}`;
    if (from !== tip) await repository.moveRef(ref, { from, to: tip, why });
    await follow(repository, branch, tip, why);
  },
};

const MAIN = 'refs/heads/main' as RefName;

const bareAt = (beside: MemoryBeside, folder: string): Map<RefName, CommitId> => {
  const found = beside.bare.get(folder);
  if (found === undefined) throw new Error(`fatal: repository '${folder}' does not exist`);
  return found;
};

const originOf = ({ beside, root }: MemoryRepository): Map<RefName, CommitId> =>
  bareAt(beside, beside.origins.get(root) ?? 'origin');

/** Git notes where the branch of a remote was seen last. */
async function follow(
  repository: MemoryRepository,
  branch: string,
  to: CommitId,
  why: string,
): Promise<void> {
  const ref = `refs/remotes/origin/${branch}` as RefName;
  const from = await repository.tip(ref);
  if (from !== to) await repository.moveRef(ref, { from, to, why });
}
