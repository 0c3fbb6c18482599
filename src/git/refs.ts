import { CairnError } from '../base/cairnError.ts';
import type { CommitId, RefName } from '../model/names/ids.ts';
import type { DamagedRef, Log, Ref } from '../session/ports.ts';
import { MOST_COMMIT, timestampOf } from './commits.ts';
import type { Objects } from './objects.ts';
import { TOO_MUCH } from './gitCall.ts';
import type { Git } from './createGit.ts';
import { brokenRefs, failureOf, isMissingObject } from './errors.ts';
import { noSuchRefs } from './noSuchRefs.ts';

/**
 * Seven fields, each followed by a NUL. `%(contents)` is the whole message; `%(trailers)` would parse it with the person's
 * settings.
 */
const FIELDS = [
  'refname',
  'objectname',
  'objecttype',
  'committerdate:unix',
  'authorname',
  'authoremail',
  'contents',
];
const FORMAT = FIELDS.map((field) => `%(${field})%00`).join('');

/** A fetch may bring any number of commits of any length: of more than this one listing takes the shorter ones. Bytes. */
const MOST_LISTED = 16 * 1024 * 1024;

/** What listing needs besides git: a way to read a ref's one commit if others are lost. */
export interface RefReading {
  readonly git: Git;
  readonly cwd: string;
  readonly log: Log;
  readonly objects: Pick<Objects, 'look'>;
  /** What was learned of the repository: git itself takes long over a commit without end, so it is asked for one once. */
  readonly learned: { isLong: boolean };
  readonly readOne: (ref: RefName, commit: CommitId) => Promise<Ref>;
}

type Tell = (ref: DamagedRef) => void;

/** All matching refs at commits, with their messages, by one process, or none where there are none. Reports unreadable ones. */
export async function listRefs(
  reading: RefReading,
  patterns: readonly string[],
  damaged: Tell = () => {},
): Promise<readonly Ref[]> {
  const { git, cwd, log, learned } = reading;
  if (noSuchRefs(cwd, patterns)) return [];
  if (learned.isLong) return listOneByOne(reading, patterns, damaged);
  const args = ['for-each-ref', `--format=${FORMAT}`, '--', ...patterns];
  const { code, out, stderr } = await git(args, { cwd, answers: [0, 128, TOO_MUCH], most: MOST_LISTED });
  learned.isLong = code === TOO_MUCH;
  if (code === TOO_MUCH || (code !== 0 && isMissingObject(stderr)))
    return listOneByOne(reading, patterns, damaged);
  if (code !== 0) throw failureOf({ args, cwd, binary: 'git', code, stderr });
  tellTorn(stderr, log, damaged);
  return parseRefs(out, damaged);
}

function tellTorn(stderr: string, log: Log, damaged: Tell): void {
  for (const ref of brokenRefs(stderr)) {
    log.warn('a ref is broken', { ref });
    damaged({ name: ref as RefName, commit: null });
  }
}

/** Names and commits only: works whatever objects are missing. Throws `data/missing-object` for a ref that points nowhere. */
export async function listNames(
  git: Git,
  cwd: string,
  patterns: readonly string[],
): Promise<readonly (readonly [RefName, CommitId])[]> {
  const { out, stderr } = await git(namesOf(patterns), { cwd });
  const [broken] = brokenRefs(stderr);
  if (broken !== undefined) throw new CairnError('data/missing-object', { object: broken, lastGood: null });
  return parseNames(out);
}

function parseNames(out: Buffer): readonly (readonly [RefName, CommitId])[] {
  const fields = out.toString('utf8').split('\0');
  const found: [RefName, CommitId][] = [];
  for (let at = 0; at + 2 <= fields.length; at += 2) {
    found.push([(fields[at] ?? '').trim() as RefName, fields[at + 1] as CommitId]);
  }
  return found;
}

/** Where a ref of exactly this name points, without guessing at `refs/tags/` and the like as `rev-parse` would. */
export async function readTip(git: Git, cwd: string, ref: RefName): Promise<CommitId | null> {
  // The pattern also matches names below it, but if `ref` exists there are none.
  return (await listNames(git, cwd, [ref])).find(([name]) => name === ref)?.[1] ?? null;
}

