import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { CairnError } from '../../src/base/cairnError.ts';
import { createGate } from '../../src/git/gate.ts';
import { openRepository } from '../../src/git/openRepository.ts';
import { createTrees } from '../../src/git/trees.ts';
import type { TreeId } from '../../src/model/names/ids.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { storeTree, type RawEntry, type Store } from '../support/hostileTrees.ts';
import { memoryObjects } from '../support/memoryObjects.ts';
import { silentLog } from '../support/silentLog.ts';

/** Names that are one on one file system or another, and those that lead out. */
const NAMES = [
  '.git', '.GIT', '.g\u200cit', 'git~1', '.git.', '.git ', '.git:x', '.git::$INDEX_ALLOCATION', 'a\\.git',
  '..', '.', '.. ', '.\u200d.', '', '../x', '/x', 'a/b', '.git/config', '.gitmodules', 'gi7eba~1',
  'a', 'A', 'b', 'B', 'a.', 'e\u0301', '\u00e9', 'É', 'out', 'Out', 'hooks', 'pre-commit', 'config', 'x.txt',
]; // prettier-ignore
const anyName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }).map(withoutNul) },
);
const TARGETS = ['..', '../beside', '.git', '.git/hooks', '/tmp', 'a', 'b'];

function withoutNul(text: string): string {
  return text.toWellFormed().replaceAll('\0', '_');
}

const { entries: anyTree } = fc.letrec<{ entry: RawEntry; entries: readonly RawEntry[] }>((tie) => ({
  entry: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({
      mode: fc.constantFrom('100644', '100755', '100664'),
      name: anyName,
      // A comment, since some of these names are files that git itself reads.
      holds: fc.constant('# x\n'),
    }),
    fc.record({ mode: fc.constant('120000'), name: anyName, holds: fc.constantFrom(...TARGETS) }),
    fc.record({ mode: fc.constantFrom('40000', '040000'), name: anyName, holds: tie('entries') }),
    fc.record({
      mode: fc.constantFrom('160000', '60000', '0'),
      name: anyName,
      holds: fc.constantFrom('x\n', { id: '0'.repeat(40) }),
    }),
  ),
  entries: fc
    .tuple(fc.array(tie('entry'), { maxLength: 4 }), fc.integer({ min: 0, max: 9 }))
    // Mostly as git sorts them: else nothing else would ever be found out.
    .map(([entries, how]) => (how === 0 ? entries : entries.toSorted(inOrder))),
}));

const sortName = ({ name, mode }: RawEntry): Buffer =>
  Buffer.from(/^0?4/.test(mode) ? `${String(name)}/` : name);
const inOrder = (one: RawEntry, other: RawEntry): number => Buffer.compare(sortName(one), sortName(other));

/** What a file system makes of a name; several that are none of them, so that more is refused, not less. */
const READERS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.normalize('NFD').toLowerCase(),
  (name) =>
    name
      .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
      .normalize('NFC')
      .toLowerCase(),
  (name) => {
    const short = name.split(':')[0] ?? '';
    const bare = /^\.{1,2}$/.test(short)
      ? short
      : short.replace(/[. ]+$/, '') || (short.startsWith('.. ') ? '..' : '?');
    return bare.toLowerCase() === 'git~1' ? '.git' : bare.toLowerCase();
  },
];

/** Says where a tree that passed would lead on a file system; null: nowhere. */
function leadsOut(entries: readonly RawEntry[], read: (name: string) => string): string | null {
  const links = new Set<string>();
  const visit = (below: readonly RawEntry[], path: readonly string[], see: typeof look): string | null => {
    for (const entry of below) {
      const at = [...path, read(String(entry.name))];
      const found = see(entry, at) ?? (isFolder(entry) ? visit(entry.holds, at, see) : null);
      if (found !== null) return found;
    }
    return null;
  };
  const look = ({ mode, name }: RawEntry, at: readonly string[]): string | null => {
    if (mode === '120000') links.add(at.join('/'));
    const last = at.at(-1) ?? '';
    return last === '' || last === '.' || last === '..' || last === '.git' || String(name).includes('/')
      ? `a name: ${JSON.stringify(at)}`
      : null;
  };
  return (
    visit(entries, [], look) ??
    visit(entries, [], ({ mode }, at) =>
      at.some(
        (_step, count) =>
          links.has(at.slice(0, count + 1).join('/')) && !(count === at.length - 1 && mode === '120000'),
      )
        ? `through a link: ${JSON.stringify(at)}`
        : null,
    )
  );
}

