import { CairnError } from '../base/cairnError.ts';
import type { CommitId, RefName } from '../model/names/ids.ts';
import type { Git } from './createGit.ts';
import type { GitProgram } from './gitCall.ts';
import { isLostRace, refInTheWay } from './errors.ts';
import { beginGit } from './beginGit.ts';
import { readTip } from './refs.ts';
import { onlyId } from './onlyId.ts';

export interface RefMove {
  readonly ref: RefName;
  readonly from: CommitId | null;
  readonly to: CommitId | null;
  readonly why: string;
  /** A ref that is deleted once this one has moved; of a move to a commit that nobody else moves it to. */
  readonly drops?: { readonly ref: RefName; readonly from: CommitId } | null;
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
  moving: Moving,
  { drops = null, ...move }: RefMove,
  ready: Promise<void>,
): Promise<boolean> {
  if (drops === null) return moveBy(moving, move, ready);
  try {
    if (await moveBy(moving, { ...move, drops }, ready)) return true;
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
  }
  // What failed may be the deletion, which git begins once all that moves has moved.
  if ((await readTip(moving.git, moving.commonDir, move.ref)) === move.to) return true;
  return moveBy(moving, move, ready);
}

async function moveBy(
  { program, git, commonDir, zero }: Moving,
  { ref, from, to, why, drops = null }: RefMove,
  ready: Promise<void>,
): Promise<boolean> {
  if (from === null && to === null) {
    await ready;
    return (await readTip(git, commonDir, ref)) === null;
  }
  const dropped = drops === null ? '' : commandOf({ ...drops, to: null }, zero);
  const commands = `${commandOf({ ref, from, to }, zero)}${dropped}`;
  const args = ['update-ref', '--no-deref', '-m', why.replaceAll(/\s+/g, ' '), '-z', '--stdin'];
  const mover = beginGit(program, args, { cwd: commonDir, env: { GIT_DIR: commonDir }, writes: true });
  try {
    await ready;
    await mover.finish(Buffer.from(`start\0${commands}commit\0`));
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
function commandOf({ ref, from, to }: Pick<RefMove, 'ref' | 'from' | 'to'>, zero: string): string {
  // eslint-disable-next-line no-control-regex -- those are what is refused
  if (!/^refs\/[^\x00-\x20\x7f]+$/.test(ref))
    throw new CairnError('internal/unexpected', { what: `${JSON.stringify(ref)} is no ref` });
  for (const id of [from, to]) if (id !== null) onlyId(id);
  return to === null ? `delete ${ref}\0${from}\0` : `update ${ref}\0${to}\0${from ?? zero}\0`;
}

interface Moving {
  readonly program: GitProgram;
  readonly git: Git;
  readonly commonDir: string;
  /** The id that means "must not exist". */
  readonly zero: string;
}
