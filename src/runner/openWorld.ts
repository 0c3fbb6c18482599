import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { sha256, startHash } from '../host/hashes.ts';
import { createFiles } from '../files/createFiles.ts';
import { createLeases, type LeaseOptions } from '../files/leases.ts';
import { createStateStore } from '../files/stateStore.ts';
import type { ForkServer } from '../git/forkServer/openForkServer.ts';
import { openRepository } from '../git/openRepository.ts';
import { createClock } from '../host/clock.ts';
import { createIds } from '../host/ids.ts';
import { withinTime } from '../host/withinTime.ts';
import { createProcesses } from '../process/createProcesses.ts';
import { sandboxedProcesses } from '../process/sandboxedProcesses.ts';
import type { SharedSupervisor } from '../process/sharedSupervisor.ts';
import type { ShellReader } from '../model/agent/shell/line.ts';
import type { CairnApi } from '../session/api.ts';
import { createSecretScanner, type SecretRules } from '../secrets/createSecretScanner.ts';
import { createApi } from '../session/createApi.ts';
import type { Log } from '../session/ports.ts';
import type { Point } from '../session/points.ts';
import type { Progress } from '../session/progress.ts';
import type { Settings, World } from '../session/world.ts';
import {
  cliProgram,
  secretRulesModule,
  shellParserModule,
  supervisorProgram,
  tokenizerModule,
} from './programs.ts';
import type { OpenAgentsOptions } from './agentsOptions.ts';
import { openAgents } from './openAgents.ts';
import type { MachineSettings } from './runFolder.ts';
import { version } from './version.ts';
import { writeLauncher } from './writeLauncher.ts';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** `env`: git, agents and checks get it too, without what would redirect git. */
export interface WorldOptions extends MachineSettings, Omit<OpenAgentsOptions, 'folder'> {
  readonly log: Log;
  readonly onProgress: (progress: Progress) => void;
  /** What differs from the defaults. */
  readonly settings?: Partial<Settings>;
  /** Set by a runner: its run folder. Only a runner starts agents, which get a launcher. */
  readonly run?: string;
  /** Called at every named place of a checkpoint; for the recovery tests, which die there. */
  readonly reached?: (point: Point) => void;
  /** How long a silent owner is waited for; the tests have less patience. */
  readonly lease?: Pick<LeaseOptions, 'leaseMs' | 'heartbeatMs'>;
  /** Of all worlds of this process; default: one of its own, which ends with it. */
  readonly supervisor?: SharedSupervisor;
  /** Of all worlds of this process; default: it starts each git itself. */
  readonly forkServer?: ForkServer;
  /** Somebody is there to be asked what a policy leaves to a person; default: nobody. */
  readonly canAsk?: boolean;
}

export interface OpenedWorld {
  readonly api: CairnApi;
  /** What the api is bound to, for whoever measures a single step. */
  readonly world: World;
  /** Root of the working tree that the folder lies in. */
  readonly root: string;
  /** The git directory shared by all working trees. */
  readonly commonDir: string;
  /** False while there is nothing that a session could start from. */
  hasCommit(): Promise<boolean>;
  dispose(): Promise<void>;
}

const MB = 1024 * 1024;
const DEFAULTS: Settings = {
  worktreePlace: 'beside',
  maxFileBytes: 10 * MB,
  warnAddedBytes: 100 * MB,
  baselineMs: 10 * 60_000,
};

/**
 * Opens the repository that a folder belongs to, with every adapter in its place. Writes nothing. Throws what {@link openRepository} throws.
 */
export async function openWorld(folder: string, options: WorldOptions): Promise<OpenedWorld> {
  const { env, log, onProgress } = options;
  const repository = await openRepository(folder, {
    log,
    env,
    ...(options.git === undefined ? {} : { git: options.git }),
    ...(options.forkServer === undefined ? {} : { forkServer: options.forkServer }),
  });
  const { root, commonDir } = repository;
  const stateFolder = join(commonDir, 'cairn');
  const electron = process.versions['electron'] !== undefined;
  const processes = sandboxedProcesses(
    createProcesses({ supervisorPath: supervisorProgram }, commonDir, options.supervisor),
    async () => (await import('./readAgents.ts')).readSandbox(env),
    { git: commonDir, state: stateFolder, home: env['HOME'] ?? homedir() },
    env,
  );
  const clock = createClock();
  const world: World = {
    repository,
    state: createStateStore(commonDir),
    leases: createLeases({ stateFolder, gitDir: commonDir, clock, ...options.lease }),
    files: createFiles(),
    processes,
    agents: openAgents({ ...options, folder: repository.root }, processes),
    secrets: createSecretScanner(() => loadModule<SecretRules>(secretRulesModule)),
    clock,
    ids: createIds(),
    tokenizer: async () => (await loadModule<{ count: (text: string) => number }>(tokenizerModule)).count,
    shellReader: () => loadModule<ShellReader>(shellParserModule),
    sha256,
    startHash,
    log,
    engine: `cairn/${version}`,
    launcher: async () =>
      options.run === undefined
        ? cliProgram
        : writeLauncher({ stateFolder, execPath: process.execPath, electron, program: cliProgram }),
    env: options.run === undefined ? env : { ...env, CAIRN_RUN: options.run },
    canAsk: options.canAsk ?? false,
    pathDelimiter: delimiter,
    withinTime,
    settings: { ...DEFAULTS, ...options.settings },
    reached: options.reached ?? (() => undefined),
    onProgress,
  };
  const api = createApi(world);
  const hasCommit = async (): Promise<boolean> => (await repository.resolve('HEAD')) !== null;
  const dispose = async (): Promise<void> => void (await Promise.all([api.dispose(), processes.dispose()]));
  return { api, world, root, commonDir, hasCommit, dispose };
}

/** Loads a module that is no part of this bundle: a bundle of its own, or from source the file itself. */
async function loadModule<T>(path: string): Promise<T> {
  // An extension host does not promise `import()` of files to CommonJS; `require` always works there.
  if (path.endsWith('.cjs')) return createRequire(import.meta.url)(path) as T;
  return (await import(pathToFileURL(path).href)) as T;
}
