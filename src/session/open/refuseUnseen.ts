import { CairnError } from '../../base/cairnError.ts';
import { commandsOf, runsNothing } from '../../model/agent/sessionCommands.ts';
import { shownCommands } from '../../model/agent/shownCommands.ts';
import type { StartOptions } from '../api/run.ts';
import type { ChosenWorkflow } from '../record/chooseWorkflow.ts';
import { hashOf } from '../trust/trustedHere.ts';
import type { World } from '../world.ts';

/**
 * Refuses to run what a repository has chosen by itself and this clone has never run: whoever names no workflow has not said yes
 * to the one that lies here.
 *
 * @throws `data/unseen-commands`
 */
export async function refuseUnseen(
  world: Pick<World, 'state' | 'sha256'>,
  { because, isShipped, workflow, file }: ChosenWorkflow,
  { trust = false, shown = null }: StartOptions,
): Promise<void> {
  if (because === 'named' || isShipped) return;
  const commands = commandsOf(workflow);
  if (runsNothing(commands)) return;
  const hash = hashOf(world, workflow);
  if (trust && (shown === null || shown === hash)) return;
  if (await wasTrusted(world, hash)) return;
  throw new CairnError('data/unseen-commands', {
    because: because === 'config' ? 'config' : 'own',
    hash,
    commands: shownCommands(commands),
    file,
  });
}

/** Whether a session of this clone has run the same, with a person's yes. */
async function wasTrusted({ state }: Pick<World, 'state'>, hash: string): Promise<boolean> {
  for (const session of await state.trusting())
    if ((await state.of(session).trust.all())?.some((known) => known.hash === hash) === true) return true;
  return false;
}
