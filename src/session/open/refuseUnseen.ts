import { CairnError } from '../../base/cairnError.ts';
import type { UnseenCommands } from '../../base/untrustedCommands.ts';
import { commandsOf, runsNothing } from '../../model/agent/sessionCommands.ts';
import { shownCommands } from '../../model/agent/shownCommands.ts';
import type { CommitId } from '../../model/names/ids.ts';
import { workflowFilePath } from '../../model/names/places.ts';
import { SHIPPED } from '../../model/workflow/shipped/shipped.ts';
import type { StartOptions } from '../api/run.ts';
import type { LoadedWorkflow } from '../record/loadWorkflow.ts';
import { hashOf } from '../trust/trustedHere.ts';
import type { World } from '../world.ts';
import type { ChosenHere } from './chooseHere.ts';
import { shippedHere } from './shippedHere.ts';

/**
 * Refuses to run what a repository has chosen by itself and this clone has never run: whoever names no workflow, or one
 * that comes with Cairn, has not said yes to the one that lies here, and whoever begins elsewhere has not seen what the files there tell to run.
 *
 * @param head what is checked out
 * @throws `data/unseen-commands`
 */
export async function refuseUnseen(
  world: World,
  chosen: ChosenHere,
  options: StartOptions,
  head: CommitId,
): Promise<void> {
  const { workflow, file } = chosen.loaded;
  const { trust = false, shown = null } = options;
  const commands = commandsOf(workflow);
  if (runsNothing(commands)) return;
  const hash = hashOf(world, workflow);
  if (trust && (shown === null || shown === hash)) return;
  const why = await whyUnseen(world, chosen, options, head, hash);
  if (why === null) return;
  throw new CairnError('data/unseen-commands', { ...why, hash, commands: shownCommands(commands), file });
}

async function whyUnseen(
  world: World,
  chosen: ChosenHere,
  options: StartOptions,
  head: CommitId,
  hash: string,
): Promise<Pick<UnseenCommands, 'because' | 'base'> | null> {
  const { because, isShipped } = chosen.loaded;
  // Whoever says "fix" may mean the one that comes with Cairn: who wrote the file in its place is not known.
  const isTheirs = !isShipped && (because !== 'named' || isNameOfShipped(options.workflow));
  if (isTheirs && !(await wasTrusted(world, hash)) && !(await isAsWritten(world, chosen.loaded)))
    return { because: because === 'config' ? 'config' : 'own' };
  const { base } = options;
  // The same words may do something else there: what was run here before says nothing of it.
  const runs = base !== null && (isShipped ? isFound(chosen, options) : isTheirs);
  return runs && !(await isHere(world, chosen.base, head)) ? { because: 'base', base } : null;
}

/** A path names the file itself. */
const isNameOfShipped = (named: string | null): boolean =>
  Object.values(SHIPPED).some(({ name }) => name === named);

/** Whether a file is what Cairn would write there now: it is run without a file, too. */
async function isAsWritten(world: World, { file, text }: LoadedWorkflow): Promise<boolean> {
  const shipped = Object.values(SHIPPED).find(({ name }) => file === workflowFilePath(name));
  return shipped !== undefined && (await shippedHere(world, shipped.name)).text === text;
}

/** Whether anything that would be run was found, instead of said. */
const isFound = ({ project }: ChosenHere, { commands: { setup, checks } = {} }: StartOptions): boolean =>
  project !== null &&
  ((setup === undefined && project.setup.length > 0) || (checks === undefined && project.checks.length > 0));

const isHere = async (
  { repository }: Pick<World, 'repository'>,
  base: CommitId,
  head: CommitId,
): Promise<boolean> => base === head || repository.isAncestor(base, head);

/** Whether a session of this clone has run the same, with a person's yes. */
async function wasTrusted({ state }: Pick<World, 'state'>, hash: string): Promise<boolean> {
  for (const session of await state.trusting())
    if ((await state.of(session).trust.all())?.some((known) => known.hash === hash) === true) return true;
  return false;
}
