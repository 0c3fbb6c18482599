import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { CairnError, type Problem } from '../base/cairnError.ts';
import type { RepoPath, SessionId } from '../model/ids.ts';
import { parseWorkflow } from '../model/parseWorkflow.ts';
import { artifactPath, sessionFolder, workflowFilePath } from '../model/places.ts';
import { checkRepoPath } from '../model/repoPath.ts';
import type { Workflow } from '../model/workflow.ts';
import type { Files, Repository } from './ports.ts';
import { decode } from './text.ts';

/** A workflow file as read: `file` is the name to tell people. */
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
export async function loadWorkflow(files: Files, root: string, named: string): Promise<LoadedWorkflow> {
  const places = isPath(named)
    ? [absolute(root, named)]
    : [join(root, workflowFilePath(named)), join(root, workflowFilePath(named).replace(/yaml$/, 'yml'))];
  for (const place of places) {
    const bytes = await files.read(dirname(place), basename(place) as RepoPath);
    if (bytes === null) continue;
    const text = decode(bytes);
    const file = place.startsWith(`${root}/`) ? place.slice(root.length + 1) : place;
    const parsed = parseWorkflow(file, text);
    if (!parsed.ok) throw new CairnError('workflow/invalid', { file, problems: parsed.error });
    return { workflow: parsed.value, text, file };
  }
  throw new CairnError('workflow/not-found', { workflow: named, searched: places });
}

/** An artifact outside the session folder that git ignores could never be published: told at the start. */
export async function refuseIgnoredArtifacts(
  repository: Repository,
  root: string,
  session: SessionId,
  loaded: LoadedWorkflow,
): Promise<void> {
  const paths = new Map<RepoPath, string>();
  for (const [index, phase] of loaded.workflow.phases.entries()) {
    for (const rule of phase.artifacts) {
      const path = artifactPath(session, index + 1, phase.id, rule.path);
      if (!path.startsWith(`${sessionFolder(session)}/`) && checkRepoPath(path).ok)
        paths.set(path, rule.path);
    }
  }
  if (paths.size === 0) return;
  const ignored = await repository.ignored(root, [...paths.keys()]);
  if (ignored.length === 0) return;
  const problems = ignored.map((path) => problemAt(loaded, paths.get(path) ?? path));
  throw new CairnError('workflow/artifact-ignored', { file: loaded.file, problems, paths: ignored });
}

function problemAt(loaded: LoadedWorkflow, written: string): Problem {
  const lines = loaded.text.split('\n');
  const line = lines.findIndex((text) => text.includes(written));
  return {
    file: loaded.file,
    line: Math.max(line, 0) + 1,
    column: Math.max(lines[line]?.indexOf(written) ?? 0, 0) + 1,
    message: `git ignores the artifact ${written}, so it could never be part of a checkpoint`,
  };
}

const isPath = (named: string): boolean => /[\\/]|\.ya?ml$/.test(named);

const absolute = (root: string, named: string): string => (isAbsolute(named) ? named : resolve(root, named));
