import type { Crowded } from '../model/capture/crowdedFolders.ts';
import { TOO_LARGE } from '../model/capture/planCapture.ts';
import type { NotCaptured } from '../model/checkpoint/phaseRecord.ts';
import type { Notice } from './notice.ts';
import type { World } from './world.ts';

type Told = Pick<World, 'onProgress' | 'log'>;

/** Tells whoever watches, and the log. */
export function tell(world: Told, notice: Notice): void {
  world.log.info('told', notice);
  world.onProgress({ type: 'told', notice });
}

/** The same for what the session's record also holds. */
export function tellKept(world: Told, notice: Notice): void {
  world.log.info('told', notice);
  world.onProgress({ type: 'told', notice, kept: true });
}

/** Tells which files a checkpoint leaves out, and why. */
export function tellNotCaptured(world: Told, files: readonly NotCaptured[]): void {
  if (files.length === 0) return;
  const large = files.some(({ why }) => why.startsWith(TOO_LARGE));
  tellKept(world, { notice: 'not-captured', files, large });
}

/** Tells which folder brings so many new files that somebody may want to ignore it, and how. */
export function tellCrowded(world: Told, crowded: readonly Crowded[]): void {
  for (const folder of crowded) tell(world, { notice: 'crowded-folder', ...folder });
}
