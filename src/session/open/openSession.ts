import { wholeOf } from '../../model/plan/wholeOf.ts';
import { counted } from '../../base/listed.ts';
import { CairnError } from '../../base/cairnError.ts';
import { renderCheckpoint } from '../../model/checkpoint/checkpointMessage.ts';
import { trailersFor } from '../../model/checkpoint/trailersFor.ts';
import { renderEffectsRecord } from '../../model/effects/effectsRecord.ts';
import { NO_EFFECTS } from '../../model/effects/effectState.ts';
import { renderInputs } from '../../model/inputs/inputsRecord.ts';
import type { BlobId, CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { composeLedger } from '../../model/ledger/composeLedger.ts';
import { foldLedgers } from '../../model/ledger/foldLedgers.ts';
import { ownItems } from '../../model/ledger/ownItems.ts';
import { renderLedger } from '../../model/ledger/renderLedger.ts';
import { buildPacket } from '../../model/packet/buildPacket.ts';
import { nextPhase } from '../../model/plan/nextPhase.ts';
import {
  effectsPath,
  inputsPath,
  newestPacketPath,
  OPENED_FOLDER,
  openingLedgerPath,
  openingPacketPath,
  requestPath,
  sessionFolder,
  statusPath,
  workflowPath,
  branchNamed,
} from '../../model/names/places.ts';
import { mustReadBack } from '../../model/parsing/mustReadBack.ts';
import { planHash } from '../../model/workflow/planHash.ts';
import { renderStatus } from '../../model/status/renderStatus.ts';
import { SCHEMA } from '../../model/parsing/schema.ts';
import type { Status } from '../../model/status/status.ts';
import { titleOf } from '../../model/text/title.ts';
import { logPublished } from '../checkpoint/logCheckpoint.ts';
import { captureWork, type Captured } from '../workingTree/captureWork.ts';
import { excludePattern } from '../workingTree/inPlace.ts';
import { aheadOf } from '../../model/packet/aheadOf.ts';
import type { Opening } from './planOpening.ts';
import type { Mode } from '../ports.ts';
import { followedFile } from '../record/loadWorkflow.ts';
import { atOnce } from '../record/atOnce.ts';
import { rowsFor } from '../record/rows.ts';
import { tellKept, tellNotCaptured } from '../tell.ts';
import { encode } from '../record/text.ts';
import { hashOf } from '../trust/trustedHere.ts';
import { moveOwnRef } from '../moveOwnRef.ts';
import { worktreePlace } from '../workingTree/movedWorktree.ts';
import { remember } from '../workingTree/workingTreeOf.ts';
import type { World } from '../world.ts';

/**
 * Publishes `opened`: base, session folder and, if asked for, the uncommitted work as found. Nothing has run and no worktree
 * exists yet; a crash before the ref moves leaves nothing that counts.
 *
 * The caller holds the lease.
 */
export async function publishOpened(
  world: World,
  opening: Opening,
  request: string,
  withChanges: boolean,
): Promise<CommitId> {
  const { repository, state } = world;
  const { session, ref, isolation } = opening;
  const folder = state.of(session);
  const began = world.clock.monotonic();
  // A folder without a branch was left by an interrupted start; no session needs what it remembers.
  await folder.resetJournal([]);
  await folder.clearOwnLocks();
  const branch = branchNamed(ref);
  const head =
    isolation === 'in-place'
      ? await repository.workingTree({ root: repository.root, index: folder.index, always: [] }).head()
      : null;
  const root = isolation === 'in-place' ? repository.root : worktreePlace(world, session);
  await remember(world, session, {
    branch,
    root,
    isolation,
    setup: isolation === 'in-place' ? 'done' : 'making',
    workflow: followedFile(opening.loaded),
    head,
  });
  world.reached('open/state-made');
  const found = isolation === 'in-place' || withChanges ? await captureFound(world, opening) : null;
  const commit = await buildOpened(world, opening, request, found);
  world.reached('open/commit-made');
  // Whoever opens a session chose its workflow.
  await folder.trust.clear();
  const hash = hashOf(world, opening.loaded.workflow);
  await folder.trust.add({ hash, at: world.clock.now(), how: 'opened' });
  await folder.recordPublished(commit);
  world.reached('open/commit-recorded');
  if (!(await moveOwnRef(world, ref, { from: null, to: commit, why: 'cairn: opened' }))) {
    throw new CairnError('usage/session-used', { id: session, where: ref });
  }
  world.reached('open/ref-moved');
  logPublished(world, { session, seq: 1, kind: 'opened', commit, began });
  return commit;
}

async function captureFound(world: World, { session, base }: Opening): Promise<Captured> {
  const { repository, state } = world;
  const tree = repository.workingTree({ root: repository.root, index: state.of(session).index, always: [] });
  // Files that an interrupted landing moved aside: if missing, they would count as deleted.
  await tree.putBackCutOff();
  await tree.load(base);
  const found = await captureWork(world, tree, session);
  if (found.taken.length > 0)
    tellKept(world, { notice: 'became-first-checkpoint', files: found.taken.length });
  tellNotCaptured(world, found.notCaptured);
  return found;
}

async function buildOpened(
  world: World,
  opening: Opening,
  request: string,
  found: Captured | null,
): Promise<CommitId> {
  const { repository, engine, clock } = world;
  const { session, base, loaded, ref, isolation } = opening;
  const at = clock.now();
  const rows = rowsFor(loaded.workflow, []);
  const beside = { atOnce: atOnce(isolation, loaded.workflow), working: [], isLimited: false };
  const status: Status = {
    schema: SCHEMA,
    session,
    title: titleOf(request),
    workflow: loaded.workflow.name,
    plan: planHash(loaded.workflow, world.sha256),
    branch: branchNamed(ref),
    isolation,
    base,
    seq: 1,
    ...wholeOf(loaded.workflow, rows, beside),
    checked: null,
    updated: at,
    rows,
    notes: '## Notes\n',
  };
  const files = await openingFiles(world, opening, request, status, found);
  mustReadBack(files);
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
  const along = found === null ? opening.uncommitted.along : [];
  for (const [path, text] of [...along, ...files])
    edits.set(path, { blob: await repository.writeBlob(encode(text)), mode: '100644' });
  const tree: TreeId | CommitId = found?.tree ?? base;
  return repository.commit({
    tree: await repository.compose(tree, edits),
    parents: [base],
    message: renderCheckpoint(
      'the session is open',
      bodyOf(found),
      trailersFor(status, {
        kind: 'opened',
        phase: null,
        attempt: null,
        effects: 0,
        engine,
        forkedFrom: null,
        held: null,
        restored: null,
      }),
    ),
    at,
  });
}

async function openingFiles(
  world: World,
  opening: Opening,
  request: string,
  status: Status,
  found: Captured | null,
): Promise<ReadonlyMap<RepoPath, string>> {
  const { session, base, loaded, inputs } = opening;
  const verbatim = request.endsWith('\n') ? request : `${request}\n`;
  const about = { session, phase: null, seq: 1, at: status.updated };
  const said = ownItems({
    session,
    phase: null,
    folder: null,
    handoff: null,
    finalText: null,
    artifacts: [],
    decisions: [],
    failed: [],
    notCaptured: found?.notCaptured ?? [],
    changed: [],
    deletions: [],
  });
  const ledger = composeLedger(about, said, []);
  const next = nextPhase(loaded.workflow, status.rows);
  const packet = buildPacket(
    {
      ...about,
      commit: base,
      budget: next?.packet.budget ?? 2000,
      request: verbatim,
      items: foldLedgers(session, [{ folder: OPENED_FOLDER, ledger }]),
      ...aheadOf(loaded.workflow, status.rows),
    },
    await world.tokenizer(),
  );
  return new Map([
    [statusPath(session), renderStatus(status)],
    [requestPath(session), verbatim],
    ...(loaded.workflow.inputs.length === 0 ? [] : ([[inputsPath(session), renderInputs(inputs)]] as const)),
    [workflowPath(session), loaded.text],
    [newestPacketPath(session), packet.text],
    [openingPacketPath(session), packet.text],
    [openingLedgerPath(session), renderLedger(ledger)],
    [effectsPath(session), renderEffectsRecord(NO_EFFECTS)],
  ]);
}

function bodyOf(found: Captured | null): string {
  if (found === null) return '';
  return found.taken.length === 0
    ? 'The working tree had no uncommitted changes.'
    : `With ${counted(found.taken.length, 'uncommitted file')} of the working tree as it was found.`;
}

/** In place: keeps the session folder out of `git status`, and writes its files where agents look for them. */
export async function showOpened(world: World, opening: Opening, commit: CommitId): Promise<void> {
  const { repository, files } = world;
  if (opening.isolation === 'worktree') return;
  await files.exclude(repository.commonDir, excludePattern(opening), true);
  world.reached('tree/excluded');
  for (const entry of await repository.list(commit, sessionFolder(opening.session))) {
    await files.write(repository.root, entry.path, await repository.readBlob(entry.blob));
  }
}
