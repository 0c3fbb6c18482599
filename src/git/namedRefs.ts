import { lstatSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Branches and tags: what a fetch moves is a copy of what lies elsewhere. */
const BELOW = ['refs/heads', 'refs/tags'];

/** Of loose refs: nobody has as many, and who made them does not hold up a session. */
const MOST_LOOSE = 20_000;

/** What `packed-refs` said when it was read last, by the time and size of the file. */
interface Packed {
  readonly stamp: string;
  readonly refs: ReadonlyMap<string, string>;
}

/**
 * Reads branches and tags as they lie on disk, without a process of git: it is done before and after whoever works. Of a repository
 * that keeps them in another way (reftable), or with too many of them, it answers none.
 */
export function createNamedRefs(commonDir: string): () => Promise<ReadonlyMap<string, string>> {
  let packed: Packed = { stamp: '', refs: new Map() };
  return async () => {
    try {
      const loose = BELOW.flatMap((folder) => filesBelow(commonDir, folder));
      if (loose.length > MOST_LOOSE) return new Map();
      packed = readPacked(join(commonDir, 'packed-refs'), packed);
      const found = new Map(packed.refs);
      for (const name of loose) {
        const value = readFileSync(join(commonDir, name), 'latin1').trim();
        if (isValue(value)) found.set(name, value);
      }
      return found;
    } catch {
      // One was moved into `packed-refs` just now, or nobody may read them.
      return new Map();
    }
  };
}

const isValue = (value: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64}|ref: \S+)$/.test(value);

/** Iterative: folders may be as deep as a path is long. */
function filesBelow(commonDir: string, first: string): readonly string[] {
  const found: string[] = [];
  const folders = [first];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(commonDir, folder))) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile() && !name.endsWith('.lock')) found.push(name);
    }
    if (found.length + folders.length > MOST_LOOSE) return [...found, ...folders];
  }
  return found;
}

function entriesOf(folder: string): readonly Dirent[] {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readdirSync(folder, { withFileTypes: true }) : [];
}

function readPacked(file: string, before: Packed): Packed {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (stat === undefined) return { stamp: '', refs: new Map() };
  const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
  if (stamp === before.stamp) return before;
  const refs = new Map<string, string>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, value, name] = /^([0-9a-f]{40,64}) (refs\/(?:heads|tags)\/.+)$/.exec(line) ?? [];
    if (value !== undefined && name !== undefined) refs.set(name, value);
  }
  return { stamp, refs };
}
