import { joinChanges } from '../../model/checkpoint/joinChanges.ts';
import { captureWork, type Captured } from '../workingTree/captureWork.ts';
import type { Drive } from '../drive.ts';
import { restingTree } from '../record/heldWork.ts';
import { changesBetween } from '../run/attempt/personsChanges.ts';
import { judgeArtifacts } from '../run/close/judgeArtifacts.ts';
import { tell, tellNotCaptured } from '../tell.ts';
import { notPossible, type Waiting } from './waitingPhase.ts';

/** What a yes publishes, and the phase as it lies there. */
interface Taken extends Pick<Captured, 'tree' | 'normalised'> {
  readonly waiting: Waiting;
}

/** Takes the work as it lies there by now. What a person changed of it since is theirs, and told; it must still meet the rules. */
export async function takeArtifacts(drive: Drive, waiting: Waiting): Promise<Taken> {
  const { phase, row, record } = waiting;
  const { world } = drive;
  const captured = await captureWork(world, drive.checkout.tree, drive.session);
  const { judged, artifacts } = await judgeArtifacts(drive, phase, row, captured);
  const broken = judged.flatMap((item) => item.reasons);
  const secrets = captured.secrets.map((hit) => `${hit.path}: a secret in line ${hit.line} (${hit.what})`);
  if (broken.length + secrets.length > 0)
    throw notPossible(drive, 'approve', {
      because: 'gate',
      of: 'artifacts',
      reasons: [...broken, ...secrets],
    });
  const { tree, normalised, notCaptured } = captured;
  const resting = await restingTree(world.repository, drive.record);
  if (tree === resting) return { waiting, tree, normalised: [] };
  tellNotCaptured(world, notCaptured);
  const changed = await changesBetween(drive, resting, tree);
  const files = changed.map(({ path }) => path);
  tell(world, { notice: 'approved-with-changes', files, checks: phase.checks.length > 0 });
  const now = {
    phase,
    row: { ...row, artifacts: { present: artifacts.length, promised: phase.artifacts.length } },
    record: {
      ...record,
      artifacts,
      notCaptured,
      normalised,
      edited: joinChanges([record.edited ?? [], changed]),
    },
  };
  return { waiting: now, tree, normalised };
}