/** A ref that lost its commit, or whose commit has no end, must not hide the others. */
async function listOneByOne(
  { git, cwd, log, objects, readOne }: RefReading,
  patterns: readonly string[],
  damaged: Tell,
): Promise<readonly Ref[]> {
  const { out, stderr } = await git(namesOf(patterns), { cwd });
  const refs: Ref[] = [];
  tellTorn(stderr, log, damaged);
  const found = await Promise.all(
    parseNames(out).map(async ([name, commit]) => ({ name, commit, is: await objects.look(commit) })),
  );
  const read = withinReach(found);
  for (const { name, commit, is } of found) {
    if (is !== null && is.type !== 'commit') continue;
    try {
      if (!read.has(name)) throw new CairnError('data/missing-object', { object: commit, lastGood: null });
      refs.push(await readOne(name, commit));
    } catch (error) {
      if (!CairnError.is(error, 'data/missing-object')) throw error;
      log.warn('a ref points at a commit that is not here', { ref: name, commit });
      damaged({ name, commit });
    }
  }
  return refs;
}

/** Those that are read: branches of this clone first, then the shortest. */
function withinReach(
  found: readonly { readonly name: RefName; readonly is: { readonly size: number } | null }[],
): ReadonlySet<RefName> {
  const isRemote = (name: RefName): number => (name.startsWith('refs/remotes/') ? 1 : 0);
  const sized = found.map(({ name, is }) => ({ name, size: is?.size ?? 0 }));
  let left = MOST_LISTED;
  const within = sized
    .sort((a, b) => isRemote(a.name) - isRemote(b.name) || a.size - b.size)
    .filter(({ size }) => (left -= size) >= 0);
  return new Set(within.map(({ name }) => name));
}

const namesOf = (patterns: readonly string[]): string[] => [
  'for-each-ref',
  '--format=%(refname)%00%(objectname)%00',
  '--',
  ...patterns,
];

/** Only refs at commits: a tag object or a tree under one of our patterns is not ours. */
function parseRefs(out: Buffer, damaged: Tell): readonly Ref[] {
  const fields = out.toString('utf8').split('\0');
  const refs: Ref[] = [];
  for (let at = 0; at + FIELDS.length <= fields.length; at += FIELDS.length) {
    const [name = '', commit = '', type = '', seconds = '', author = '', mail = '', message = ''] =
      fields.slice(at, at + FIELDS.length);
    if (type !== 'commit') continue;
    if (message.length > MOST_COMMIT) {
      damaged({ name: name.trim() as RefName, commit: commit as CommitId });
      continue;
    }
    refs.push({
      name: name.trim() as RefName,
      commit: commit as CommitId,
      at: timestampOf(seconds),
      by: `${author} ${mail}`,
      message,
    });
  }
  return refs;
}

/** The commit that a revision names as a person typed it, or null. */
export async function resolveRevision(git: Git, cwd: string, revision: string): Promise<CommitId | null> {
  const { code, out } = await git(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    { cwd, answers: [0, 1, 128] },
  );
  return code === 0 ? (out.toString('latin1').trim() as CommitId) : null;
}

/** Names that break no rule of `git check-ref-format`; most do without asking. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_-]*(\/[A-Za-z0-9_][A-Za-z0-9_-]*)*$/;

async function isFormat(git: Git, cwd: string, branch: string): Promise<boolean> {
  const { code } = await git(['check-ref-format', `refs/heads/${branch}`], { cwd, answers: [0, 1] });
  return code === 0 && !branch.startsWith('-');
}

/** Null if git accepts the name of a new branch, else why not: the name itself, or a branch in the way. */
export async function whyNotBranch(git: Git, cwd: string, branch: string): Promise<string | null> {
  const full = `refs/heads/${branch}`;
  if (!PLAIN.test(branch) && !(await isFormat(git, cwd, branch)))
    return `git does not take ${JSON.stringify(branch)} as the name of a branch`;
  // A ref is like a file: `cairn` and `cairn/x` cannot both exist.
  const names = branch.split('/').slice(0, -1);
  const above = names.map((_name, at) => `refs/heads/${names.slice(0, at + 1).join('/')}`);
  if (noSuchRefs(cwd, [`${full}/`], above)) return null;
  const taken = await listNames(git, cwd, [...above, `${full}/`]);
  const inTheWay = taken.find(([name]) => above.includes(name) || name.startsWith(`${full}/`))?.[0];
  return inTheWay === undefined
    ? null
    : `a branch called ${inTheWay.slice('refs/heads/'.length)} is in the way`;
}
