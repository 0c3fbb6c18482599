/** Every path and ref of FORMAT.md, spelled only here, so that readers and writers agree. */
import type { PhaseId, RefName, RepoPath, SessionId } from './ids.ts';

/** The folder for everything of Cairn's in the tree. */
export const CAIRN_FOLDER = '.cairn' as RepoPath;
/** The folder for people's workflow files. */
export const WORKFLOWS_FOLDER = '.cairn/workflows' as RepoPath;
/** What a repository says of how it is worked on. */
export const CONFIG_FILE = '.cairn/config.yaml' as RepoPath;
/** The folder for the sessions' folders. */
export const SESSIONS_FOLDER = '.cairn/sessions' as RepoPath;

/** A repository's own template for the message that a session is landed with. */
export const LAND_TEMPLATE_PATH = '.cairn/land.md' as RepoPath;

/** `.cairn/workflows/<name>.yaml` */
export const workflowFilePath = (name: string): RepoPath => `${WORKFLOWS_FOLDER}/${name}.yaml` as RepoPath;

/** `.cairn/sessions/<session>` */
export const sessionFolder = (session: SessionId): RepoPath => `${SESSIONS_FOLDER}/${session}` as RepoPath;
/** Moves a path from one session's folder to another's; leaves any other path alone. */
export const inSessionOf = (path: RepoPath, from: SessionId, to: SessionId): RepoPath =>
  path.startsWith(`${sessionFolder(from)}/`)
    ? (`${sessionFolder(to)}${path.slice(sessionFolder(from).length)}` as RepoPath)
    : path;
export const statusPath = (session: SessionId): RepoPath => inSession(session, 'STATUS.md');
export const requestPath = (session: SessionId): RepoPath => inSession(session, 'REQUEST.md');
export const workflowPath = (session: SessionId): RepoPath => inSession(session, 'workflow.yaml');
/** The items that phases are repeated for. */
export const itemsPath = (session: SessionId): RepoPath => inSession(session, 'items.json');
/** What the session was given besides the request; not there where its workflow asks for nothing. */
export const inputsPath = (session: SessionId): RepoPath => inSession(session, 'inputs.json');
/** The newest packet of the session, byte for byte; in checkpoints of schema 1, that of the beginning. */
export const newestPacketPath = (session: SessionId): RepoPath => inSession(session, 'PACKET.md');
/** What the session began with, as a phase's folder has it. */
export const OPENED_FOLDER = '00-opened';
/** The packet for the first phase, written when the session opens. */
export const openingPacketPath = (session: SessionId): RepoPath =>
  inSession(session, `${OPENED_FOLDER}/PACKET.md`);
export const openingLedgerPath = (session: SessionId): RepoPath =>
  inSession(session, `${OPENED_FOLDER}/LEDGER.md`);
/** The effect record: in the session's folder, and the only file in the commits of its own ref. */
export const EFFECTS_FILE = 'effects.json' as RepoPath;
export const effectsPath = (session: SessionId): RepoPath => inSession(session, EFFECTS_FILE);

/** `<NN>-<phase>`: the name of a phase's folder inside its session's; `number` is 1-based. */
export const phaseFolderName = (number: number, phase: PhaseId): string =>
  `${String(number).padStart(2, '0')}-${phase}`;
/** `.cairn/sessions/<session>/<NN>-<phase>` */
export const phaseFolder = (session: SessionId, number: number, phase: PhaseId): RepoPath =>
  inSession(session, phaseFolderName(number, phase));
/** The packet of that phase. */
export const packetPath = (session: SessionId, number: number, phase: PhaseId): RepoPath =>
  `${phaseFolder(session, number, phase)}/PACKET.md` as RepoPath;
/** What that phase handed on, item by item. */
export const ledgerPath = (session: SessionId, number: number, phase: PhaseId): RepoPath =>
  `${phaseFolder(session, number, phase)}/LEDGER.md` as RepoPath;
/** `phase.json` */
export const recordPath = (session: SessionId, number: number, phase: PhaseId): RepoPath =>
  `${phaseFolder(session, number, phase)}/phase.json` as RepoPath;
