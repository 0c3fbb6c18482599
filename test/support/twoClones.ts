import { join, relative } from 'node:path';
import { CairnError } from '../../src/base/cairnError.ts';
import { temporaryFolder, type GitRepo } from './gitRepo.ts';
import { outside, stage } from './memoryStage.ts';
import { DEMO, stage as onGit, type Flow, type Seat, type Stage } from './session.ts';

/** Says who ran, into a file outside of the repository: whatever is in it ran. */
export const mark = (file: string, who: string): string => `echo ${who} >> ${file}`;

export const agentOf = (file: string, env: Readonly<Record<string, string>> = {}): object => ({
  kind: 'command',
  command: ['sh', '-c', `${mark(file, 'agent')}; echo "$CAIRN_PHASE" > "$CAIRN_PHASE_DIR/result.md"`],
  env,
});

export const flowOf = (file: string, more: object = {}): Flow => ({
  agent: agentOf(file),
  worktree: { setup: [mark(file, 'setup')] },
  phases: [
    { id: 'one', artifacts: ['result.md'] },
    { id: 'two', artifacts: ['result.md'], checks: [{ run: mark(file, 'check') }], ...more },
    { id: 'three', artifacts: ['result.md'] },
  ],
});

interface TwoClones {
  readonly s: Stage;
  /** Where nobody has trusted anything yet. */
  readonly other: Seat;
  /** What ran since this was asked last. */
  readonly ran: () => Promise<readonly string[]>;
  readonly marks: string;
}

/** A session that ran its first phase here, was pushed, and fetched by another clone. */
export const twoClones = async (flow: (marks: string) => Flow = flowOf, until = 'one'): Promise<TwoClones> =>
  cloned(stage, await outside(), flow, until);

/** The same with git, files and processes. */
export const twoClonesOnGit = async (): Promise<TwoClones> =>
  cloned(onGit, await temporaryFolder(), flowOf, 'one');

async function cloned(
  make: typeof stage,
  folder: string,
  flow: (marks: string) => Flow,
  until: string,
): Promise<TwoClones> {
  const marks = join(folder, 'marks');
  const s = await make(flow(marks));
  const path = relative(s.repo.root, marks);
  const ran = async (): Promise<readonly string[]> => {
    const text = await s.repo.read(path).catch(() => '');
    await s.repo.remove(path);
    return text.split('\n').filter((line) => line !== '');
  };
  await s.start({ until });
  await ran();
  const remote = remoteOf(s);
  await s.repo.git('clone', '-q', '--bare', '.', remote);
  await s.repo.git('remote', 'add', 'origin', remote);
  return { s, other: await cloneOf(s, 'clone'), ran, marks };
}

export const remoteOf = ({ repo }: Pick<Stage, 'repo'>): string => join(repo.root, '../remote.git');

export async function cloneOf(s: Stage, name: string): Promise<Seat> {
  const folder = join(s.repo.root, '..', name);
  await push(s.repo);
  await s.repo.git('clone', '-q', `file://${remoteOf(s)}`, folder);
  return s.seat({ folder });
}

export const push = (repo: GitRepo): Promise<string> =>
  repo.git('push', '-q', '--force', 'origin', 'cairn/demo');
export const pull = (repo: GitRepo): Promise<string> =>
  repo.git('fetch', '-q', 'origin', '+cairn/demo:cairn/demo');

export async function refused(act: Promise<unknown>): Promise<CairnError<'data/untrusted-commands'>> {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!CairnError.is(error, 'data/untrusted-commands')) throw new Error(`not refused: ${String(error)}`);
  return error;
}

/** Somebody elsewhere puts another workflow on the tip, as a checkpoint of the session. */
export async function changeElsewhere(by: Seat, change: (text: string) => string): Promise<void> {
  await by.resume({ until: 'one', trust: true });
  const tree = await by.worktree();
  const file = `.cairn/sessions/${DEMO}/workflow.yaml`;
  await tree.write(file, change(await tree.read(file)));
  await by.resume({ until: 'one', trust: true });
  await push(by.repo);
}
