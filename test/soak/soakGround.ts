import { join } from 'node:path';
import { bundle } from '../../scripts/bundle.ts';
import { makeFolder, makeMachine, remove, type Machine } from '../recovery/crashTestbed.ts';
import type { Orders } from './inTurns.ts';
import { measureSessions } from './measureSessions.ts';
import { SOAK_FLOW, SOAK_PART } from './soakFlow.ts';

/** What a soak of whole sessions begins from, in a folder that goes with it. */
export interface SoakGround {
  readonly folder: string;
  /** Where the programs are. */
  readonly dist: string;
  /** A machine that each session gets a copy of. */
  readonly fresh: Machine;
  readonly undisturbed: Awaited<ReturnType<typeof measureSessions>>;
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
    const fresh = await makeMachine(join(folder, 'fresh'), SOAK_FLOW);
    await fresh.agent.part('default', SOAK_PART);
    return await soak({ folder, dist, fresh, undisturbed: await measureSessions(fresh, folder, dist) });
  } finally {
    if (keep !== true) await remove(folder);
  }
}
