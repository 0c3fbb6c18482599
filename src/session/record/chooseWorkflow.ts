import { CairnError } from '../../base/cairnError.ts';
import type { Commands } from '../../model/workflow/shipped/commands.ts';
import { SHIPPED } from '../../model/workflow/shipped/shipped.ts';
import { parseConfig, type Config } from '../../model/workflow/config.ts';
import { CONFIG_FILE } from '../../model/names/places.ts';
import type { Files } from '../ports.ts';
import type { World } from '../world.ts';
import { loadWorkflow, type FoundWorkflow } from './loadWorkflow.ts';
import { decode } from './text.ts';

/** The workflow of a new session. */
export interface ChosenWorkflow extends FoundWorkflow {
  /** A person named it, `.cairn/config.yaml` does, or nobody. */
  readonly because: 'named' | 'config' | 'default';
}

/**
 * The workflow that a person named; or, where they named none, the one that `.cairn/config.yaml` of the working tree names, else
 * `feature`.
 *
 * @throws `workflow/config`, and what loading one throws
 */
export async function chooseWorkflow(
  world: Pick<World, 'files' | 'repository' | 'withinTime' | 'clock'>,
  named: string | null,
  commands: () => Promise<Commands>,
): Promise<ChosenWorkflow> {
  if (named !== null) return { ...(await loadWorkflow(world, named, commands)), because: 'named' };
  const config = await readConfig(world.files, world.repository.root);
  if (config?.workflow == null)
    return { ...(await loadWorkflow(world, SHIPPED.feature.name, commands)), because: 'default' };
  try {
    return { ...(await loadWorkflow(world, config.workflow, commands)), because: 'config' };
  } catch (error) {
    if (!CairnError.is(error, 'workflow/not-found')) throw error;
    const { known = [] } = error.details;
    throw unfit(
      `there is no workflow "${config.workflow}"; there are ${known.join(', ')}`,
      config.line,
      config.column,
    );
  }
}

/** Null where there is none. Something else than a file decides nothing, and is not passed over in silence. */
async function readConfig(files: Files, root: string): Promise<Config | null> {
  const there = await files.kind(root, CONFIG_FILE);
  if (there === null) return null;
  if (there.kind !== 'file') throw unfit(`it is a ${NO_FILE[there.kind]}, and must be a file`);
  if (there.bytes > MOST_BYTES) throw unfit(`it has ${there.bytes} bytes, at most ${MOST_BYTES} are read`);
  const bytes = await files.read(root, CONFIG_FILE);
  if (bytes === null) return null;
  const read = parseConfig(CONFIG_FILE, decode(bytes));
  if (read.ok) return read.value;
  throw new CairnError('workflow/config', { file: CONFIG_FILE, problems: read.error });
}

const MOST_BYTES = 64 * 1024;

const NO_FILE = { folder: 'folder', link: 'link', special: 'pipe, socket or device' } as const;

const unfit = (message: string, line = 1, column = 1): CairnError =>
  new CairnError('workflow/config', {
    file: CONFIG_FILE,
    problems: [{ file: CONFIG_FILE, line, column, message }],
  });
