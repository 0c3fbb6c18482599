import { labelsOf, marksIn } from '../../../model/merge/markers.ts';
import type { CommitId, PhaseId, TreeId } from '../../../model/names/ids.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { AtTip } from '../../drive.ts';
import type { Objects } from '../../ports.ts';
import { queuedWork } from '../../record/queuedWork.ts';

/** The labels of marks are ASCII: a letter for each byte is enough, whatever the file is encoded in. */
const BYTES = new TextDecoder('latin1');

/**
 * Why a phase is not done where a merge has left marks of it that nobody has resolved; found in the files, whoever forgot them and
 * wherever they were moved. Lines like marks that no merge has laid are the phase's own words.
 */
export async function openMarkers(drive: AtTip, phase: PhaseId, tree: TreeId): Promise<readonly string[]> {
  const { world, record } = drive;
  if (record.slot === undefined) return [];
  const marked = await markedFiles(world.repository, record.tree, tree, phase);
  if (marked.size === 0) return [];
  const own = await ownMarks(drive, phase);
  if (own === null) return [];
  return [...marked].flatMap(([path, marks]) => (marks > (own.get(path) ?? 0) ? [openMark(path)] : []));
}

const openMark = (path: string): string => `${path} still has the marks of a merge that was not resolved`;

type Marks = ReadonlyMap<string, number>;

/** Lines like marks that the work of a phase had before a merge laid its own in it; null: none did. */
async function ownMarks(drive: AtTip, phase: PhaseId): Promise<Marks | null> {
  const { world, record, history } = drive;
  const queued = await queuedWork(world.repository, { record, history }, phase);
  if (queued?.isMerged === true) {
    const { own, since, tree } = queued;
    const before = await markedFiles(world.repository, since, own, phase);
    const laid = await markedFiles(world.repository, own, tree, phase);
    if ([...laid].some(([path, marks]) => marks > (before.get(path) ?? 0))) return before;
  }
  const before = record.records.get(phase);
  return before?.question?.conflict !== undefined || wasTold(before) ? NONE : null;
}

const NONE: Marks = new Map();

/** Held work keeps the marks that its attempts have left. */
const wasTold = (before: PhaseRecord | undefined): boolean =>
  (before?.attempts ?? []).some(({ reasons }) => reasons.some((reason) => reason.endsWith(openMark(''))));

/** Files that differ, with how many lines like marks each of them has. */
async function markedFiles(
  repository: Pick<Objects, 'changes' | 'readBlob'>,
  from: CommitId | TreeId,
  to: CommitId | TreeId,
  phase: PhaseId,
): Promise<Marks> {
  const marked = new Map<string, number>();
  for (const { path, after } of await repository.changes(from, to)) {
    if (after === null || (after.mode !== '100644' && after.mode !== '100755')) continue;
    const marks = marksIn(BYTES.decode(await repository.readBlob(after.blob)), labelsOf(phase));
    if (marks > 0) marked.set(path, marks);
  }
  return marked;
}
