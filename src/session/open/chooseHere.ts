import { CairnError } from '../../base/cairnError.ts';
import type { Given } from '../../base/refusal.ts';
import type { CommitId } from '../../model/names/ids.ts';
import type { Project } from '../../model/project/project.ts';
import { commandsOf, type SaidCommands } from '../../model/workflow/shipped/commands.ts';
import type { StartOptions } from '../api/run.ts';
import type { Refs, WorkingTree } from '../ports.ts';
import { chooseWorkflow, type ChosenWorkflow } from '../record/chooseWorkflow.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';
import { readProject } from './readProject.ts';

/** What a session is going to follow, and where it begins. */
export interface ChosenHere {
  readonly loaded: ChosenWorkflow;
  /** What was found out for it; null: it is a file, which says all of it. */
  readonly project: Project | null;
  readonly base: CommitId;
}

/** Chooses the workflow of a new session; what comes with Cairn runs what the project tells where it begins, or a person instead. */
export async function chooseHere(
  world: World,
  { workflow, base: revision, inPlace, withChanges, commands = {} }: Omit<StartOptions, 'request'>,
  head: CommitId,
): Promise<ChosenHere> {
  const baseHere = (): Promise<CommitId> =>
    revision === null ? Promise.resolve(head) : baseOf(world.repository, revision);
  // In a commit, or as it is on disk.
  const read = async (): Promise<Project> =>
    readProject(world, inPlace || withChanges ? null : await baseHere());
  const [given] = await refuseUnfitCommands(world, commands);
  let project: Project | null = null;
  const loaded = await chooseWorkflow(world, workflow, async () => {
    project = await read();
    return commandsOf(project, commands, { isParallel: !inPlace });
  });
  if (given !== undefined && !loaded.isShipped)
    throw wrong(given, `${loaded.file} says what is run; change it there`);
  return { loaded, project, base: await baseHere() };
}

/** @throws `git/no-commit` */
export async function headOf(tree: WorkingTree): Promise<CommitId> {
  const { commit } = await tree.head();
  if (commit === null) throw new CairnError('git/no-commit', { folder: tree.root });
  return commit;
}

async function baseOf(repository: Refs, revision: string): Promise<CommitId> {
  const base = await repository.resolve(revision);
  if (base === null) throw wrong({ given: 'base' }, `there is no commit named ${revision}`);
  return base;
}

/** Commands that a person said are kept as they said them; answers which were given. */
async function refuseUnfitCommands(
  { secrets }: World,
  { checks, setup }: SaidCommands,
): Promise<readonly Given[]> {
  const given: Given[] = [];
  for (const [what, said] of [
    [{ given: 'check' }, checks],
    [{ given: 'setup' }, setup],
  ] as const) {
    if (said !== undefined) given.push(what);
    for (const run of said ?? []) {
      if (run.trim() === '') throw wrong(what, 'the command is empty');
      await refuseSecrets(secrets, what, run);
    }
  }
  return given;
}

const wrong = (what: Given, why: string): CairnError => new CairnError('usage/invalid', { what, why });
