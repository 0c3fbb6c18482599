import type { BlobId, CommitId, RefName, RepoPath } from '../../src/model/names/ids.ts';
import type { CommitEntry } from '../../src/session/ports.ts';
import { WANDERINGS } from './memoryWander.ts';
import type { MemoryRepository } from './memoryRepository.ts';

type Answer = (words: readonly string[]) => Promise<string>;

/** What tests ask git most, answered from the twin as git prints it; anything else needs a real repository. */
export async function memoryGit(
  repository: MemoryRepository,
  root: string,
  args: readonly string[],
): Promise<string> {
  const commitOf = (revision: string): Promise<CommitId> => resolve(repository, root, revision);
  const read = async (revision: string, path: string): Promise<string> => {
    const bytes = await repository.read(await commitOf(revision), path as RepoPath);
    if (bytes === null) throw new Error(`fatal: path '${path}' does not exist in '${revision}'`);
    return withoutLast(bytes);
  };
  const messageOf = async (revision: string): Promise<string> =>
    (await repository.commitEntry(await commitOf(revision))).message.trimEnd();
  /** Of a commit, or of a folder in it and from there. */
  const names = async (of: string, below = ''): Promise<readonly string[]> => {
    const [revision = '', folder = ''] = of.split(':');
    const start = folder === '' ? '' : `${folder}/`;
    return (await repository.list(await commitOf(revision), folder as RepoPath))
      .map(({ path }) => path.slice(start.length))
      .filter((path) => below === '' || path === below || path.startsWith(`${below}/`));
  };
  /** Newest first, where one follows the other on a line. */
  const between = async (range: string): Promise<readonly CommitEntry[]> => {
    const [from, to] = await Promise.all(range.split('..').map(commitOf));
    if (from === undefined || to === undefined) throw new Error(`git log ${range}: needs a real repository`);
    const entries = await repository.history(to, { until: from });
    if (entries.at(-1)?.parents.join() !== from || entries.some(({ parents }) => parents.length !== 1))
      throw new Error(`git log ${range}: needs a real repository`);
    return entries;
  };
  const answers: Readonly<Record<string, Answer>> = {
    async show([of = '']) {
      const colon = of.indexOf(':');
      return read(of.slice(0, colon), of.slice(colon + 1));
    },
    'show -s --format=%B': async ([revision = '']) => messageOf(revision),
    'log -1 --format=%B': async ([revision = '']) => messageOf(revision),
    'log -1 --format=%s': async ([revision = '']) => (await messageOf(revision)).split('\n')[0] ?? '',
    'log -1 --format=%b': async ([revision = '']) =>
      (await messageOf(revision)).split('\n').slice(2).join('\n'),
    'log --first-parent --format=%s': async ([revision = '']) =>
      (await repository.history(await commitOf(revision)))
        .map(({ message }) => message.split('\n')[0] ?? '')
        .join('\n'),
    async 'log --format=%s --reverse'([revision = '']) {
      const entries = await repository.history(await commitOf(revision));
      if (entries.some(({ parents }) => parents.length > 1)) throw new Error('git log of merges: needs git');
      return entries
        .map(({ message }) => message.split('\n')[0] ?? '')
        .toReversed()
        .join('\n');
    },
    async 'rev-parse'([of = '']) {
      const [revision = '', path] = of.split(':');
      if (path === undefined) return commitOf(revision);
      const entry = await repository.entry(await commitOf(revision), path as RepoPath);
      if (entry === null) throw new Error(`fatal: path '${path}' does not exist in '${revision}'`);
      return entry.blob;
    },
    'cat-file blob': async ([blob = '']) => withoutLast(await repository.readBlob(blob as BlobId)),
    'for-each-ref': async (patterns) =>
      (await repository.refs(patterns.length > 0 ? patterns : ['refs']))
        .map(({ name, commit }) => `${commit} commit\t${name}`)
        .join('\n'),
    'for-each-ref --format=%(refname)': async (patterns) =>
      (await repository.refs(patterns)).map(({ name }) => name).join('\n'),
    async 'rev-list'(revisions) {
      const found = new Set<CommitId>();
      const open = await Promise.all(revisions.map(commitOf));
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (found.has(at)) continue;
        found.add(at);
        open.push(...(await repository.commitEntry(at)).parents);
      }
      return [...found].join('\n');
    },
    'log --format=%B%x00': async ([range = '']) =>
      (await between(range)).map(({ message }) => `${message.trimEnd()}\n\0`).join('\n'),
    'ls-tree -r --name-only': async ([of = '', below]) => (await names(of, below)).join('\n'),
    'ls-tree --name-only': async ([revision = '']) =>
      [...new Set((await names(revision)).map((path) => path.split('/')[0]))].join('\n'),
    'ls-tree -r -z --full-tree': async ([revision = '']) =>
      (await repository.list(await commitOf(revision), ''))
        .map(({ mode, blob, path }) => `${mode} blob ${blob}\t${path}\0`)
        .join(''),
    'branch --list --format=%(refname:short)': async ([pattern = '']) =>
      (await repository.refs(['refs/heads']))
        .map(({ name }) => name.slice('refs/heads/'.length))
        // Of its own glob, a star also stands for slashes.
        .filter((name) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name))
        .join('\n'),
    async 'update-ref'([ref = '', to = '']) {
      const from = await repository.tip(ref as RefName);
      await repository.moveRef(ref as RefName, { from, to: await commitOf(to), why: '' });
      return '';
    },
    'worktree list --porcelain': async () =>
      [...repository.heads]
        .map(
          ([path, { commit, branch }]) =>
            `worktree ${path}\nHEAD ${commit}\n${branch === null ? 'detached' : `branch ${branch}`}\n`,
        )
        .join('\n'),
    async 'worktree remove --force'([path = '']) {
      await repository.removeWorktree(path);
      return '';
    },
    ...Object.fromEntries(
      Object.entries(WANDERINGS).map(([words, wander]) => [
        words,
        (rest: readonly string[]) => wander(repository, rest).then(() => ''),
      ]),
    ),
  };
  const known = Object.keys(answers)
    .filter((words) => args.slice(0, words.split(' ').length).join(' ') === words)
    .toSorted((one, other) => other.length - one.length)[0];
  const answer = known === undefined ? undefined : answers[known];
  const rest = known === undefined ? [] : args.slice(known.split(' ').length);
  const [least, most] = (known === undefined ? undefined : TAKES[known]) ?? [1, 1];
  if (
    answer === undefined ||
    rest.length < least ||
    rest.length > most ||
    rest.some((word) => word.startsWith('-'))
  )
    throw new Error(`git ${args.join(' ')}: needs a real repository`);
  return answer(rest);
}

