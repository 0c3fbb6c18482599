import { join } from 'node:path';
import { SETUP_FAILED, SETUP_LOG } from '../../model/attempt/attemptEnd.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { tallyAttempts } from '../../model/attempt/attemptTally.ts';
import { whyOf } from '../../model/gate/classifyCheck.ts';
import { isFinished, type Skipped } from '../../model/graph/planNext.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import type { JournalReading } from '../../model/attempt/openAttempt.ts';
import { phaseTip } from '../../model/checkpoint/phaseBase.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { shownChecked } from '../../model/status/statusWords.ts';
import { readUsage, sumUsage } from '../../model/attempt/usage.ts';
import { spentByFolded } from '../../model/limits/folded.ts';
import { restingTree } from '../record/heldWork.ts';
import { attemptBehind } from '../record/rows.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { PhaseView, StatusView } from '../results.ts';
import { recordBefore } from '../run/close/phaseRecordOf.ts';
import type { World } from '../world.ts';
import type { SlotPlace } from '../drive/slotPlaces.ts';
import { templatesIn } from '../../model/template/template.ts';
import { artifactPath } from '../../model/names/places.ts';
import { fileBytes } from '../record/fileBytes.ts';
import { slotIn } from '../../model/names/treeName.ts';
import type { Phase } from '../../model/workflow/workflow.ts';

/** What this machine has of a phase. */
export interface Here {
  readonly place: SlotPlace;
  readonly driven: boolean;
  readonly reading: JournalReading;
}

/** A row of the table, the record behind it, and what adds up over its attempts with what no checkpoint knows yet. */
export interface PhaseRow {
  readonly row: StatusRow;
  readonly known: PhaseRecord;
  readonly tally: ReturnType<typeof tallyAttempts>;
}

/** @param since what no checkpoint knows yet */
export function phaseRows(record: SessionRecord, since: readonly JournalLine[]): readonly PhaseRow[] {
  return record.status.rows.map((row) => {
    const known = recordBefore(record, row);
    return { row, known, tally: tallyAttempts(known, since, row.phase, []) };
  });
}

/** A phase as it stands, for people and machines. */
export async function phaseView(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
  { row, known, tally }: PhaseRow,
  here: Here,
): Promise<PhaseView> {
  const phase = record.workflow.phases.find((candidate) => candidate.id === row.phase);
  const attempt =
    here.reading.open?.phase === row.phase ? here.reading.open.attempt : attemptBehind(row, known);
  const blockedBy = row.status === 'blocked' ? whatBlocks(known) : null;
  return {
    number: row.number,
    id: row.phase,
    ...namesOf(phase),
    ...shown(row, here),
    round: row.round,
    attempt,
    ...graphOf(row, known, phase),
    artifacts: await artifactViews(world, here.place, row, phase),
    updated: row.updated,
    ...closedAt(phaseTip(history, row.phase), record.session),
    ...worktreeOf(row, here.place),
    ...(known.held === undefined ? {} : { held: { commit: known.held.commit, base: known.held.base } }),
    checks: known.checks.map((check) => ({
      name: check.name,
      outcome: check.outcome,
      ...(check.before === undefined ? {} : { before: check.before }),
      ...(check.changed === undefined ? {} : { changed: check.changed }),
      ...whyOf(check),
    })),
    blockedBy,
    reasons: blockedBy === null ? [] : (known.attempts.at(-1)?.reasons ?? []),
    notCaptured: known.notCaptured,
    agent: agentOf(known, row, here.reading),
    usage: readUsage(tally.usage),
    output: outputFile(
      world,
      record.session,
      blockedBy === 'setup' ? { setupIn: slotNumber(here.place) } : { phase: row.phase, attempt },
    ),
  };
}

/** Of a phase that is not repeated yet no title is shown that speaks of an item. */
function namesOf(phase: Phase | undefined): Pick<PhaseView, 'title' | 'forEach'> {
  if (phase === undefined) return { title: null };
  const { title, forEach } = phase;
  if (forEach === null) return { title };
  const ofItem = templatesIn(title ?? '').some(({ name }) => name?.startsWith('item.'));
  return { title: ofItem ? null : title, forEach: { file: forEach.file, at: forEach.at } };
}

function graphOf(
  { status }: StatusRow,
  { skipped }: PhaseRecord,
  phase: Phase | undefined,
): Pick<PhaseView, 'needs' | 'skipped'> {
  const needs = phase?.needs ?? [];
  return status === 'skipped' && skipped !== undefined ? { needs, skipped: skippedOf(skipped) } : { needs };
}

