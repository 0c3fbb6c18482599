import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import { WORKFLOWS_FOLDER, workflowFilePath } from '../../model/names/places.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Files } from '../ports.ts';
import type { World } from '../world.ts';
import { matchesWithin } from './matchesWithin.ts';
import { decode } from './text.ts';

/** A workflow file as read; `file` is the name to show people. */
export interface LoadedWorkflow {
  readonly workflow: Workflow;
  readonly text: string;
  readonly file: string;
}

/**
 * Reads a workflow by its name below `.cairn/workflows/` of a working tree, or by path.
 *
 * @throws `workflow/not-found`, `workflow/invalid` with file, line and column
 */
export async function loadWorkflow(
  world: Pick<World, 'files' | 'repository' | 'withinTime' | 'clock'>,
  named: string,
): Promise<LoadedWorkflow> {
  const { files, repository } = world;
  const { root } = repository;
  const places = isPath(named)
    ? [absolute(root, named)]
    : [join(root, workflowFilePath(named)), join(root, workflowFilePath(named).replace(/yaml$/, 'yml'))];
  for (const place of places) {
    const bytes = await files.read(dirname(place), basename(place) as RepoPath);
    if (bytes === null) continue;
    const text = decode(bytes);
    const file = place.startsWith(`${root}/`) ? place.slice(root.length + 1) : place;
    const parsed = parseWorkflow(file, text, matchesWithin(world));
    if (!parsed.ok) throw new CairnError('workflow/invalid', { file, problems: parsed.error });
    return { workflow: parsed.value, text, file };
  }
  throw new CairnError('workflow/not-found', {
    workflow: named,
    searched: places,
    known: await namesOf(files, root),
  });
}

async function namesOf(files: Files, root: string): Promise<readonly string[]> {
  const found = (await files.list(root, WORKFLOWS_FOLDER)).filter((path) => /\.ya?ml$/.test(path));
  return found.map((path) => basename(path).replace(/\.ya?ml$/, '')).sort();
}

/** The file below `.cairn/workflows/` that a workflow was read from; null if it came from elsewhere. */
export const followedFile = ({ file }: LoadedWorkflow): string | null =>
  file.startsWith(`${WORKFLOWS_FOLDER}/`) ? file : null;

const isPath = (named: string): boolean => /[\\/]|\.ya?ml$/.test(named);

const absolute = (root: string, named: string): string => (isAbsolute(named) ? named : resolve(root, named));