const isFolder = (entry: RawEntry): entry is RawEntry & { readonly holds: readonly RawEntry[] } =>
  Array.isArray(entry.holds);

/** What passes leads out of no folder on no file system, and is known from then on. */
async function inMemory(entries: readonly RawEntry[]): Promise<void> {
  const objects = memoryObjects();
  const trees = createTrees(objects, 20);
  const gate = createGate(trees, false);
  const tree = (await storeTree((type, bytes) => objects.write(type, Buffer.from(bytes)), entries)) as TreeId;
  const unsafe = await gate.unsafe(tree);
  if (JSON.stringify(await gate.unsafe(tree)) !== JSON.stringify(unsafe))
    throw new Error('judged otherwise the second time');
  if (unsafe.length > 0) return;
  for (const [at, read] of READERS.entries()) {
    const found = leadsOut(entries, read);
    if (found !== null) throw new Error(`passed, and on file system ${at} is ${found}`);
  }
}

/** Stores loose objects as they are, without a process for each. */
const looseIn =
  (gitDir: string): Store =>
  async (type, bytes) => {
    const whole = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
    const id = createHash('sha1').update(whole).digest('hex');
    const place = join(gitDir, 'objects', id.slice(0, 2), id.slice(2));
    if (existsSync(place)) return id;
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, deflateSync(whole, { level: 1 }));
    return id;
  };

/** Every file of a folder with its contents, links not followed. */
async function listing(folder: string, skip: RegExp): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (skip.test(path)) continue;
    const holds = entry.isSymbolicLink()
      ? `-> ${await readlink(path)}`
      : entry.isFile()
        ? (await readFile(path)).toString('latin1')
        : '/';
    found.push(`${path} ${holds}`);
  }
  return found.toSorted();
}

/** In a real repository: what is written stays in its working tree, and nothing below `.git` changes. */
async function onDisk(runs: number): Promise<void> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'cairn-fuzz-trees-')));
  const root = join(top, 'repo');
  await mkdir(join(top, 'beside'), { recursive: true });
  await mkdir(root);
  await writeFile(join(top, 'beside/kept.txt'), 'kept\n');
  const repo = openGitRepo(root);
  await repo.git('init', '-q', '-b', 'main');
  await repo.write('first.txt', 'first\n');
  const base = (await repo.commit('first')) as never;
  const repository = await openRepository(root, { log: silentLog, env: repo.env });
  const store = looseIn(repository.commonDir);
  await mkdir(join(repository.commonDir, 'cairn'));
  const tree = repository.workingTree({ root, index: join(repository.commonDir, 'cairn/index'), always: [] });
  const from = (await repository.commitEntry(base)).tree;
  const outside = (): Promise<readonly string[]> =>
    listing(top, /\/repo(?!\/\.git(?:\/|$))|\/\.git\/(objects|cairn)(\/|$)/);
  try {
    await tree.load(from);
    const before = await outside();
    await fc.assert(
      fc.asyncProperty(anyTree, async (entries) => {
        const hostile = (await storeTree(store, entries)) as TreeId;
        const refused = await tree.write(from, hostile).then(
          () => false,
          (error: unknown) => {
            // An object that is nowhere is another matter, and refused as well.
            if (CairnError.is(error, 'data/unsafe-tree') || CairnError.is(error, 'data/missing-object'))
              return true;
            throw error;
          },
        );
        if (JSON.stringify(await outside()) !== JSON.stringify(before))
          throw new Error('something outside changed');
        if (refused && !(await tree.holds(from)))
          throw new Error('it was refused, and the index has changed');
        if (!refused) await tree.write(hostile, from);
        if (JSON.stringify(await readdir(root)) !== JSON.stringify(['.git', 'first.txt']))
          throw new Error(`something stayed: ${JSON.stringify(await readdir(root))}`);
      }),
      { numRuns: runs, endOnFailure: true },
    );
  } finally {
    await repository.dispose();
    await rm(top, { recursive: true, force: true });
  }
}

/** Trees as a session from elsewhere may bring them; on a disk one for each fifty in memory. */
export const fuzzTrees: Readonly<Record<string, (runs: number) => Promise<void>>> = {
  'hostile trees': (runs) => fc.assert(fc.asyncProperty(anyTree, inMemory), { numRuns: runs }),
  'hostile trees on a disk (one in fifty)': (runs) => onDisk(Math.ceil(runs / 50)),
};
