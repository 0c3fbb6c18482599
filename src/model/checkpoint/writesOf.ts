import { lookUp } from '../../base/lookUp.ts';
import type { PhaseId, SessionId } from '../names/ids.ts';
import { isEngineFile, phaseFolderName, sessionFolder } from '../names/places.ts';
import type { StatusRow } from '../status/status.ts';
import type { CheckpointKind, Trailers } from './trailers.ts';

/** What a kind writes of the engine's files besides STATUS.md, effects.json and phase.json: those of the session, and of its own phase. */
interface Writes {
  readonly session?: readonly string[];
  readonly own?: readonly string[];
}

const CLOSING: Writes = { session: ['PACKET.md'], own: ['PACKET.md', 'LEDGER.md'] };
const WRITES: Readonly<Partial<Record<CheckpointKind, Writes>>> = {
  phase: CLOSING,
  approval: CLOSING,
  // Its packet, for a person to look at.
  waiting: { own: ['PACKET.md'] },
  edit: { session: ['workflow.yaml', 'items.json'] },
  plan: { session: ['items.json'] },
};
/** They bring back, or move, files of any phase. */
const ANY: readonly CheckpointKind[] = ['opened', 'round', 'restore', 'fork'];
const ALWAYS = /^(?:STATUS\.md|effects\.json|.*\/phase\.json)$/;
/** Given once: R9. */
const GIVEN: readonly string[] = ['REQUEST.md', 'inputs.json'];

/** Files of the engine among these that a checkpoint of this kind does not write. */
export function foreignTo(
  { session, kind, phase }: Pick<Trailers, 'session' | 'kind' | 'phase'>,
  rows: readonly Pick<StatusRow, 'number' | 'phase'>[],
  paths: readonly string[],
): readonly string[] {
  if (ANY.includes(kind)) return [];
  const own = rows.find((row) => row.phase === phase);
  const may = new Set([...GIVEN, ...writtenBy(lookUp(WRITES, kind) ?? {}, own)]);
  const start = `${sessionFolder(session)}/`.length;
  return paths.filter((path) => {
    const name = path.slice(start);
    return isEngineFile(session, path) && !ALWAYS.test(name) && !may.has(name);
  });
}

const writtenBy = (
  { session = [], own = [] }: Writes,
  row: { readonly number: number; readonly phase: PhaseId } | undefined,
): readonly string[] =>
  row === undefined
    ? session
    : [...session, ...own.map((name) => `${phaseFolderName(row.number, row.phase)}/${name}`)];

/** Kinds that bring nothing in: their phase is not done, or they are a person's word. */
const BRINGS_NOTHING: readonly CheckpointKind[] = [
  'waiting',
  'blocked',
  'skipped',
  'plan',
  'rejection',
  'answer',
  'closed',
];

type Doing = Pick<Trailers, 'kind' | 'held'> & { readonly leavesOpen: boolean };

/** Files of the product among these that a checkpoint has no right to change: it brings nothing in, or holds what it is about. */
export function broughtBy(
  { kind, held, leavesOpen }: Doing,
  session: SessionId,
  paths: readonly string[],
): readonly string[] {
  const holds = held !== null && kind !== 'fork';
  if (!holds && !leavesOpen && !BRINGS_NOTHING.includes(kind)) return [];
  // A round moves what the phases had promised, also where it holds the work.
  const folder = `${sessionFolder(session)}/`;
  return paths.filter(
    (path) => !isEngineFile(session, path) && !(kind === 'round' && path.startsWith(folder)),
  );
}
