import type { PromptInput } from '../model/prompt/promptInput.ts';
import type { JournalReading } from '../model/openAttempt.ts';
import { isRecordFile } from '../model/places.ts';
import { captureWork } from './captureWork.ts';
import type { Drive } from './drive.ts';
import { agentCommits } from './head.ts';
import { setAside } from './setAside.ts';
import { counted, tell } from './tell.ts';

type Leftovers = PromptInput['meanwhile']['leftovers'];

/** Deals with what an attempt that was cut off left in the working tree: set aside, or kept for the next one. */
export async function dealWithLeftovers(
  drive: Drive,
  open: NonNullable<JournalReading['open']>,
  how: 'rescue' | 'keep',
): Promise<Leftovers> {
  const { world, record } = drive;
  await drive.state.journal(
    { type: 'attempt-cut-off', at: world.clock.now(), phase: open.phase, attempt: open.attempt },
    { flush: true },
  );
  const captured = await captureWork(world, drive.tree, drive.session);
  const changes = (await world.repository.changes(record.tree, captured.tree)).filter(
    (change) => !isRecordFile(drive.session, change.path),
  );
  const files = changes.map((change) => change.path);
  if (how === 'keep') {
    if (files.length > 0)
      tell(
        world,
        `Attempt ${open.attempt} of ${open.phase} was cut off; the ${counted(files.length, 'file')} it left are kept.`,
      );
    await drive.tree.load(record.commit);
    return files.length === 0 ? null : { kind: 'kept', files };
  }
  const also = await agentCommits(drive);
  if (files.length === 0 && also === null) return null;
  const ref = await setAside(world, {
    session: drive.session,
    parent: record.commit,
    tree: captured.tree,
    why: `Attempt ${open.attempt} of ${open.phase} was cut off.`,
    reason: `attempt@${open.phase}-${open.attempt}`,
    ...(also === null ? {} : { also }),
  });
  await drive.tree.write(captured.tree, record.tree);
  if (drive.isolation === 'worktree') await drive.tree.settle(record.commit);
  tell(
    world,
    `Attempt ${open.attempt} of ${open.phase} was cut off; what it left (${counted(files.length, 'file')}) is set aside in ${ref}.`,
  );
  return { kind: 'rescued', files, ref };
}
