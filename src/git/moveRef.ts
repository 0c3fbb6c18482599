import { CairnError } from '../base/cairnError.ts';
import type { CommitId, RefName } from '../model/names/ids.ts';
import type { Git, GitProgram } from './createGit.ts';
import { isLostRace, refInTheWay } from './errors.ts';
import { beginGit } from './beginGit.ts';
import { readTip } from './refs.ts';
import { onlyId } from './onlyId.ts';

export interface RefMove {
  readonly ref: RefName;
  readonly from: CommitId | null;
  readonly to: CommitId | null;
  readonly why: string;
}

/**
 * Moves a ref if it still is where the caller thinks: the fence that no lease can replace.
 *
 * False: somebody was faster. A lock held by somebody else is waited for two seconds (`DURABLE_CONFIG`), then
 * `git/locked` is thrown. A ref in the way of this one is no race: it stays, and `repo/ref-in-the-way` is thrown.
 *
 * @param ready what must be on disk before; the process starts meanwhile, and is told where to only then
 */
export async function moveRef(
  { program, git, commonDir, zero }: Moving,
  { ref, from, to, why }: RefMove,
  ready: Promise<void>,
): Promise<boolean> {
  if (from === null && to === null) {
    await ready;
    return (await readTip(git, commonDir, ref)) === null;
  }
  checkMove({ ref, from, to });
  const args = ['update-ref', '--no-deref', '-m', why.replaceAll(/\s+/g, ' '), '-z', '--stdin'];
  const mover = beginGit(program, args, { cwd: commonDir, env: { GIT_DIR: commonDir }, writes: true });
  try {
    await ready;
    const line = to === null ? `delete ${ref}\0${from}\0` : `update ${ref}\0${to}\0${from ?? zero}\0`;
    await mover.finish(Buffer.from(`start\0${line}commit\0`));
    return true;
  } catch (error) {
    if (!CairnError.is(error, 'git/failed')) throw error;
    const other = refInTheWay(error.details.stderr, ref);
    if (other !== null) throw new CairnError('repo/ref-in-the-way', { ref, other }, { cause: error });
    if (isLostRace(error.details.stderr)) return false;
    // Killed by somebody, before or after it had moved the ref.
    if (error.details.exitCode === null && (await readTip(git, commonDir, ref)) === to) return true;
    throw error;
  } finally {
    await mover.cancel();
  }
}

/** Between NULs anything else would be another command: what git itself would refuse as a name, and no id. */
function checkMove({ ref, from, to }: Pick<RefMove, 'ref' | 'from' | 'to'>): void {
  // eslint-disable-next-line no-control-regex -- those are what is refused
  if (!/^refs\/[^\x00-\x20\x7f]+$/.test(ref))
    throw new CairnError('internal/unexpected', { what: `${JSON.stringify(ref)} is no ref` });
  for (const id of [from, to]) if (id !== null) onlyId(id);
}

interface Moving {
  readonly program: GitProgram;
  readonly git: Git;
  readonly commonDir: string;
  /** The id that means "must not exist". */
  readonly zero: string;
}
