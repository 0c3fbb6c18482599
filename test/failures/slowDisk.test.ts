import { access, chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../../src/session/progress.ts';
import { filesAtTip } from '../support/atTip.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { ground, workflow } from '../support/ground.ts';
import { DEMO } from '../support/session.ts';
import { eventually } from '../support/realProcesses.ts';

const ONE = workflow('phases: [{id: one, artifacts: [out.md]}]\n');

/**
 * A git that notes each call, and what it is told to take; while the file `slow` is there, what takes files waits as on
 * a disk that does not answer.
 */
async function notedGit(): Promise<{
  readonly git: string;
  readonly folder: string;
  calls(): Promise<readonly string[]>;
  taken(): Promise<readonly string[]>;
}> {
  const folder = await temporaryFolder();
  const git = join(folder, 'git');
  await writeFile(
    git,
    `#!/bin/sh
echo "$*" >> '${folder}/calls'
case "$*" in *'update-index -z --add'*)
  touch '${folder}/takes'
  while [ -f '${folder}/slow' ]; do sleep 0.05; done
  tee -a '${folder}/taken' | git "$@"; exit $?;;
esac
exec git "$@"
`,
  );
  await chmod(git, 0o755);
  const read = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '');
  return {
    git,
    folder,
    calls: async () => (await read('calls')).split('\n').filter(Boolean),
    taken: async () => (await read('taken')).split('\0').filter(Boolean),
  };
}

describe('a slow file system', () => {
  it('[A24] holds up no turn of an agent; what is done is shown meanwhile, and a stop publishes nothing', async () => {
    const noted = await notedGit();
    const slow = join(noted.folder, 'slow');
    const during: (readonly string[])[] = [];
    const world = await ground({
      flow: ONE,
      plays: async ({ produce }) => {
        const before = (await noted.calls()).length;
        await produce('out.md');
        await writeFile(slow, '');
        during.push((await noted.calls()).slice(before));
      },
    });
    const progress: Progress[] = [];
    const seat = await world.seat({
      git: noted.git,
      onProgress: (event) => progress.push(event),
    });
    const stop = new AbortController();
    const run = seat.start({}, stop.signal);
    const takes = (): Promise<boolean> =>
      access(join(noted.folder, 'takes')).then(
        () => true,
        () => false,
      );
    expect(await eventually(takes)).toBe(true);
    // The turn is over, and said to be, before anything is taken.
    expect(during).toEqual([[]]);
    const told = progress.map(({ type }) => type);
    expect([told.includes('agent-ended'), told.includes('checkpoint')]).toEqual([true, false]);
    stop.abort(new Error('stopped'));
    await rm(slow);
    expect(await run).toMatchObject({ reason: 'interrupted', seq: 1 });
    expect(await seat.resume()).toMatchObject({
      reason: 'completed',
      seq: 2,
    });
    expect(await world.agent.runs()).toEqual(['one 1']);
  });
});

describe('a large repository', () => {
  it('[A23] costs a checkpoint no more than what changed: git is handed those paths, and no index is made anew', async () => {
    const noted = await notedGit();
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => [`src/${n % 20}/${n}.txt`, `${n}\n`]),
    );
    const world = await ground({
      files,
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        await tree.write(`src/7/${phase}.txt`, `${phase}\n`);
        await tree.write('src/0/0.txt', `${phase}\n`);
      },
    });
    const seat = await world.seat({ git: noted.git });
    await seat.start({ until: 'one' });
    const [calls, taken] = [(await noted.calls()).length, (await noted.taken()).length];
    expect(await seat.resume()).toMatchObject({
      reason: 'completed',
    });
    expect([...new Set((await noted.taken()).slice(taken))].sort()).toEqual([
      `.cairn/sessions/${DEMO}/02-two/out.md`,
      'src/0/0.txt',
      'src/7/two.txt',
    ]);
    const second = (await noted.calls()).slice(calls);
    expect(second.filter((call) => / (read-tree|add|write-tree|hash-object)( |$)/.test(call))).toEqual([]);
    expect(second.length).toBeLessThan(40);
    expect((await filesAtTip(world)).length).toBeGreaterThan(1000);
  });
});
