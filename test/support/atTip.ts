import { openGitRepo, type GitRepo } from './gitRepo.ts';
import { DEMO, type Seat } from './session.ts';

type Of = Pick<Seat, 'repo'>;

const branch = (session: string): string => `refs/heads/cairn/${session}`;

/** What a git process of the person's says of a file of the tip's tree. */
export const atTip = ({ repo }: Of, path: string, session: string = DEMO): Promise<string> =>
  repo.git('show', `${branch(session)}:${path}`);

export const filesAtTip = async ({ repo }: Of, session: string = DEMO): Promise<readonly string[]> =>
  (await repo.git('ls-tree', '-r', '-z', '--full-tree', branch(session)))
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice(line.indexOf('\t') + 1));

/** The record of a phase at the tip, by its folder. */
export async function recordOf(
  of: Of,
  folder = '01-one',
): Promise<{
  readonly notCaptured: readonly { readonly path: string; readonly why: string }[];
  readonly normalised: readonly string[];
}> {
  return JSON.parse(await atTip(of, `.cairn/sessions/${DEMO}/${folder}/phase.json`)) as never;
}

/** The linked worktree of a session by its place: the engine, which may refuse to answer, is not asked. */
export const linkedTree = ({ repo }: Of, session: string = DEMO): GitRepo =>
  openGitRepo(`${repo.root}.worktrees/${session}`);
