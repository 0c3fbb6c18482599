import { remoteTips } from '../record/remoteTips.ts';
import { tell } from '../tell.ts';
import type { Drive } from '../drive.ts';

/** Acts that add to the line of the session. */
const GO_ON: ReadonlySet<string> = new Set(['approve', 'reject', 'answer', 'restore', 'cancel']);

/** Somebody has gone on elsewhere: a word said here is said beside what they did, and whoever says it should know. */
export async function tellBehind({ world, record, session }: Drive, act: string): Promise<void> {
  if (!GO_ON.has(act)) return;
  const behind = (await remoteTips(world, record)).find((tip) => tip.relation === 'behind');
  if (behind === undefined) return;
  tell(world, { notice: 'went-on-elsewhere', remote: behind.name, act, session });
}
