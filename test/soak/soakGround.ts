import { join } from 'node:path';
import { bundle } from '../../scripts/bundle.ts';
import { makeFolder, makeMachine, remove, type Machine } from '../recovery/crashTestbed.ts';
import type { Orders } from './inTurns.ts';
import type { Story } from './killSession.ts';
import { once } from './once.ts';
import { measureSession, type Measured } from './measureSession.ts';
import { SOAKS, type SoakName } from './soakFlow.ts';

/** What a soak of whole sessions begins from, in a folder that goes with it. */
export interface SoakGround {
  readonly folder: string;
  /** Where the programs are. */
  readonly dist: string;
  /** A machine that each session gets a copy of, made when it is asked for first. */
  fresh(of: SoakName): Promise<Machine>;
  /** What such a session comes to, measured when it is asked for first, one after the other. */
  undisturbed(story: Pick<Story, 'of' | 'isolation'>): Promise<Measured>;
}

/** Lays the ground, and takes it away when the soak is over; with `keep` what was lost stays there. */
export async function onSoakGround<T>(
  { keep }: Pick<Orders, 'keep'>,
  soak: (ground: SoakGround) => Promise<T>,
): Promise<T> {
  const folder = await makeFolder();
  try {
    const dist = join(folder, 'dist');
    await bundle(dist);
    const machines = once<Machine>();
    const fresh = (of: SoakName): Promise<Machine> =>
      machines(of, async () => {
        const machine = await makeMachine(join(folder, `fresh-${of}`), SOAKS[of].flow);
        await machine.agent.part('default', SOAKS[of].part);
        return machine;
      });
    const measured = once<Measured>();
    let before: Promise<unknown> = Promise.resolve();
    return await soak({
      folder,
      dist,
      fresh,
      undisturbed: (story) =>
        measured(`${story.of} ${story.isolation}`, async () => {
          const now = before.then(async () => measureSession(await fresh(story.of), folder, dist, story));
          before = now.catch(() => {});
          return now;
        }),
    });
  } finally {
    if (keep !== true) await remove(folder);
  }
}
