import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import { WORKFLOWS_FOLDER } from '../../model/names/places.ts';
import type { Commands } from '../../model/workflow/shipped/commands.ts';
import { SHIPPED, shippedCalled } from '../../model/workflow/shipped/shipped.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Files } from '../ports.ts';
import type { World } from '../world.ts';
import { matchesWithin } from './matchesWithin.ts';
import { isOwn, ownPaths } from './ownWorkflow.ts';
import { decode } from './text.ts';

/** A workflow as read; `file` is the name to show people, which of one that comes with Cairn is that of no file. */
export interface LoadedWorkflow {
  readonly workflow: Workflow;
  readonly text: string;
  readonly file: string;
}

export interface FoundWorkflow extends LoadedWorkflow {
  /** It comes with Cairn: its text was composed here. */
  readonly isShipped: boolean;
}

/**
 * Reads a workflow by its name below `.cairn/workflows/` of a working tree, or by path; or, where there is no such file, one that
 * comes with Cairn.
 *
 * @param commands what one of those is to run; asked for only if it is one
 * @throws `workflow/not-found`, `workflow/invalid` with file, line and column
 */
export async function loadWorkflow(
  world: Pick<World, 'files' | 'repository' | 'withinTime' | 'clock'>,
  named: string,
  commands: () => Promise<Commands>,
): Promise<FoundWorkflow> {
  const { files, repository } = world;
  const { root } = repository;
  const places = isPath(named) ? [absolute(root, named)] : ownPaths(named).map((path) => join(root, path));
  for (const place of places) {
    const bytes = await files.read(dirname(place), basename(place) as RepoPath);
    if (bytes === null) continue;
    const file = place.startsWith(`${root}/`) ? place.slice(root.length + 1) : place;
    return { ...parsed(world, file, decode(bytes)), isShipped: false };
  }
  const shipped = shippedCalled(named);
  if (shipped !== null && !(await isOwn(files, root, named))) {
    // Their texts are long, and whoever looks at a session reads its own.
    const { composeWorkflow } = await import('../../model/workflow/shipped/composeWorkflow.ts');
    const text = composeWorkflow(shipped.name, await commands());
    return { ...parsed(world, `<cairn>/workflows/${named}.yaml`, text), isShipped: true };
  }
  throw new CairnError('workflow/not-found', {
    workflow: named,
    searched: places,
    known: (await namesOf(files, root)).filter((name) => name !== named),
  });
}

function parsed(world: Pick<World, 'withinTime' | 'clock'>, file: string, text: string): LoadedWorkflow {
  const read = parseWorkflow(file, text, matchesWithin(world));
  if (!read.ok) throw new CairnError('workflow/invalid', { file, problems: read.error });
  return { workflow: read.value, text, file };
}

/** Those of the repository, then those that come with Cairn. */
async function namesOf(files: Files, root: string): Promise<readonly string[]> {
  const found = (await files.list(root, WORKFLOWS_FOLDER)).filter((path) => /\.ya?ml$/.test(path));
  const own = found.map((path) => basename(path).replace(/\.ya?ml$/, '')).sort();
  return [...own, ...Object.keys(SHIPPED).filter((name) => !own.includes(name))];
}

/** The file below `.cairn/workflows/` that a workflow was read from; null if it came from elsewhere. */
export const followedFile = ({ file }: LoadedWorkflow): string | null =>
  file.startsWith(`${WORKFLOWS_FOLDER}/`) ? file : null;

const isPath = (named: string): boolean => /[\\/]|\.ya?ml$/.test(named);

const absolute = (root: string, named: string): string => (isAbsolute(named) ? named : resolve(root, named));
