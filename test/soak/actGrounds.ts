import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { copyMachine, makeMachine, withApi, type Machine } from '../recovery/crashTestbed.ts';
import { openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { DEMO, START, type Flow } from '../support/session.ts';

/**
 * In which state a session meets an act: its second phase waits for approval and its artifact was edited since; it is done
 * and files were edited since; it was restored after that, and files were edited again; it was deleted. In another session the
 * rounds of a loop are used up whose gate did not hold, and files were edited since.
 */
export type Ground = 'waiting' | 'ended' | 'restored' | 'deleted' | 'usedUp';

const FLOW: Flow = { phases: [{ id: 'one' }, { id: 'two', approval: 'required' }, { id: 'three' }] };
const LOOPED: Flow = {
  schema: 2,
  phases: [
    { id: 'one' },
    {
      id: 'review',
      artifacts: ['verdict.json'],
      loop: { to: 'one', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 1 },
    },
  ],
};
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

/** In its first round a review leaves many files that are held, and go from the working tree with the round. */
const REVIEW = `
if [ "$CAIRN_ROUND" = 1 ]; then ${PART}
else printf '{"ok": true}\n' > "$CAIRN_PHASE_DIR/verdict.json"; fi
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

  const fresh = (name: string, flow: Flow): Promise<Machine> =>
    once(name, async () => {
      const machine = await makeMachine(join(folder, `ground-${name}`), flow);
      await machine.repo.write('shared.txt', LINES.join('\n'));
      await machine.repo.git('add', 'shared.txt');
      await machine.repo.git('commit', '-q', '-m', 'shared', '--', 'shared.txt');
      await machine.agent.part('default', PART);
      await machine.agent.part('review', REVIEW);
      return machine;
    });
  const of = (ground: Ground, isolation: Isolation): Promise<Machine> =>
    once(`${ground}-${isolation}`, async () => {
      const from = { ended: 'waiting', restored: 'ended', deleted: 'restored' } as const;
      const source =
        ground === 'usedUp'
          ? fresh('looped', LOOPED)
          : ground === 'waiting'
            ? fresh('fresh', FLOW)
            : of(from[ground], isolation);
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
  async usedUp(machine, isolation) {
    await withApi(machine, (api) => api.start({ ...START, inPlace: isolation === 'in-place' }, never));
    await (await treeOf(machine)).write('README.md', 'edited\n');
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
