import { RESTORING } from '../../model/plan/planOverwrite.ts';
import type { TreeId } from '../../model/names/ids.ts';
import { packetPath, statusPath } from '../../model/names/places.ts';
import { tipOf, type Drive } from '../drive.ts';
import type { SessionAbout } from '../ports.ts';
import { lacksWork, refuseWithoutWork, restingTree, withEngineFiles } from '../record/heldWork.ts';
import { isOnLine } from '../record/onLine.ts';
import { decode } from '../record/text.ts';
import { captureWork, type Captured } from '../workingTree/captureWork.ts';
import { renderBrought } from './renderFiles.ts';
import { layPacket, packetUnderReview } from './layPacket.ts';
import { treeToWrite } from '../workingTree/overwrite.ts';
import { overwriteWhole } from '../workingTree/overwriteWhole.ts';
import { planOverwriting, type Overwriting } from '../workingTree/planOverwriting.ts';
import { setAsideBefore } from '../workingTree/setAsideBefore.ts';

/**
 * Brings a working tree to what it should hold at the tip, where a checkpoint moved away from what lies there, or it was made
 * anew beside work that is held. Noted until it is done, so that a crash in between, or a clone that gets the held commit later,
 * passes for nobody's edit.
 *
 * @param captured what lies there, by a look that this act has taken; what is saved since is kept as it is written over
 * @param give bytes of files that git would not give back; not after a crash
 */
export async function layWork(
  drive: Drive,
  captured: Captured | null = null,
  give: Overwriting['give'] = new Map(),
): Promise<void> {
  const { world, record, state } = drive;
  const laying = (await state.about())?.laying ?? null;
  if (laying === null || (laying.to === undefined && (await lacksWork(world.repository, record)))) return;
  // A checkpoint that never came to be moved nothing.
  if (isOnLine(tipOf(drive), laying.tip)) {
    const to = laying.to ?? (await restingTree(world.repository, record));
    await lay(drive, { from: laying.from, to, give }, captured);
    await layReviewed(drive);
  }
  await state.note({ laying: null });
  world.reached('held/laid');
}

interface Laying {
  /** What lies there, as far as nobody has changed it. */
  readonly from: LayingFrom;
  readonly to: TreeId;
  readonly give: Overwriting['give'];
}

async function lay(drive: Drive, { from, to: resting, give }: Laying, known: Captured | null): Promise<void> {
  const { world, record, checkout, session } = drive;
  const status = statusPath(session);
  const changes = await world.repository.changes(from, resting);
  const laid = [...new Set([...changes.map(({ path }) => path), ...give.keys()])]
    // Others show there meanwhile how far they are.
    .filter((path) => known === null || path !== status);
  if (laid.length === 0) return;
  if (known === null) await checkout.tree.load(record.commit);
  const captured =
    known === null ? await captureWork(world, checkout.tree, session) : await withTipFiles(drive, known);
  const plan = await planOverwriting(treeToWrite(drive), captured, resting, RESTORING, { only: laid, give });
  const since = new Set((await world.repository.changes(from, plan.from, laid)).map(({ path }) => path));
  // What is neither what lay there nor laid already, somebody wrote meanwhile.
  if (plan.changes.some(({ path }) => since.has(path)))
    await setAsideBefore(drive, plan, {
      parent: record.commit,
      why: 'Uncommitted where work was laid.',
      reason: `elsewhere@${record.status.seq}`,
    });
  await overwriteWhole(drive, plan);
  await renderBrought(drive, changes);
  // What lies there now is no edit of what was rendered.
  if (plan.changes.some(({ path }) => path === status)) checkout.rendered = null;
  await checkout.tree.load(resting);
}

/** The packet that its phase waits with is of the tip, whatever the work stands on: people look at it where that lies. */
async function layReviewed(drive: Drive): Promise<void> {
  const { world, session, record } = drive;
  const path = drive.ahead === null ? null : packetUnderReview(record);
  const packet = path === null ? null : await world.repository.read(tipOf(drive).record.tree, path);
  const row = record.status.rows.find((one) => packetPath(session, one.number, one.phase) === path);
  if (row !== undefined && packet !== null) await layPacket(drive, row, decode(packet));
}

/** The engine's files are rendered, not laid: of those that were captured before, none differs from the tip's. */
const withTipFiles = async ({ world, record }: Drive, captured: Captured): Promise<Captured> => ({
  ...captured,
  tree: await withEngineFiles(world.repository, record, captured.tree),
});

type LayingFrom = NonNullable<SessionAbout['laying']>['from'];

/**
 * For acts that go on with the work that is held. Where it lies already, the commit is not needed: nobody has to fetch what they have.
 *
 * @throws `repo/held-missing`
 */
export async function refuseUnlaid({ world, record, state }: Drive): Promise<void> {
  if (((await state.about())?.laying ?? null) !== null) await refuseWithoutWork(world.repository, record);
}
