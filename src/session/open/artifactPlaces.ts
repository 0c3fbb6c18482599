import { CairnError, type Problem } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { artifactPath, sessionFolder } from '../../model/names/places.ts';
import type { LoadedWorkflow } from '../record/loadWorkflow.ts';
import type { Objects, Places } from '../ports.ts';

/**
 * Refuses artifacts outside the session folder that could never be in a checkpoint because git ignores them, or a link or file
 * is where their folder should be. Reports each with its line.
 *
 * @throws `workflow/artifact-ignored`, `workflow/invalid`
 */
export async function refuseLostArtifacts(
  world: { readonly repository: Objects & Places },
  session: SessionId,
  base: CommitId,
  loaded: LoadedWorkflow,
): Promise<void> {
  const { repository } = world;
  const written = outsideSession(session, loaded);
  if (written.size === 0) return;
  const beyond: Problem[] = [];
  for (const [path, text] of written) {
    const why = await whyBeyond(world, base, path);
    if (why !== null) beyond.push(problemAt(loaded, text, why));
  }
  if (beyond.length > 0) throw new CairnError('workflow/invalid', { file: loaded.file, problems: beyond });
  const paths = await repository.ignored(repository.root, [...written.keys()]);
  if (paths.length === 0) return;
  const problems = paths.map((path) => {
    const text = written.get(path) ?? path;
    return problemAt(
      loaded,
      text,
      `git ignores the artifact ${text}, so it could never be part of a checkpoint`,
    );
  });
  throw new CairnError('workflow/artifact-ignored', { file: loaded.file, problems, paths });
}

/** Path from the root → path as the workflow writes it. */
function outsideSession(session: SessionId, { workflow }: LoadedWorkflow): ReadonlyMap<RepoPath, string> {
  const paths = new Map<RepoPath, string>();
  for (const [index, phase] of workflow.phases.entries()) {
    for (const rule of phase.artifacts) {
      const path = artifactPath(session, index + 1, phase.id, rule.path);
      if (!path.startsWith(`${sessionFolder(session)}/`)) paths.set(path, rule.path);
    }
  }
  return paths;
}

async function whyBeyond(
  { repository }: { readonly repository: Objects & Places },
  base: CommitId,
  path: RepoPath,
): Promise<string | null> {
  const names = path.split('/');
  for (let count = 1; count < names.length; count += 1) {
    const folder = names.slice(0, count).join('/') as RepoPath;
    const entry = await repository.entry(base, folder);
    if (entry === null) continue;
    if (entry.mode === '120000')
      return `${folder} is a link, so the artifact ${path} would be outside of this repository's files`;
    if (entry.mode === '160000') return `${folder} is a submodule, whose files no checkpoint holds`;
    return `${folder} is a file, so the artifact ${path} cannot be below it`;
  }
  return null;
}

function problemAt({ file, text }: LoadedWorkflow, written: string, message: string): Problem {
  const lines = text.split('\n');
  const line = lines.findIndex((candidate) => candidate.includes(written));
  return {
    file,
    line: Math.max(line, 0) + 1,
    column: Math.max(lines[line]?.indexOf(written) ?? 0, 0) + 1,
    message,
  };
}
