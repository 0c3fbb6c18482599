import { inClosingOrder, type PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { PhaseId, RepoPath, Timestamp, TreeId } from '../../../model/names/ids.ts';
import type { FileChange } from '../../../model/checkpoint/joinChanges.ts';
import { nextPhase } from '../../../model/plan/nextPhase.ts';
import { buildPacket } from '../../../model/packet/buildPacket.ts';
import type { PacketArtifact } from '../../../model/packet/packetInput.ts';
import {
  artifactPath,
  handoffPath,
  openingPacketPath,
  packetPath,
  phaseFolderName,
  sessionFolder,
} from '../../../model/names/places.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase, Workflow } from '../../../model/workflow/workflow.ts';
import type { Change, Objects } from '../../ports.ts';
import type { SessionRecord } from '../../record/sessionRecord.ts';
import { changedFiles } from './changedFiles.ts';
import { decode, textOrNull } from '../../record/text.ts';
import type { World } from '../../world.ts';

/** The newest packet of a session: from the phase closed last, or else the opening one. */
export async function newestPacket(
  repository: Objects,
  record: SessionRecord,
): Promise<{ readonly path: RepoPath; readonly pointer: string; readonly text: string | null }> {
  const closed = record.status.rows
    .filter((row) => row.status === 'done')
    .map((row) => ({ row, written: record.records.get(row.phase) ?? NEVER }))
    .sort((a, b) => inClosingOrder(b.written, a.written))[0];
  const path =
    closed === undefined
      ? openingPacketPath(record.session)
      : packetPath(record.session, closed.row.number, closed.row.phase);
  const pointer =
    closed === undefined
      ? 'PACKET.md@opened'
      : `${phaseFolderName(closed.row.number, closed.row.phase)}/PACKET.md@${closed.row.phase}`;
  const bytes = await repository.read(record.tree, path);
  return { path, pointer, text: bytes === null ? null : decode(bytes) };
}

const NEVER = { seq: 0 };

/** The packet of a closing phase, from the tree that is about to be published. */
export async function buildPhasePacket(
  world: Pick<World, 'repository' | 'tokenizer'>,
  session: SessionRecord,
  closing: {
    readonly phase: Phase;
    readonly row: StatusRow;
    readonly record: PhaseRecord;
    readonly tree: TreeId;
    readonly at: Timestamp;
    readonly changes: readonly Change[];
    readonly rows: readonly StatusRow[];
    /** What a person changed since the previous phase closed, as far as it is in the tree. */
    readonly byPerson: readonly FileChange[];
  },
): Promise<string> {
  const { phase, row, record, tree } = closing;
  const { repository } = world;
  const previous = await newestPacket(repository, session);
  const left = await repository.read(tree, handoffPath(session.session, row.number, phase.id));
  const handoff = left === null ? null : textOrNull(left);
  const artifacts = await packetArtifacts(repository, session, phase, row, tree);
  const promised = new Set<string>(artifacts.map(({ path }) => path));
  const built = buildPacket(
    {
      session: session.session,
      phase: phase.id,
      folder: phaseFolderName(row.number, phase.id),
      seq: session.status.seq + 1,
      at: closing.at,
      commit: session.commit,
      budget: phase.packet.budget,
      previous: previous.text,
      request: session.request,
      handoff,
      finalText: handoff === null ? lastWords(record, artifacts) : null,
      artifacts,
      decisions: record.approvals.filter((word) => word.decision !== 'rejected').map(describeWord),
      failed: [
        ...record.attempts.flatMap((attempt) =>
          attempt.reasons.map((reason) => `Attempt ${attempt.attempt} of ${phase.id}: ${reason}`),
        ),
        ...record.approvals.filter((word) => word.decision === 'rejected').map(describeWord),
      ],
      notCaptured: record.notCaptured,
      changed: handoff === null ? await changedFiles(repository, closing.changes, promised) : [],
      deletions: closing.changes.filter((change) => change.kind === 'deleted').map((change) => change.path),
      byPerson: closing.byPerson,
      next: asNext(session.workflow, closing.rows),
      packetPointer: previous.text === null ? null : previous.pointer,
      requestPointer: 'REQUEST.md@opened',
    },
    await world.tokenizer(),
  );
  // Needs no blanking: files were scanned when captured, words when said, records when made.
  return built.text;
}

/** A message tells people how the work stands; a program's output is used only if there is nothing else. */
function lastWords({ finalText, agent }: PhaseRecord, artifacts: readonly PacketArtifact[]): string | null {
  if (finalText === undefined || agent?.kind !== 'command') return finalText ?? null;
  return artifacts.some(({ text }) => text !== null) ? null : finalText;
}

/** The phase that a packet is written for. */
export function asNext(
  workflow: Workflow,
  rows: readonly StatusRow[],
): { readonly phase: PhaseId; readonly title: string | null; readonly asks: string } | null {
  const next = nextPhase(workflow, rows);
  return next === null ? null : { phase: next.id, title: next.title, asks: next.prompt };
}

async function packetArtifacts(
  repository: Objects,
  session: SessionRecord,
  phase: Phase,
  row: StatusRow,
  tree: TreeId,
): Promise<readonly PacketArtifact[]> {
  const artifacts: PacketArtifact[] = [];
  for (const rule of phase.artifacts) {
    const path = artifactPath(session.session, row.number, phase.id, rule.path);
    const bytes = await repository.read(tree, path);
    if (bytes === null) continue;
    const inSession = path.startsWith(`${sessionFolder(session.session)}/`);
    const shown = inSession ? path.slice(sessionFolder(session.session).length + 1) : `/${path}`;
    artifacts.push({ pointer: `${shown}@${phase.id}`, path, text: textOrNull(bytes), bytes: bytes.length });
  }
  return artifacts;
}

function describeWord(word: PhaseRecord['approvals'][number]): string {
  const said = word.comment === null ? '' : `: ${word.comment}`;
  const verb = { approved: 'Approved', rejected: 'Rejected', answered: 'Answered' }[word.decision];
  return `${verb} by ${word.by}${said}`;
}