/** A record from elsewhere may say less than ours do. */
function skippedOf(record: NonNullable<PhaseRecord['skipped']>): Skipped {
  const { needs, file = '', at = '', found, stop, byPerson } = record;
  if (needs !== undefined) return { needs };
  return {
    file,
    at,
    ...(found === undefined ? {} : { found }),
    ...(stop === undefined ? {} : { stop }),
    ...(byPerson === undefined ? {} : { byPerson }),
  };
}

function closedAt(tip: Checkpoint | null, session: SessionId): Pick<PhaseView, 'commit' | 'inheritedFrom'> {
  if (tip === null || tip.trailers.session === session) return { commit: tip?.commit ?? null };
  return { commit: tip.commit, inheritedFrom: tip.trailers.session };
}

/** The agent's version is known only once its attempt has ended; until then the previous attempt's is shown. */
function agentOf(known: PhaseRecord, row: StatusRow, { open }: JournalReading): PhaseView['agent'] {
  if (open === null || open.phase !== row.phase) return known.agent;
  const { name, kind } = open.agent;
  return known.agent?.name === name ? known.agent : { kind: kind ?? 'unknown', name, version: null };
}

/** The committed status, or how far the attempt is that this machine's journal has open. */
function shownStatus(row: StatusRow, { reading: { open }, driven }: Here): string {
  if (open === null || open.phase !== row.phase || isFinished(row.status)) return row.status;
  // A person was asked before it is gone on with.
  if (row.status === 'waiting') return row.status;
  if (!driven) return 'interrupted';
  return open.ended === null ? 'running' : 'checking';
}

function shown(row: StatusRow, here: Here): Pick<PhaseView, 'status' | 'checked'> {
  const status = shownStatus(row, here);
  return { status, checked: shownChecked(status, row.checked) };
}

const whatBlocks = ({ attempts }: PhaseRecord): 'gate' | 'setup' =>
  attempts.at(-1)?.outcome === SETUP_FAILED ? 'setup' : 'gate';

function outputFile(
  { state }: World,
  session: SessionId,
  of: { readonly setupIn: number } | { readonly phase: string; readonly attempt: number },
): string | null {
  const outputs = join(state.of(session).folder, 'output');
  // A setup is no attempt; its worktrees are counted from 0.
  if ('setupIn' in of) return join(outputs, `setup-${of.setupIn - 1}`, SETUP_LOG);
  return of.attempt === 0 ? null : join(outputs, `${of.phase}-${of.attempt}`, 'agent.log');
}

const slotNumber = ({ isSlot, name }: SlotPlace): number => (isSlot ? slotIn(name).slot : 1);

const worktreeOf = ({ status }: StatusRow, { isSlot, root }: SlotPlace): Pick<PhaseView, 'worktree'> =>
  isSlot && root !== null && !isFinished(status) ? { worktree: root } : {};

/** What a phase promised and what is there of it: in its working tree, or at the tip where there is none. */
async function artifactViews(
  world: World,
  { root, record }: SlotPlace,
  row: StatusRow,
  phase: Phase | undefined,
): Promise<PhaseView['artifacts']> {
  const views: PhaseView['artifacts'][number][] = [];
  for (const rule of phase?.artifacts ?? []) {
    const path = artifactPath(record.session, row.number, row.phase, rule.path);
    views.push({ path, ...(await sizeOf(world, record, path, row.status === 'done' ? null : root)) });
  }
  return views;
}

async function sizeOf(
  world: World,
  record: SessionRecord,
  path: ReturnType<typeof artifactPath>,
  root: string | null,
): Promise<{ readonly present: boolean; readonly bytes: number }> {
  if (root !== null) {
    const found = await world.files.kind(root, path);
    return { present: found?.kind === 'file', bytes: found?.kind === 'file' ? found.bytes : 0 };
  }
  const bytes = await fileBytes(world.repository, await restingTree(world.repository, record), path);
  return { present: bytes !== null, bytes: bytes ?? 0 };
}

/** The time since opening keeps running while nobody works; agents' working time is counted separately. */
export function openedAt(session: SessionId, history: readonly Checkpoint[]): Pick<StatusView, 'opened'> {
  const first = history.findLast(({ trailers }) => trailers.session === session);
  return first?.trailers.seq === 1 ? { opened: first.at } : {};
}

/** What all phases have used up, and what items had that a round did away with. */
export function spentIn(
  { records }: SessionRecord,
  rows: readonly Pick<PhaseRow, 'tally'>[],
): Pick<StatusView, 'usage' | 'workedMs'> {
  const folded = spentByFolded(records.values());
  const usages = [folded.usage, ...rows.map(({ tally }) => readUsage(tally.usage))];
  const workedMs = rows.reduce((sum, { tally }) => sum + (tally.workedMs ?? 0), folded.workedMs);
  return {
    usage: sumUsage(usages.flatMap((usage) => usage ?? [])),
    ...(workedMs === 0 ? {} : { workedMs }),
  };
}
