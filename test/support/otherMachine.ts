import { join } from 'node:path';
import { openGitRepo } from './gitRepo.ts';
import { DEMO, takeSeat, type Seat, type Stage } from './session.ts';

/**
 * A bare remote of the stage's repository, with its session branch pushed, and a clone of it: another machine. Whoever sits
 * there has trusted the commands of the session as they are then.
 */
export async function elsewhere(s: Stage, options: readonly string[] = []): Promise<Seat> {
  const folder = join(s.repo.root, '..');
  await s.repo.git('clone', '-q', '--bare', '.', join(folder, 'remote.git'));
  if (!(await s.repo.git('remote')).includes('origin'))
    await s.repo.git('remote', 'add', 'origin', join(folder, 'remote.git'));
  await s.repo.git('push', '-q', 'origin', 'cairn/demo');
  await s.repo.git('clone', '-q', ...options, `file://${join(folder, 'remote.git')}`, join(folder, 'clone'));
  return machineAt(s, join(folder, 'clone'));
}

export async function machineAt(s: Stage, root: string): Promise<Seat> {
  const repo = openGitRepo(root);
  for (const [key, value] of [
    ['user.name', 'Bo'],
    ['user.email', 'bo@example.invalid'],
    ['gc.auto', '0'],
  ] as const)
    await repo.git('config', key, value);
  const seat = await takeSeat(repo, { agents: s.agent.settings });
  await seat.api.trust(DEMO, (await seat.api.commands(DEMO)).hash);
  return seat;
}
