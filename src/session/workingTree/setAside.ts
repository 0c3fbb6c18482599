import type { CommitId, RefName, RepoPath, TreeId } from '../../model/ids.ts';
import { rescueRef, sessionRefs } from '../../model/places.ts';
import type { SessionId } from '../../model/ids.ts';
import type { Mode, Repository } from '../ports.ts';
import type { World } from '../world.ts';

/** Work that is kept because something would otherwise overwrite it. */
export interface Aside {
  readonly session: SessionId;
  /** The checkpoint that it lay on top of. */
  readonly parent: CommitId;
  /** Kept reachable too: commits that an agent made elsewhere. */
  readonly also?: CommitId;
  readonly tree: TreeId;
  /** One line for people. */
  readonly why: string;
  /** What it was set aside for, such as `restore@7`; how an undo finds it again. */
  readonly reason: string;
  /** Files whose bytes git would convert or does not take: kept raw, below `.cairn/raw/`, and under their own name when git has none. */
  readonly raw?: readonly { readonly path: RepoPath; readonly bytes: Uint8Array; readonly mode: Mode }[];
}

/** Makes a rescue: a commit under a ref of our own, numbered. It is never collected and only a person deletes it. */
export async function setAside(
  { repository, clock }: Pick<World, 'repository' | 'clock'>,
  aside: Aside,
): Promise<RefName> {
  const tree = await withRaw(repository, aside);
  const commit = await repository.commit({
    tree,
    parents: aside.also === undefined ? [aside.parent] : [aside.parent, aside.also],
    message: `cairn: work set aside\n\n${aside.why}\n\nCairn-Rescue: ${aside.session}\nCairn-Rescue-For: ${aside.reason}\n`,
    at: clock.now(),
  });
  const taken = await repository.refs([`${sessionRefs(aside.session)}rescue/`]);
  let n = 1 + Math.max(0, ...taken.map((ref) => Number(ref.name.slice(ref.name.lastIndexOf('/') + 1))));
  // Another process may have taken the number meanwhile: the next one is as good.
  while (
    !(await repository.moveRef(rescueRef(aside.session, n), {
      from: null,
      to: commit,
      why: 'cairn: work set aside',
    }))
  )
    n += 1;
  return rescueRef(aside.session, n);
}

async function withRaw(repository: Repository, aside: Aside): Promise<TreeId> {
  if (aside.raw === undefined || aside.raw.length === 0) return aside.tree;
  const edits = new Map<RepoPath, { blob: Awaited<ReturnType<Repository['writeBlob']>>; mode: Mode }>();
  for (const { path, bytes, mode } of aside.raw) {
    const blob = await repository.writeBlob(bytes);
    edits.set(`.cairn/raw/${path}` as RepoPath, { blob, mode });
    if ((await repository.entry(aside.tree, path)) === null) edits.set(path, { blob, mode });
  }
  return repository.compose(aside.tree, edits);
}
