import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { byBytes, decodePath, encodePath } from '../../src/git/bytes.ts';
import { changesBetween } from '../../src/git/changes.ts';
import { composeTree } from '../../src/git/compose.ts';
import { createFlushing, flushFile } from '../../src/git/flushing.ts';
import { createObjects } from '../../src/git/objects.ts';
import { createTrees } from '../../src/git/trees.ts';
import type { BlobId, RepoPath, TreeId } from '../../src/model/names/ids.ts';
import type { Mode } from '../../src/session/ports.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { memoryObjects } from '../support/memoryObjects.ts';

const name = fc.constantFrom('a', 'a.b', 'a-b', 'ab', 'b', 'é', 'Z', '日', '\u{10000}', '\uffee', 'x y');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/') as RepoPath);
const edits = fc.array(fc.tuple(path, fc.option(fc.constantFrom('1', '2', '3'), { nil: null, freq: 4 })), {
  maxLength: 12,
});

type Model = Map<string, string>;

/** The rule of a composed tree, in the words of paths alone: removals first, then files, each replacing what is above and below it. */
function applied(before: Model, changes: ReadonlyMap<RepoPath, string | null>): Model {
  const after = new Map(before);
  const drop = (top: string): void => {
    for (const file of after.keys()) if (file === top || file.startsWith(`${top}/`)) after.delete(file);
  };
  for (const [file, content] of changes) if (content === null) drop(file);
  for (const [file, content] of changes) {
    if (content === null) continue;
    drop(file);
    const names = file.split('/').slice(0, -1);
    for (const at of names.keys()) after.delete(names.slice(0, at + 1).join('/'));
    after.set(file, content);
  }
  return after;
}

/** Two files where one would have to be a folder of the other cannot both be asked for. */
const consistent = (changes: ReadonlyMap<RepoPath, string | null>): boolean => {
  const files = [...changes].filter(([, content]) => content !== null).map(([file]) => file);
  return !files.some((file) => files.some((other) => other.startsWith(`${file}/`)));
};

test('a composed tree is what its edits say, whatever was there, and changes are what differs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), async (rounds) => {
      const objects = memoryObjects();
      const trees = createTrees(objects, 20);
      let model: Model = new Map();
      let tree: TreeId = await composeTree(trees, objects, null, new Map());
      for (const round of rounds) {
        const changes = new Map(round);
        fc.pre(consistent(changes));
        const blobs = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>();
        for (const [file, content] of changes)
          blobs.set(
            file,
            content === null
              ? null
              : { blob: (await objects.write('blob', Buffer.from(content))) as BlobId, mode: '100644' },
          );
        const next = await composeTree(trees, objects, tree, blobs);
        const expected = applied(model, changes);
        const listed = await trees.list(next, '');
        expect(
          new Map(
            await Promise.all(
              listed.map(
                async (entry) => [entry.path, (await objects.read(entry.blob)).bytes.toString()] as const,
              ),
            ),
          ),
        ).toEqual(new Map([...expected].sort(([left], [right]) => byBytes(left, right))));
        const differing = [...new Set([...model.keys(), ...expected.keys()])]
          .filter((file) => model.get(file) !== expected.get(file))
          .sort(byBytes);
        expect((await changesBetween(trees, tree, next)).map((change) => change.path)).toEqual(differing);
        const [some] = differing;
        if (some !== undefined)
          expect(
            (await changesBetween(trees, tree, next, [some as RepoPath])).map((change) => change.path),
          ).toContain(some);
        [model, tree] = [expected, next];
      }
    }),
    { numRuns: 150 },
  );
});

test('any bytes survive as a path, and the order of strings is the order of their bytes', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 12 }).filter((some) => !some.includes(0));
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      expect(Buffer.compare(encodePath(decodePath(one)), one)).toBe(0);
      expect(Math.sign(byBytes(decodePath(one), decodePath(other)))).toBe(
        Math.sign(Buffer.compare(one, other)),
      );
    }),
    // Half of a character of four bytes looks like a byte that is none.
    { numRuns: 2000, examples: [[Uint8Array.from([128, 241, 128, 146, 128]), Uint8Array.from([1])]] },
  );
});

test('git takes every composed tree as it is: sorted, whole and strict', async () => {
  const repo = await gitRepo({ a: 'a' });
  const objects = createObjects(
    { binary: 'git', env: repo.env },
    `${repo.root}/.git`,
    'sha1',
    createFlushing(flushFile),
  );
  const trees = createTrees(objects, 20);
  try {
    for (const round of fc.sample(edits, { numRuns: 25, seed: 7 })) {
      const changes = new Map(round.filter(([, content]) => content !== null));
      if (!consistent(changes)) continue;
      const blobs = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
      for (const [file, content] of changes)
        blobs.set(file, {
          blob: (await objects.write('blob', Buffer.from(content ?? ''))) as BlobId,
          mode: '100644',
        });
      const tree = await composeTree(trees, objects, null, blobs);
      await repo.git('read-tree', tree);
      expect(await repo.git('write-tree')).toBe(tree);
    }
    expect(await repo.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('');
  } finally {
    await objects.dispose();
  }
});
