import { joinChanges, type FileChange } from '../../model/checkpoint/joinChanges.ts';
import type { TreeId } from '../../model/names/ids.ts';
import { captureWork, type Captured } from '../workingTree/captureWork.ts';
import type { Drive } from '../drive.ts';
import { restingTree } from '../record/heldWork.ts';
import { mendedIn } from '../run/attempt/personsChanges.ts';
import { judgeArtifacts } from '../run/close/judgeArtifacts.ts';
import { tell, tellNotCaptured } from '../tell.ts';
import { notPossible, type Waiting } from './waitingPhase.ts';

/** What a yes publishes, and the phase as it lies there. */
interface Taken extends Pick<Captured, 'tree' | 'normalised'> {
  readonly waiting: Waiting;
}

/**
 * Takes the work as it lies there by now. What a person changed of it since is theirs, and told; it must still meet the rules.
 *
 * @param how.act the word on which it is published
 * @param how.mended what they had changed before it was merged
 * @param how.whyNot what else keeps a tree from being published
 */
export async function takeArtifacts(
  drive: Drive,
  waiting: Waiting,
  {
    act,
    mended = [],
    whyNot = async () => [],
  }: {
    readonly act: 'approve' | 'answer';
    readonly mended?: readonly FileChange[];
    readonly whyNot?: (tree: TreeId) => Promise<readonly string[]>;
  },
): Promise<Taken> {
  const { phase, row, record } = waiting;
  const { world } = drive;
  const captured = await captureWork(world, drive.checkout.tree, drive.session);
  const { reasons: broken, artifacts } = await whyNotTaken(drive, waiting, captured);
  const reasons = broken.length > 0 ? broken : await whyNot(captured.tree);
  if (reasons.length > 0) throw notPossible(drive, act, { because: 'gate', of: 'artifacts', reasons });
  const { tree, normalised, notCaptured } = captured;
  const isAsHeld = tree === (await restingTree(world.repository, drive.record));
  const changed = isAsHeld ? mended : joinChanges([mended, await mendedIn(drive, tree)]);
  if (!isAsHeld) tellNotCaptured(world, notCaptured);
  if (changed.length > 0)
    tell(world, {
      notice: 'approved-with-changes',
      files: changed.map(({ path }) => path),
      checks: phase.checks.length > 0,
    });
  const now = {
    phase,
    row: { ...row, artifacts: { present: artifacts.length, promised: phase.artifacts.length } },
    record: {
      ...record,
      artifacts,
      ...(isAsHeld ? {} : { notCaptured, normalised }),
      ...(changed.length === 0 ? {} : { edited: joinChanges([record.edited ?? [], changed]) }),
    },
  };
  return { waiting: now, tree, normalised: isAsHeld ? [] : normalised };
}

/** What keeps work from being published on a word alone, and its artifacts. */
export async function whyNotTaken(
  drive: Drive,
  { phase, row }: Pick<Waiting, 'phase' | 'row'>,
  captured: Captured,
): Promise<{
  readonly reasons: readonly string[];
  readonly artifacts: Waiting['record']['artifacts'];
}> {
  const { judged, artifacts } = await judgeArtifacts(drive, phase, row, captured);
  const broken = judged.flatMap((item) => item.reasons);
  const secrets = captured.secrets.map((hit) => `${hit.path}: a secret in line ${hit.line} (${hit.what})`);
  return { reasons: [...broken, ...secrets], artifacts };
}
