import type { RefName } from '../model/names/ids.ts';
import type { Crowded } from '../model/capture/crowdedFolders.ts';
import { TOO_LARGE } from '../model/capture/planCapture.ts';
import type { NotCaptured } from '../model/checkpoint/phaseRecord.ts';
import type { World } from './world.ts';

/** Says something to whoever watches, and to the log: facts that a person would be angry not to have been told. */
export function tell(world: Pick<World, 'onProgress' | 'log'>, text: string): void {
  world.log.info(text);
  world.onProgress({ type: 'told', text });
}

/** The same of what the session's record holds as well. */
export function tellKept(world: Pick<World, 'onProgress' | 'log'>, text: string): void {
  world.log.info(text);
  world.onProgress({ type: 'told', text, kept: true });
}

const LARGE = ' Large files can be tracked with Git LFS, or ignored by git (.gitignore).';

/** Says which files a checkpoint leaves out, and why. */
export function tellNotCaptured(
  world: Pick<World, 'onProgress' | 'log'>,
  notCaptured: readonly NotCaptured[],
): void {
  if (notCaptured.length === 0) return;
  const large = notCaptured.some(({ why }) => why.startsWith(TOO_LARGE));
  tellKept(
    world,
    `Not captured: ${listed(notCaptured.map(({ path, why }) => `${path} (${why})`))}.${large ? LARGE : ''}`,
  );
}

/** Says which folder brings so many new files that somebody may want it ignored, and how. */
export function tellCrowded(world: Pick<World, 'onProgress' | 'log'>, crowded: readonly Crowded[]): void {
  for (const { folder, files, ignore } of crowded)
    tell(
      world,
      `${files.toLocaleString('en')} new files below ${folder} come into the checkpoint. If they are not meant to, add the line ${ignore} to .gitignore.`,
    );
}

/** A rescue, by the command that shows it. */
export function rescueWords(ref: RefName): string {
  const [, session, n] = /^refs\/cairn\/([^/]+)\/rescue\/(\d+)$/.exec(ref) ?? [];
  return n === undefined ? ref : `rescue ${n} (see it: cairn rescue diff ${session} ${n})`;
}

/** `1 file`, `3 files`. */
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** A list for one line: the first few, then how many more. */
export function listed(names: readonly string[], most = 5): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}
