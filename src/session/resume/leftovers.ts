import type { OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { RefName } from '../../model/names/ids.ts';
import type { PromptInput } from '../../model/prompt/promptInput.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { Drive } from '../drive.ts';
import { asideWork } from '../workingTree/asideWork.ts';
import { rescuedFiles } from '../rescue/rescues.ts';
import { tell } from '../tell.ts';
import { restingTree } from '../record/heldWork.ts';
import { workChanges } from '../record/workChanges.ts';

type Leftovers = PromptInput['meanwhile']['leftovers'];

/** Sets aside what a cut-off attempt left in the working tree, or keeps it for the next attempt. */
export async function dealWithLeftovers(
  drive: Drive,
  open: OpenAttempt,
  how: 'rescue' | 'keep',
): Promise<Leftovers> {
  const { world } = drive;
  const dealt = how === 'rescue' ? await rescue(drive, open) : await keep(drive, open);
  // Journaled last: after a crash in between, the attempt is still open and this starts over.
  await drive.state.journal(
    { type: 'attempt-cut-off', at: world.clock.now(), phase: open.phase, attempt: open.attempt },
    { flush: true },
  );
  drive.world.reached('leftovers/journaled');
  return dealt;
}

async function keep(drive: Drive, { phase, attempt }: OpenAttempt): Promise<Leftovers> {
  const { world, record } = drive;
  const { tree } = await captureWork(world, drive.checkout.tree, drive.session);
  const resting = await restingTree(world.repository, record);
  await drive.checkout.tree.load(resting);
  const changes = await workChanges(world.repository, drive.session, resting, tree);
  const files = changes.map(({ path }) => path);
  if (files.length === 0) return null;
  tell(world, { notice: 'attempt-kept', phase, attempt, files: files.length });
  return { kind: 'kept', files };
}

async function rescue(drive: Drive, { phase, attempt }: OpenAttempt): Promise<Leftovers> {
  const { ref, paths } = await asideWork(drive, {
    why: `Attempt ${attempt} of ${phase} was cut off.`,
    reason: `attempt@${phase}-${attempt}`,
  });
  if (ref === null) return null;
  const files = await filesIn(drive, ref);
  tell(drive.world, { notice: 'attempt-rescued', phase, attempt, files, rescue: ref });
  return { kind: 'rescued', files: paths, ref };
}

/** As the list of rescues counts them: work that was held before the attempt is in it, too. */
async function filesIn({ world: { repository }, session }: Drive, ref: RefName): Promise<number> {
  const commit = await repository.tip(ref);
  if (commit === null) return 0;
  return (await rescuedFiles({ repository }, session, await repository.commitEntry(commit))).length;
}
