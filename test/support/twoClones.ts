import { join } from 'node:path';
import { readFile, rm } from '../../src/host/disk.ts';
import { CairnError } from '../../src/base/cairnError.ts';
import { openGitRepo, temporaryFolder, type GitRepo } from './gitRepo.ts';
import { DEMO, stage, takeSeat, type Flow, type Seat, type Stage } from './session.ts';

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
export async function twoClones(flow: (marks: string) => Flow = flowOf, until = 'one'): Promise<TwoClones> {
  const marks = join(await temporaryFolder(), 'marks');
  const ran = async (): Promise<readonly string[]> => {
    const text = await readFile(marks, 'utf8').catch(() => '');
    await rm(marks, { force: true });
    return text.split('\n').filter((line) => line !== '');
  };
  const s = await stage(flow(marks));
  await s.start({ until });
  await ran();
  const folder = join(s.repo.root, '..');
  await s.repo.git('clone', '-q', '--bare', '.', join(folder, 'remote.git'));
  await s.repo.git('remote', 'add', 'origin', join(folder, 'remote.git'));
  return { s, other: await cloneOf(s, 'clone'), ran, marks };
}

export async function cloneOf(s: Stage, name: string): Promise<Seat> {
  const folder = join(s.repo.root, '..');
  await s.repo.git('push', '-q', '--force', 'origin', 'cairn/demo');
  await s.repo.git('clone', '-q', `file://${join(folder, 'remote.git')}`, join(folder, name));
  const repo = openGitRepo(join(folder, name));
  await repo.git('config', 'user.name', 'Bo');
  await repo.git('config', 'user.email', 'bo@example.invalid');
  return takeSeat(repo, {});
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
