import { basename, join } from 'node:path';
import { agentNames } from '../../model/agent/agentNames.ts';
import { WORKFLOWS_FOLDER } from '../../model/names/places.ts';
import { SHIPPED } from '../../model/workflow/shipped/shipped.ts';
import type { Running } from '../api/run.ts';
import type { Files } from '../ports.ts';
import { matchesWithin } from '../record/matchesWithin.ts';
import { isOwn } from '../record/ownWorkflow.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';

/**
 * The workflow files of the working tree, including invalid ones (`problem` says what is wrong, with line and column), and those
 * that come with Cairn, but for names that are taken.
 */
export async function listWorkflows(
  world: Pick<World, 'files' | 'repository' | 'withinTime' | 'clock'>,
): ReturnType<Running['workflows']> {
  const { files, repository } = world;
  const found: Awaited<ReturnType<Running['workflows']>>[number][] = [];
  for (const path of await files.list(repository.root, WORKFLOWS_FOLDER)) {
    if (!/\.ya?ml$/.test(path)) continue;
    const bytes = await files.read(repository.root, path);
    if (bytes === null) continue;
    const name = basename(path).replace(/\.ya?ml$/, '');
    const { parseWorkflow } = await import('../../model/workflow/parseWorkflow.ts');
    const parsed = parseWorkflow(path, decode(bytes), matchesWithin(world));
    const first = parsed.ok ? undefined : parsed.error[0];
    found.push({
      name,
      file: join(repository.root, path),
      title: parsed.ok ? parsed.value.title : null,
      description: parsed.ok ? parsed.value.description : null,
      isolation: parsed.ok ? parsed.value.isolation : null,
      agents: parsed.ok ? agentNames(parsed.value) : [],
      inputs: parsed.ok ? parsed.value.inputs : [],
      problem: first === undefined ? null : `${first.file}:${first.line}:${first.column} ${first.message}`,
    });
  }
  return [...found, ...(await shippedBeside(files, repository.root))];
}

async function shippedBeside(files: Files, root: string): ReturnType<Running['workflows']> {
  const all = Object.values(SHIPPED);
  const taken = await Promise.all(all.map(({ name }) => isOwn(files, root, name)));
  return all
    .filter((_, at) => taken[at] !== true)
    .map(({ name, title, description }) => ({ ...AS_SHIPPED, name, title, description }));
}

/** Held to their texts by a test: to list them none has to be read. */
const AS_SHIPPED = {
  file: null,
  isolation: 'worktree',
  agents: ['auto'],
  inputs: [],
  problem: null,
} as const;
