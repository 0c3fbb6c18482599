import { tmpdir } from 'node:os';
import { parse } from 'node:path';
import { findProgram } from '../../agents/findProgram.ts';
import { CairnError } from '../../base/cairnError.ts';
import { tryWatching } from '../../files/tryWatching.ts';
import { lookAtFolder, lookAtGit, type LookedAt } from '../../git/lookAtFolder.ts';
import { textIn } from '../../host/machineFacts.ts';
import type {
  FolderFact,
  MachineFacts,
  NodeFact,
  SettingsFact,
  WatchingFact,
} from '../../model/machine/machineFacts.ts';
import type { Settings } from '../../session/world.ts';
import type { OpenAgentsOptions } from '../agentsOptions.ts';
import { machineAgents } from '../machineAgents.ts';
import type { MachineSettings } from '../runFolder.ts';
import { agentFacts, autoFact } from './agentFacts.ts';
import { placesOf } from './placesOf.ts';
import { readRepositoryConfig, readTerminalSettings, unread } from './readSettings.ts';
import { withSafePath } from './safePath.ts';

export interface GatherOptions
  extends Pick<OpenAgentsOptions, 'env' | 'agents' | 'chatModels'>, Pick<MachineSettings, 'git'> {
  /** Any folder of the repository; null: there is none, `restricted`: nobody trusts it, so it is not looked at. */
  readonly folder: { readonly path: string; readonly isRestricted: boolean } | null;
  readonly worktreePlace?: Settings['worktreePlace'];
}

/** How long each part may take. Milliseconds. */
const PATIENCE = { program: 10_000, watching: 3_000 } as const;

/**
 * Looks at a machine and at a folder on it, all parts at once. Starts programs of the machine only, outside of the folder, but for git,
 * which is asked there for refs; where the folder is restricted it starts nothing. Asks no network.
 */
export async function gatherFacts(options: GatherOptions): Promise<MachineFacts> {
  const { folder } = options;
  const env = withSafePath(options.env, folder?.path ?? null);
  const git = { program: findProgram(options.git ?? 'git', env, null), env, ms: PATIENCE.program };
  const elsewhere = parse(process.cwd()).root;
  const surveying = survey({ ...options, env }, elsewhere);
  const looking = look(folder, git);
  const [said, agents, looked, terminal] = await Promise.all([
    lookAtGit(git, elsewhere, folder?.isRestricted !== true),
    surveying,
    looking,
    readTerminalSettings(env),
  ]);
  const root = looked.folder.kind === 'repository' ? looked.folder.root : null;
  const [places, watching, config] = await Promise.all([
    placesOf(looked, options.worktreePlace ?? 'beside', env),
    tryWatchingAt([...(looked.commonDir === null ? [] : [looked.commonDir]), tmpdir()]),
    root === null ? null : readRepositoryConfig(root),
  ]);
  return {
    git: said,
    node: nodeFact(),
    ...agents.found,
    folder: looked.folder,
    places,
    watching,
    settings: [
      terminal,
      ...agents.broken.filter(({ file }) => file !== terminal.file),
      ...(config === null ? [] : [config]),
    ],
  };
}

async function look(
  folder: GatherOptions['folder'],
  git: Parameters<typeof lookAtFolder>[1],
): Promise<LookedAt> {
  const nowhere = (kind: Extract<FolderFact, { kind: 'none' | 'restricted' }>['kind']): LookedAt => ({
    folder: { kind },
    commonDir: null,
    mainRoot: null,
  });
  if (folder === null) return nowhere('none');
  return folder.isRestricted ? nowhere('restricted') : lookAtFolder(folder.path, git);
}

/** Settings that cannot be read are told as what they are. */
async function survey(
  { env, folder, agents, chatModels = null }: GatherOptions,
  cwd: string,
): Promise<{
  readonly found: Pick<MachineFacts, 'agents' | 'auto'>;
  readonly broken: readonly SettingsFact[];
}> {
  const isAsked = folder?.isRestricted !== true;
  const asking = isAsked ? { cwd, ms: PATIENCE.program } : null;
  const all = machineAgents({ env, chatModels, asking, ...(agents === undefined ? {} : { agents }) });
  const inWindow = chatModels !== null;
  try {
    const found = await all.found();
    return {
      found: { agents: agentFacts(found, { inWindow, isAsked }), auto: autoFact(found, inWindow) },
      broken: [],
    };
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    const broken = unread(error);
    return {
      found: { agents: [], auto: { is: 'refused', error: broken === null ? error : null } },
      broken: broken === null ? [] : [broken],
    };
  }
}

function nodeFact(): NodeFact {
  const { node: version, electron } = process.versions;
  const needed = 22;
  return {
    version,
    program: electron === undefined ? process.execPath : 'VS Code',
    isEnough: Number(version.split('.')[0]) >= needed,
    needed: String(needed),
  };
}

/** In the first of these folders that can be written to. */
async function tryWatchingAt([folder, ...others]: readonly string[]): Promise<WatchingFact> {
  const limit = (name: string): number => Number(textIn(`/proc/sys/fs/inotify/max_user_${name}`) ?? 0);
  const [watches, instances] = [limit('watches'), limit('instances')];
  const limits = watches === 0 ? null : { watches, instances };
  if (folder === undefined) return { tookMs: null, limits };
  try {
    return { tookMs: await tryWatching(folder, PATIENCE.watching), limits };
  } catch {
    // It cannot be written to, which is told as such.
    return tryWatchingAt(others);
  }
}
