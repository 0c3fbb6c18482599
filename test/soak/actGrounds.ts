import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { copyMachine, makeMachine, withApi, type Machine } from '../recovery/crashTestbed.ts';
import { openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { DEMO, START, type Flow } from '../support/session.ts';

/**
 * In which state a session meets an act: its second phase waits for approval and its artifact was edited since; it is done
 * and files were edited since; it was restored after that, and files were edited again; it was deleted.
 */
export type Ground = 'waiting' | 'ended' | 'restored' | 'deleted';

const FLOW: Flow = { phases: [{ id: 'one' }, { id: 'two', approval: 'required' }, { id: 'three' }] };
const LINES = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
const never = new AbortController().signal;

/** So many files that writing them takes a while, and one that the person edits elsewhere in it. */
const PART = `
usual
mkdir -p many
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  seq 1 2000 | sed "s/^/$CAIRN_PHASE $n /" > "many/$n.txt"
done
sed -i.old "1s/.*/line of $CAIRN_PHASE/" shared.txt && rm shared.txt.old
`;

/** Makes each ground once, when it is asked for the first time, below a folder. */
export function actGrounds(folder: string): (ground: Ground, isolation: Isolation) => Promise<Machine> {
  const made = new Map<string, Promise<Machine>>();
  const once = (name: string, make: () => Promise<Machine>): Promise<Machine> => {
    const known = made.get(name) ?? make();
    made.set(name, known);
    return known;
  };
  const copyOf = async (from: Promise<Machine>, name: string): Promise<Machine> =>
    copyMachine(await from, join(folder, `ground-${name}`));

  const fresh = (): Promise<Machine> =>
    once('fresh', async () => {
      const machine = await makeMachine(join(folder, 'ground-fresh'), FLOW);
      await machine.repo.write('shared.txt', LINES.join('\n'));
      await machine.repo.git('add', 'shared.txt');
      await machine.repo.git('commit', '-q', '-m', 'shared', '--', 'shared.txt');
      await machine.agent.part('default', PART);
      return machine;
    });
  const of = (ground: Ground, isolation: Isolation): Promise<Machine> =>
    once(`${ground}-${isolation}`, async () => {
      const from = { waiting: fresh, ended: 'waiting', restored: 'ended', deleted: 'restored' } as const;
      const before = from[ground];
      const source = typeof before === 'string' ? of(before, isolation) : before();
      const machine = await copyOf(source, `${ground}-${isolation}`);
      await MAKE[ground](machine, isolation);
      return machine;
    });
  return of;
}

const MAKE: Readonly<Record<Ground, (machine: Machine, isolation: Isolation) => Promise<void>>> = {
  async waiting(machine, isolation) {
    await withApi(machine, (api) => api.start({ ...START, inPlace: isolation === 'in-place' }, never));
    await (await treeOf(machine)).write('.cairn/sessions/demo/02-two/result.md', 'better\n');
  },
  async ended(machine, isolation) {
    await withApi(machine, async (api) => {
      await api.approve(DEMO, null, null);
      await api.resume(DEMO, PLAIN_RESUME, never);
    });
    await (await treeOf(machine)).write('README.md', 'edited\n');
    await (await treeOf(machine)).write('many/1.txt', 'edited, too\n');
    // The person's own, in a file that the session changed elsewhere: what lands is merged into it.
    if (isolation === 'worktree')
      await machine.repo.write('shared.txt', [...LINES.slice(0, -1), 'theirs'].join('\n'));
  },
  async restored(machine) {
    await withApi(machine, (api) => api.restore(DEMO, { to: 'one' }, { dryRun: false }));
    await (await treeOf(machine)).write('README.md', 'edited again\n');
  },
  async deleted(machine) {
    await withApi(machine, (api) => api.delete(DEMO, { purge: false }));
  },
};

const treeOf = async (machine: Machine): Promise<GitRepo> =>
  openGitRepo(await withApi(machine, (api) => api.path(DEMO)));
