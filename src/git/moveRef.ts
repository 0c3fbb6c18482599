import type { CommitId, RefName } from '../model/ids.ts';
import type { Git } from './createGit.ts';
import { failureOf, isLostRace } from './errors.ts';
import { readTip } from './refs.ts';

/**
 * Moves a ref if it still is where the caller thinks: the fence that no lease can replace.
 *
 * False: somebody was faster. A lock held by somebody else is waited for two seconds (`DURABLE_CONFIG`), then
 * `git/locked` is thrown. `zero` is the id that means "must not exist".
 */
export async function moveRef(
  git: Git,
  cwd: string,
  zero: string,
  ref: RefName,
  move: { readonly from: CommitId | null; readonly to: CommitId | null; readonly why: string },
): Promise<boolean> {
  const { from, to, why } = move;
  if (from === null && to === null) return (await readTip(git, cwd, ref)) === null;
  const line = to === null ? `delete ${ref}\0${from}\0` : `update ${ref}\0${to}\0${from ?? zero}\0`;
  const args = ['update-ref', '--no-deref', '-m', why.replaceAll(/\s+/g, ' '), '-z', '--stdin'];
  const { code, stderr } = await git(args, {
    cwd,
    writes: true,
    input: Buffer.from(line),
    answers: [0, 1, 128],
  });
  if (code === 0) return true;
  if (isLostRace(stderr)) return false;
  throw failureOf({ args: ['update-ref', ref], cwd, binary: 'git', code, stderr });
}
