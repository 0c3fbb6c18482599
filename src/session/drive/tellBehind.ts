import { remoteTips } from '../record/remoteTips.ts';
import { tell } from '../tell.ts';
import type { AtTip } from '../drive.ts';

/** Somebody has gone on elsewhere: a word said here is said beside what they did, and whoever says it should know. */
export async function tellBehind({ world, record, session }: AtTip, act: string): Promise<void> {
  const behind = (await remoteTips(world, record)).find((tip) => tip.relation === 'behind');
  if (behind === undefined) return;
  tell(world, { notice: 'went-on-elsewhere', remote: behind.name, act, session });
}
