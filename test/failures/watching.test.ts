import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchPaths } from '../../src/files/watchPaths.ts';
import { linkedTree } from '../support/atTip.ts';
import { ground } from '../support/ground.ts';
import { DEMO } from '../support/session.ts';
import { eventually } from '../support/realProcesses.ts';

it('[E20] only the places of sessions are watched, whatever lies in the tree or beside it', async () => {
  const world = await ground();
  const { repo, api } = world;
  await world.start({ until: 'one' });
  const paths = api.watchPaths(null);
  expect(paths.filter((path) => !path.startsWith(join(repo.root, '.git/')))).toEqual([]);
  expect(paths).not.toContain(join(repo.root, '.git'));
  expect(api.watchPaths(DEMO).filter((path) => !path.includes('cairn'))).toEqual([]);

  let hints = 0;
  const watch = watchPaths(paths, () => (hints += 1));
  onTestFinished(() => watch.dispose());
  await new Promise((resolve) => setTimeout(resolve, 300));
  // What a build does in the tree, what a session's agent does in its own, and what others do beside both.
  for (const folder of [repo.root, linkedTree(world).root, join(repo.root, '..', 'home')]) {
    await mkdir(join(folder, 'node_modules/deep/deeper'), { recursive: true });
    for (let n = 0; n < 100; n += 1) await writeFile(join(folder, `node_modules/deep/deeper/${n}`), 'x');
  }
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(hints).toBe(0);
  await world.resume();
  expect(await eventually(() => hints > 0)).toBe(true);
});
