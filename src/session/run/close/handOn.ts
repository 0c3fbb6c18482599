import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { RepoPath, SessionId, Timestamp, TreeId } from '../../../model/names/ids.ts';
import type { FileChange } from '../../../model/checkpoint/joinChanges.ts';
import { foldLedgers } from '../../../model/ledger/foldLedgers.ts';
import type { LedgerArtifact, LedgerInput } from '../../../model/ledger/ledgerInput.ts';
import type { PlacedLedger } from '../../../model/ledger/ledger.ts';
import { ownItems } from '../../../model/ledger/ownItems.ts';
import { withMovedPointers } from '../../../model/ledger/pointers.ts';
import { renderLedger } from '../../../model/ledger/renderLedger.ts';
import { reviewedLedger } from '../../../model/ledger/reviewedLedger.ts';
import { wordsOfRecord } from '../../../model/ledger/wordsOfRecord.ts';
import {
  artifactPath,
  handoffPath,
  ledgerFolder,
  ledgerPath,
  phaseFolderName,
  sessionFolder,
} from '../../../model/names/places.ts';
import { aheadOf } from '../../../model/packet/aheadOf.ts';
import { redChecks } from '../../../model/status/checked.ts';
import { buildPacket } from '../../../model/packet/buildPacket.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Change, Objects } from '../../ports.ts';
import { readLedgers } from '../../record/ledgers.ts';
import type { SessionRecord } from '../../record/sessionRecord.ts';
import { textOrNull } from '../../record/text.ts';
import type { World } from '../../world.ts';
import { changedFiles } from './changedFiles.ts';

/** A phase about to be closed, in the tree that is about to be published. */
interface Closing {
  readonly phase: Phase;
  readonly row: StatusRow;
  readonly record: PhaseRecord;
  readonly tree: TreeId;
  readonly at: Timestamp;
  readonly changes: readonly Change[];
  readonly rows: readonly StatusRow[];
  /** What a person changed since the previous phase closed, as far as it is in the tree. */
  readonly byPerson: readonly FileChange[];
  /** Where its loop sends the work back: what goes into the folders of the round that ends. */
  readonly moves?: ReadonlyMap<RepoPath, RepoPath>;
}

/** What a phase hands on: its ledger, and the packet for the next phase. */
export interface HandedOn {
  readonly ledger: string;
  readonly packet: string;
}

/** The ledger and the packet of a closing phase: its items, as a person left them who has looked at them, on the newest packet. */
export async function handOn(
  world: Pick<World, 'repository' | 'tokenizer'>,
  session: SessionRecord,
  closing: Closing,
): Promise<HandedOn> {
  const { phase, row, record, at, rows, moves = new Map() } = closing;
  const path = ledgerPath(session.session, row.number, phase.id);
  const folder = ledgerFolder(session.session, moves.get(path) ?? path) ?? '';
  const ledgers = (
    await readLedgers(world.repository, session.tree, {
      session: session.session,
      rows: session.status.rows,
    })
  ).map((placed) => asMoved(session.session, moves, placed));
  // One that was closed before, and opened again, hands on anew.
  const before = ledgers.filter((placed) => placed.folder !== folder);
  const about = { session: session.session, phase: phase.id, seq: session.status.seq + 1, at };
  const said = ownItems(await inputOf(world.repository, session, closing));
  // Needs no blanking: files were scanned when captured, words when said, records when made.
  const own = reviewedLedger(about, before, { folder, said }, record.reviewed ?? null);
  const built = buildPacket(
    {
      ...about,
      commit: session.commit,
      budget: phase.packet.budget,
      request: session.request,
      items: foldLedgers(session.session, [
        ...before,
        asMoved(session.session, moves, { path, folder, ledger: own }),
      ]),
      red: redChecks(rows, new Map([...session.records, [phase.id, record]])).checks,
      ...aheadOf(session.workflow, rows),
    },
    await world.tokenizer(),
  );
  return { ledger: renderLedger(own), packet: built.text };
}

/** A ledger as it is read once the files have been moved. */
function asMoved(
  session: SessionId,
  moves: ReadonlyMap<RepoPath, RepoPath>,
  { path, ledger, ...was }: PlacedLedger & { readonly path: RepoPath },
): PlacedLedger {
  const to = moves.get(path);
  if (to === undefined) return { ledger, folder: was.folder };
  const from = path.slice(0, path.lastIndexOf('/'));
  return withMovedPointers({ ledger, folder: ledgerFolder(session, to) ?? was.folder }, (file) =>
    moves.has(`${from}/${file}` as RepoPath),
  );
}

/** What the phase leaves for those after it. */
async function inputOf(
  repository: Objects,
  { session }: SessionRecord,
  { phase, row, record, tree, changes, byPerson }: Closing,
): Promise<LedgerInput> {
  const left = await repository.read(tree, handoffPath(session, row.number, phase.id));
  const handoff = left === null ? null : textOrNull(left);
  const artifacts = await artifactsOf(repository, session, phase, row, tree);
  const promised = new Set<string>(artifacts.map(({ path }) => path));
  return {
    session,
    phase: phase.id,
    folder: phaseFolderName(row.number, phase.id),
    handoff,
    finalText: handoff === null ? lastWords(record, artifacts) : null,
    artifacts,
    ...wordsOfRecord(record),
    changed: handoff === null ? await changedFiles(repository, changes, promised) : [],
    deletions: changes.filter((change) => change.kind === 'deleted').map((change) => change.path),
    byPerson,
  };
}

/** A message tells people how the work stands; a program's output is used only if there is nothing else. */
function lastWords({ finalText, agent }: PhaseRecord, artifacts: readonly LedgerArtifact[]): string | null {
  if (finalText === undefined || agent?.kind !== 'command') return finalText ?? null;
  return artifacts.some(({ text }) => text !== null) ? null : finalText;
}

async function artifactsOf(
  repository: Objects,
  session: SessionId,
  phase: Phase,
  row: StatusRow,
  tree: TreeId,
): Promise<readonly LedgerArtifact[]> {
  const artifacts: LedgerArtifact[] = [];
  for (const rule of phase.artifacts) {
    const path = artifactPath(session, row.number, phase.id, rule.path);
    const bytes = await repository.read(tree, path);
    if (bytes === null) continue;
    const inSession = path.startsWith(`${sessionFolder(session)}/`);
    const shown = inSession ? path.slice(sessionFolder(session).length + 1) : `/${path}`;
    artifacts.push({ pointer: `${shown}@${phase.id}`, path, text: textOrNull(bytes), bytes: bytes.length });
  }
  return artifacts;
}
