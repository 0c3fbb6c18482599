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
 * Moves a ref if it still is where the caller expects: the fence that no lease can replace.
 *
 * False if somebody was faster. Waits two seconds for a lock held by somebody else (`DURABLE_CONFIG`), then throws
 * `git/locked`. A ref in the way of this one is no race: throws `repo/ref-in-the-way`.
 *
 * @param ready resolves once everything is on disk; git starts meanwhile, and is told the target only then
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
    // It was killed, before or after it moved the ref.
    if (error.details.exitCode === null && (await readTip(git, commonDir, ref)) === to) return true;
    throw error;
  } finally {
    await mover.cancel();
  }
}

/** Anything else between NULs could be another command: refuses invalid names and ids. */
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
