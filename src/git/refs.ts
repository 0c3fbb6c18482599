import { CairnError } from '../base/cairnError.ts';
import type { CommitId, RefName } from '../model/ids.ts';
import type { Log, Ref } from '../session/ports.ts';
import { timestampOf } from './commits.ts';
import type { Git } from './createGit.ts';
import { brokenRefs, failureOf, isMissingObject } from './errors.ts';

/** Seven fields and a NUL after each; `%(contents)` is the whole message, which `%(trailers)` would read with the user's settings. */
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

/** What listing needs besides git: a way to read the one commit of a ref that has lost others. */
export interface RefReading {
  readonly git: Git;
  readonly cwd: string;
  readonly log: Log;
  readonly readOne: (ref: RefName, commit: CommitId) => Promise<Ref>;
}

/** All refs at commits that match, with their messages: one process. */
export async function listRefs(reading: RefReading, patterns: readonly string[]): Promise<readonly Ref[]> {
  const { git, cwd, log } = reading;
  const args = ['for-each-ref', `--format=${FORMAT}`, '--', ...patterns];
  const { code, out, stderr } = await git(args, { cwd, answers: [0, 128] });
  if (code !== 0 && isMissingObject(stderr)) return listOneByOne(reading, patterns);
  if (code !== 0) throw failureOf({ args, cwd, binary: 'git', code, stderr });
  for (const ref of brokenRefs(stderr)) log.warn('a ref is broken', { ref });
  return parseRefs(out);
}

/** Names and commits only: works whatever objects are missing. Throws `data/missing-object` for a ref that points nowhere. */
export async function listNames(
  git: Git,
  cwd: string,
  patterns: readonly string[],
): Promise<readonly (readonly [RefName, CommitId])[]> {
  const args = ['for-each-ref', '--format=%(refname)%00%(objectname)%00', '--', ...patterns];
  const { out, stderr } = await git(args, { cwd });
  const [broken] = brokenRefs(stderr);
  if (broken !== undefined) throw new CairnError('data/missing-object', { object: broken, lastGood: null });
  const fields = out.toString('utf8').split('\0');
  const found: [RefName, CommitId][] = [];
  for (let at = 0; at + 2 <= fields.length; at += 2) {
    found.push([(fields[at] ?? '').trim() as RefName, fields[at + 1] as CommitId]);
  }
  return found;
}

/** Where a ref of exactly this name points; no guessing at `refs/tags/` and the like, as `rev-parse` would. */
export async function readTip(git: Git, cwd: string, ref: RefName): Promise<CommitId | null> {
  // The pattern also matches what lies below it, but where `ref` exists nothing can.
  return (await listNames(git, cwd, [ref])).find(([name]) => name === ref)?.[1] ?? null;
}

/** One ref that lost its commit must not hide all others. */
async function listOneByOne(
  { git, cwd, log, readOne }: RefReading,
  patterns: readonly string[],
): Promise<readonly Ref[]> {
  const found: Ref[] = [];
  for (const [name, commit] of await listNames(git, cwd, patterns)) {
    try {
      found.push(await readOne(name, commit));
    } catch (error) {
      if (!CairnError.is(error, 'data/missing-object')) throw error;
      log.warn('a ref points at a commit that is not here', { ref: name, commit });
    }
  }
  return found;
}

/** Only refs at commits: a tag object or a tree under one of our patterns is none of ours. */
function parseRefs(out: Buffer): readonly Ref[] {
  const fields = out.toString('utf8').split('\0');
  const refs: Ref[] = [];
  for (let at = 0; at + FIELDS.length <= fields.length; at += FIELDS.length) {
    const [name = '', commit = '', type = '', seconds = '', author = '', mail = '', message = ''] =
      fields.slice(at, at + FIELDS.length);
    if (type !== 'commit') continue;
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
