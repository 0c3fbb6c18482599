import { CairnError } from '../../base/cairnError.ts';
import type { Tip } from '../drive.ts';
import type { World } from '../world.ts';
import { isTrusted } from './trustedHere.ts';
import { trustView } from './trustView.ts';

/**
 * The world of a session's owner. Before it starts any program or copies a person's file, it checks that everything the session
 * runs is trusted here, at that moment and for the current tip. Every agent, copy, setup command and check goes through here,
 * whatever a use case forgot to ask.
 *
 * `cairn effect` gets its commands from whoever types it, and has its own world.
 */
export function onlyTrusted(world: World, { record, history }: Tip): World {
  const { processes, agents, files } = world;
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
    files: {
      ...files,
      async copy(from, to, path) {
        await mustBeTrusted();
        return files.copy(from, to, path);
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
