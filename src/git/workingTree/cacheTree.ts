/** A folder of the `TREE` extension of an index: how many entries it spans, -1 when it has to be computed anew. */
interface CachedTree {
  readonly name: Buffer;
  spans: number;
  id: Buffer;
  readonly below: CachedTree[];
}

const [NUL, SPACE, NEWLINE, SLASH] = [0x00, 0x20, 0x0a, 0x2f];

/**
 * The extension by which git knows the trees of unchanged folders, after these paths have changed: without it `status`
 * would compare every entry with HEAD. Null where it cannot be read: an index is as good without.
 */
export function invalidate(extension: Buffer, names: readonly Buffer[], idBytes: number): Buffer | null {
  const read = readTree(extension, 0, idBytes);
  if (read === null || read.end !== extension.length) return null;
  for (const name of names) forget(read.tree, name);
  return Buffer.concat([...written(read.tree)]);
}

/** `<name> NUL <spans> SP <subtrees> LF`, the id where it is known, the subtrees. */
function readTree(bytes: Buffer, start: number, idBytes: number): { tree: CachedTree; end: number } | null {
  const nul = bytes.indexOf(NUL, start);
  const space = bytes.indexOf(SPACE, nul);
  const newline = bytes.indexOf(NEWLINE, space);
  if (nul === -1 || space === -1 || newline === -1) return null;
  const spans = Number(bytes.toString('latin1', nul + 1, space));
  const count = Number(bytes.toString('latin1', space + 1, newline));
  if (!Number.isInteger(spans) || !Number.isInteger(count) || count < 0) return null;
  let end = newline + 1 + (spans < 0 ? 0 : idBytes);
  if (end > bytes.length) return null;
  const id = bytes.subarray(newline + 1, end);
  const below: CachedTree[] = [];
  for (let left = count; left > 0; left -= 1) {
    const read = readTree(bytes, end, idBytes);
    if (read === null) return null;
    below.push(read.tree);
    end = read.end;
  }
  return { tree: { name: bytes.subarray(start, nul), spans, id, below }, end };
}

function forget(tree: CachedTree, name: Buffer): void {
  tree.spans = -1;
  tree.id = Buffer.alloc(0);
  const slash = name.indexOf(SLASH);
  const first = slash === -1 ? name : name.subarray(0, slash);
  const at = tree.below.findIndex((child) => child.name.equals(first));
  const child = tree.below[at];
  if (child === undefined) return;
  // A file where a folder was: nothing is left of it.
  if (slash === -1) tree.below.splice(at, 1);
  else forget(child, name.subarray(slash + 1));
}

function* written(tree: CachedTree): Generator<Buffer> {
  yield Buffer.concat([
    tree.name,
    Buffer.from([NUL]),
    Buffer.from(`${tree.spans} ${tree.below.length}\n`, 'latin1'),
    tree.id,
  ]);
  for (const child of tree.below) yield* written(child);
}
