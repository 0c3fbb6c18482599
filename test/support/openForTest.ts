import { onTestFinished } from 'vitest';
import { openWorld, type WorldOptions } from '../../src/runner/openWorld.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { oneForkServer } from './oneForkServer.ts';
import { oneSupervisor } from './oneSupervisor.ts';
import { silentLog } from './silentLog.ts';

/** Cairn on a folder as the runner opens it, for the length of a test; its programs share a supervisor with other tests. */
export async function openForTest(
  folder: string,
  options: Partial<WorldOptions> & Pick<WorldOptions, 'env'>,
): Promise<{ readonly api: CairnApi; dispose(): Promise<void> }> {
  const world = await openWorld(folder, {
    log: silentLog,
    onProgress: () => {},
    supervisor: oneSupervisor,
    forkServer: oneForkServer,
    ...options,
    // What is looked at elsewhere is what checks say of an attempt.
    settings: { baselineMs: 0, ...options.settings },
  });
  onTestFinished(() => world.dispose());
  return world;
}
