import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { tooManyOpen } from '../host/fileLimit.ts';
import { startInTurn } from '../host/openFiles.ts';
import { startTimeOf } from '../host/processStart.ts';
import type { Environment } from '../host/searchPath.ts';
import { onDisk } from '../files/asCairnError.ts';
import { keepToOwner } from '../files/onlyOwner.ts';
import type { RunRequest } from '../session/api/run.ts';
import type { Settings } from '../session/world.ts';
import { runnerProgram } from './programs.ts';
import { cleanRuns, openRun, type Run } from './run.ts';
import { runFiles, runsFolder, writeOrder, writeRunner, type MachineSettings } from './runFolder.ts';

export interface LaunchOptions {
  /** Any folder of the repository, absolute. */
  readonly folder: string;
  /** The git directory shared by all its working trees. */
  readonly commonDir: string;
  /** The caller's environment, which agents and checks also get. */
  readonly env: Environment;
  readonly settings?: Partial<Settings>;
  readonly machine?: MachineSettings;
  /** Someone is here who can be asked what an agent may do. */
  readonly canAsk?: boolean;
  /** Another program than the runner of this very Cairn, for tests. */
  readonly program?: string;
}

/**
 * Starts a runner in a process session of its own: neither a window that closes nor a ctrl-C in a terminal
 * reaches it. A `start` should name its session (`options.id`, from `previewStart`), so that others find the run.
 *
 * @throws `machine/runner-died` when the program cannot be started.
 */
export async function launch(request: RunRequest, options: LaunchOptions): Promise<Run> {
  const folder = await prepareRun(request, options);
  const log = await onDisk(folder, () => open(runFiles(folder).log, 'a', 0o600));
  try {
    const pid = await startInTurn(0, () =>
      startDetached([options.program ?? runnerProgram, folder], log.fd, options),
    );
    // The runner writes this itself; this is for one that dies before its first line.
    await writeRunner(folder, { pid, startTime: startTimeOf(pid) });
  } catch (cause) {
    const full = tooManyOpen(cause);
    if (full !== null) throw full;
    throw new CairnError('machine/runner-died', { log: runFiles(folder).log }, { cause });
  } finally {
    await log.close();
  }
  return openRun(folder);
}

/** Makes the folder of a run, with its order in it; answers its path. */
export async function prepareRun(request: RunRequest, options: LaunchOptions): Promise<string> {
  const now = Date.now();
  await onDisk(runsFolder(options.commonDir), () => cleanRuns(options.commonDir, now));
  await keepToOwner(runsFolder(options.commonDir));
  const nonce = `${now}-${randomBytes(4).toString('hex')}`;
  const folder = join(runsFolder(options.commonDir), nonce);
  await onDisk(folder, () =>
    writeOrder(folder, {
      schema: 1,
      folder: options.folder,
      request,
      settings: options.settings ?? {},
      canAsk: options.canAsk ?? false,
      ...(options.machine === undefined ? {} : { machine: options.machine }),
    }),
  );
  return folder;
}

function startDetached(args: readonly string[], log: number, options: LaunchOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      cwd: options.folder,
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
      // In VS Code `execPath` is Electron, which is a Node only when told so.
      env: { ...options.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve(child.pid ?? 0);
    });
  });
}