/** As `runGit` hands it on: one newline at the end cut. */
const withoutLast = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8').replace(/\n$/, '');

/** How many words follow, where it is not one. */
const TAKES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  'for-each-ref': [0, Infinity],
  'rev-list': [1, Infinity],
  'update-ref': [2, 2],
  'ls-tree -r --name-only': [1, 2],
  'worktree list --porcelain': [0, 0],
  'clone -q': [2, 2],
};

/** As {@link memoryGit}, for what reads its standard input: `commit-tree <commit>^{tree} -p <parent>`. */
export async function memoryGitWithInput(
  repository: MemoryRepository,
  root: string,
  message: string | Uint8Array,
  args: readonly string[],
): Promise<string> {
  const [word, from = '', option, parent = '', ...rest] = args;
  const of = /^(.+)\^\{tree\}$/.exec(from)?.[1];
  if (word !== 'commit-tree' || of === undefined || option !== '-p' || rest.length > 0)
    throw new Error(`git ${args.join(' ')}: needs a real repository`);
  const { tree } = await repository.commitEntry(await resolve(repository, root, of));
  const person = `Ada Test <ada@example.invalid> ${Math.floor(Date.now() / 1000)} +0000`;
  const head = `tree ${tree}\nparent ${await resolve(repository, root, parent)}\nauthor ${person}\ncommitter ${person}`;
  const text = Buffer.from(message).toString('utf8').replace(/\n?$/, '\n');
  return repository.keep('commit', Buffer.from(`${head}\n\n${text}`));
}

/** A name, with `~`, `^` and `^2` behind it. */
async function resolve(repository: MemoryRepository, root: string, revision: string): Promise<CommitId> {
  const [, name = '', steps = ''] = /^([^~^]+)((?:~\d*|\^\d?)*)$/.exec(revision) ?? [];
  let at = name === 'HEAD' ? (repository.heads.get(root)?.commit ?? null) : await named(repository, name);
  for (const [step] of steps.matchAll(/~\d*|\^\d?/g)) {
    const count = Number(step.slice(1) || '1');
    if (at === null) break;
    if (step.startsWith('^')) at = (await repository.commitEntry(at)).parents[count - 1] ?? null;
    else
      for (let n = 0; n < count && at !== null; n += 1)
        at = (await repository.commitEntry(at)).parents[0] ?? null;
  }
  if (at === null) throw new Error(`fatal: ambiguous argument '${revision}': unknown revision`);
  return at;
}

const named = async (repository: MemoryRepository, name: string): Promise<CommitId | null> =>
  repository.store.get(name as RefName) ??
  (await repository.resolve(name)) ??
  (await repository.resolve(repository.beside.objects.named(name) ?? name));
