import { CairnError } from '../../base/cairnError.ts';
import type { Tip } from '../drive.ts';
import type { World } from '../world.ts';
import { isTrusted } from './trustedHere.ts';
import { trustView } from './trustView.ts';

/**
 * The world of whoever drives a session: what starts a program in it looks first whether all that the session runs is
 * trusted here, at that very moment and by the tip it stands at. However a use case came to start an agent, a setup command or a check,
 * and whatever it forgot to ask before, this is the way that it goes.
 *
 * `cairn effect` has its commands from whoever types it, and its own world.
 */
export function onlyTrusted(world: World, { record, history }: Tip): World {
  const { processes, agents } = world;
  const mustBeTrusted = async (): Promise<void> => {
    if (await isTrusted(world, record, record.workflow, async () => history)) return;
    throw new CairnError('data/untrusted-commands', await trustView(world, record, null, []));
  };
  return {
    ...world,
    processes: {
      ...processes,
      async run(task) {
        await mustBeTrusted();
        return processes.run(task);
      },
    },
    agents: {
      ...agents,
      async resolve(choice) {
        await mustBeTrusted();
        return agents.resolve(choice);
      },
    },
  };
}