/** An agent's notes for the packet. */
export const handoffPath = (session: SessionId, number: number, phase: PhaseId): RepoPath =>
  `${phaseFolder(session, number, phase)}/HANDOFF.md` as RepoPath;

/** What a round of a phase left, once another has begun: `round-<n>` in its folder. */
export const roundFolder = (session: SessionId, number: number, phase: PhaseId, round: number): RepoPath =>
  `${phaseFolder(session, number, phase)}/round-${round}` as RepoPath;

/** An agent's question to a person. */
export const questionPath = (session: SessionId, number: number, phase: PhaseId): RepoPath =>
  `${phaseFolder(session, number, phase)}/QUESTION.md` as RepoPath;

/** Where an artifact is, from the root; `path` as in the workflow: relative to the phase's folder, or with a leading `/` to the root. */
export const artifactPath = (session: SessionId, number: number, phase: PhaseId, path: string): RepoPath =>
  (path.startsWith('/') ? path.slice(1) : `${phaseFolder(session, number, phase)}/${path}`) as RepoPath;

/** The name of a branch by its ref, as git is told it: `cairn/demo`, `origin/cairn/demo` of one on a remote. */
export const branchNamed = (ref: RefName): string => ref.replace(/^refs\/(?:heads|remotes)\//, '');

/** `<prefix><session>`, the branch's name for people; `prefix` ends with `/`. */
export const branchName = (prefix: string, session: SessionId): string => `${prefix}${session}`;
export const branchRef = (prefix: string, session: SessionId): RefName =>
  `refs/heads/${branchName(prefix, session)}` as RefName;
/** `refs/cairn/<session>/`: all our refs except the branch are below it. */
export const sessionRefs = (session: SessionId): string => `refs/cairn/${session}/`;
export const rescueRef = (session: SessionId, n: number): RefName =>
  `${sessionRefs(session)}rescue/${n}` as RefName;
/** The folder of work whose attempt has ended, until it is published or held: a ref for each phase. */
export const queuedRefs = (session: SessionId): string => `${sessionRefs(session)}queued/`;
export const queuedRef = (session: SessionId, phase: PhaseId): RefName =>
  `${queuedRefs(session)}${phase}` as RefName;
export const effectsRef = (session: SessionId): RefName => `${sessionRefs(session)}effects` as RefName;
export const archiveRef = (session: SessionId): RefName => `${sessionRefs(session)}archive` as RefName;

const ENGINE_FILE =
  /^(?:STATUS\.md|PACKET\.md|effects\.json|REQUEST\.md|inputs\.json|items\.json|workflow\.yaml|\d{2,}-[a-z][a-z0-9-]{0,39}\/(?:PACKET\.md|phase\.json|(?:round-[1-9]\d{0,8}\/)?LEDGER\.md))$/;
/** Where an earlier round of a phase keeps its own, too. */
const LEDGER_FILE = /^(\d{2,}-[a-z][a-z0-9-]{0,39}(?:\/round-[1-9]\d{0,8})?)\/LEDGER\.md$/;

/** True for a file that the engine writes, at its place, rather than an agent or person. */
export function isEngineFile(session: SessionId, path: string): boolean {
  const folder = `${sessionFolder(session)}/`;
  return path.startsWith(folder) && ENGINE_FILE.test(path.slice(folder.length));
}

/** The folder of a ledger inside its session's, such as `02-plan`; null for any other file. */
export function ledgerFolder(session: SessionId, path: string): string | null {
  const folder = `${sessionFolder(session)}/`;
  return path.startsWith(folder) ? (LEDGER_FILE.exec(path.slice(folder.length))?.[1] ?? null) : null;
}

/** True for an engine file that changes with every phase; the diff of a phase leaves it out (FORMAT.md, *The diff of a phase*). */
export const isRecordFile = (session: SessionId, path: string): boolean =>
  isEngineFile(session, path) &&
  ![requestPath, inputsPath, workflowPath].some((pathIn) => pathIn(session) === path);

function inSession(session: SessionId, name: string): RepoPath {
  return `${sessionFolder(session)}/${name}` as RepoPath;
}
