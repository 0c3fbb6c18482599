import { inputVariable } from '../inputs/input.ts';
import type { PhaseId, SessionId } from '../names/ids.ts';
import { redirectsGit } from './redirectsGit.ts';

/** Where a phase is worked on; every path is absolute. */
export interface PhasePlaces {
  readonly session: SessionId;
  /** null: not inside a phase (setup commands, effects run by a person). */
  readonly phase: PhaseId | null;
  readonly attempt: number | null;
  /** null: not inside a phase. */
  readonly round: number | null;
  /** The number of its working tree among those of the session: two phases at work never have the same. */
  readonly slot: number;
  /** Root of the session's working tree. */
  readonly root: string;
  readonly sessionDir: string;
  readonly phaseDir: string | null;
  /** A JSON file with the item that the phase is for; null if it is for none. */
  readonly item: string | null;
  /** The packet that the phase was handed. */
  readonly packet: string | null;
  readonly request: string;
  /** Values of the workflow's inputs, by name. */
  readonly inputs: ReadonlyMap<string, string>;
  /** A file with the prompt, the same text as on standard input. */
  readonly prompt: string | null;
  /** A launcher of this very Cairn; its folder comes first on PATH. */
  readonly launcher: string;
  /** `:` or `;` */
  readonly pathDelimiter: string;
}

/**
 * What agents, checks and setup commands get as their environment.
 *
 * The caller's environment, whole, but for what would send every git that the agent runs to another repository, for stale
 * `CAIRN_*` of a session around this one, and for `ELECTRON_RUN_AS_NODE`, which would turn any Electron program the agent
 * starts into a bare Node.
 */
export function phaseEnvironment(
  caller: Readonly<Record<string, string | undefined>>,
  places: PhasePlaces,
): Record<string, string> {
  const windows = places.pathDelimiter === ';';
  const env: Record<string, string> = { ...NO_NEWS };
  for (const [key, value] of Object.entries(caller)) {
    if (value !== undefined && isKept(windows ? key.toUpperCase() : key)) env[key] = value;
  }
  // Windows spells it `Path`, and a second key `PATH` beside it would be a coin toss.
  const pathKey = (windows && Object.keys(env).find((key) => key.toUpperCase() === 'PATH')) || 'PATH';
  const before = env[pathKey];
  const folder = folderOf(places.launcher);
  env[pathKey] = before === undefined || before === '' ? folder : `${folder}${places.pathDelimiter}${before}`;
  for (const [key, value] of Object.entries(ownVariables(places))) if (value !== null) env[key] = value;
  return env;
}

/** Package managers keep what is new with them to themselves, unless the caller says otherwise: it would stand where an error does. */
const NO_NEWS: Readonly<Record<string, string>> = {
  NO_UPDATE_NOTIFIER: '1',
  npm_config_update_notifier: 'false',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};

/** `CAIRN_MARK` stays: it tells the supervisor of an outer session which processes are its own. */
function isKept(key: string): boolean {
  if (key === 'CAIRN_MARK') return true;
  return !redirectsGit(key) && !key.startsWith('CAIRN_') && key !== 'ELECTRON_RUN_AS_NODE';
}

function ownVariables(places: PhasePlaces): Record<string, string | null> {
  return {
    CAIRN_SESSION: places.session,
    CAIRN_PHASE: places.phase,
    CAIRN_ATTEMPT: places.attempt === null ? null : String(places.attempt),
    CAIRN_ROUND: places.round === null ? null : String(places.round),
    CAIRN_SLOT: String(places.slot),
    CAIRN_PHASE_DIR: places.phaseDir,
    CAIRN_SESSION_DIR: places.sessionDir,
    CAIRN_ITEM: places.item,
    CAIRN_PACKET: places.packet,
    CAIRN_REQUEST: places.request,
    CAIRN_PROMPT: places.prompt,
    CAIRN_REPO: places.root,
    CAIRN_BIN: places.launcher,
    ...Object.fromEntries([...places.inputs].map(([name, value]) => [inputVariable(name), value])),
    CAIRN_EFFECT_KEY_PREFIX: places.phase === null ? null : `${places.phase}/`,
  };
}

function folderOf(path: string): string {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return cut <= 0 ? path.slice(0, cut + 1) : path.slice(0, cut);
}
