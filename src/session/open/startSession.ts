import { branchNamed } from '../../model/names/places.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { StartOptions } from '../api/run.ts';
import { attendedBy } from './bounds.ts';
import { publishOpened, showOpened } from './openSession.ts';
import { planOpening, type Opening } from './planOpening.ts';
import type { Lease } from '../ports.ts';
import type { Outcome } from '../results.ts';
import { goOn, runEngine } from '../run/runEngine.ts';
import { tell, tellKept } from '../tell.ts';
import { bothLeases } from '../drive/fenced.ts';
import { holdTree, openDrive, refuseInsidePhase, takeLease } from '../drive/withDrive.ts';
import { underLease } from '../underLease.ts';
import type { Drive } from '../drive.ts';
import { ensureWorktree } from '../workingTree/workingTreeOf.ts';
import type { Beyond } from '../run/slots/workOn.ts';
import type { World } from '../world.ts';

/** Of files that are left behind so many are named. */
const MOST_NAMED = 8;

/**
 * Opens a session and runs it.
 */
export async function startSession(
  given: World,
  options: StartOptions,
  signal: AbortSignal,
  beyond: Beyond,
): Promise<Outcome> {
  const world = attendedBy(given, options);
  refuseInsidePhase(world, 'start');
  const opening = await planOpening(world, options);
  const { session, isolation } = opening;
  world.onProgress({ type: 'ahead', ...opening.ahead });
  if (opening.unattended !== null) world.onProgress({ type: 'unattended', ...opening.unattended });
  for (const notice of opening.told) tell(world, notice);
  const lease = await takeLease(world, session);
  return underLease(lease, () => {
    world.reached('open/lease-taken');
    world.processes.prepare();
    const run = (held: Lease): Promise<Outcome> => open(world, opening, options, held, signal, beyond);
    if (isolation === 'worktree') return run(lease);
    return holdTree(world, session, world.repository.root, (tree) => run(bothLeases(lease, tree)));
  });
}

async function open(
  world: World,
  opening: Opening,
  options: StartOptions,
  lease: Lease,
  signal: AbortSignal,
  beyond: Beyond,
): Promise<Outcome> {
  const { session, ref, isolation } = opening;
  const commit = await publishOpened(world, opening, options.request, options.withChanges);
  if (isolation === 'worktree') {
    const { left } = opening.uncommitted;
    // A window has asked already.
    if (!options.withChanges && left.length > 0)
      tellKept(world, {
        notice: 'uncommitted-left-behind',
        files: left.length,
        paths: left.slice(0, MOST_NAMED),
      });
    await ensureWorktree(world, session, ref, commit, async () => null);
  } else {
    await showOpened(world, opening, commit);
  }
  world.reached('open/tree-made');
  const found = { session, ref, tip: commit, remote: false };
  const drive = await openDrive(world, found, lease, { inPlace: isolation === 'in-place' });
  world.onProgress({ type: 'opened', session, root: drive.root, branch: branchNamed(ref) });
  for (const word of opening.approved) await drive.state.beforehand.add({ ...word, on: commit });
  const until = options.until as PhaseId | null;
  const said = { until, resumed: false, follows: isAsOpened(drive) };
  return runEngine(drive, said, signal, async (at) => goOn(at), beyond);
}

/** What lies there is what its checkpoint was made of, or git has just made of that; only a setup may have added something. */
function isAsOpened({ record, isolation }: Drive): boolean {
  const { copy, setup } = record.workflow.worktree;
  return isolation === 'in-place' || (copy.length === 0 && setup.length === 0);
}
