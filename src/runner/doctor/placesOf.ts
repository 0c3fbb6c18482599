import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { agentSettingsFolder } from '../../agents/readAgentSettings.ts';
import type { LookedAt } from '../../git/lookAtFolder.ts';
import { stateFolder } from '../../host/machineId.ts';
import type { Environment } from '../../host/searchPath.ts';
import { tryPlace } from '../../host/tryPlace.ts';
import { cacheFolder } from '../../host/userCache.ts';
import type { PlaceFact } from '../../model/machine/machineFacts.ts';
import type { Settings } from '../../session/world.ts';

/** Where is written to for sessions of this repository, and for any. */
export async function placesOf(
  { commonDir, mainRoot }: LookedAt,
  worktreePlace: Settings['worktreePlace'],
  env: Environment,
): Promise<readonly PlaceFact[]> {
  const ofRepository: readonly Place[] =
    commonDir === null || mainRoot === null
      ? []
      : [
          ['repository', commonDir],
          worktreePlace === 'inside'
            ? ['worktrees', join(commonDir, 'cairn')]
            : ['worktrees', join(dirname(mainRoot), `${basename(mainRoot)}.worktrees`)],
        ];
  const all: readonly Place[] = [
    ...ofRepository,
    ['cache', join(cacheFolder(env), 'cairn')],
    ['state', stateFolder()],
    ['settings', agentSettingsFolder(env)],
    ['temporary', tmpdir()],
  ];
  return Promise.all(all.map(async ([name, path]) => ({ name, path, ...(await tryPlace(path)) })));
}

type Place = readonly [PlaceFact['name'], string];
