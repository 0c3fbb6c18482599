import { changedChecks } from '../record/changedChecks.ts';
import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { countEffects } from '../../model/effects/effectState.ts';
import { doubtsOf } from '../../model/effects/doubt.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { planCapture } from '../../model/capture/planCapture.ts';
import { stateHere } from '../../model/attempt/stateHere.ts';
import { shownChecked } from '../../model/status/statusWords.ts';
import { sessionRefs, branchNamed } from '../../model/names/places.ts';
import { sortNotes } from '../../model/agent/steerNote.ts';
import { hereIn, journalsOf, openIn, unknownIn, unpublishedIn, waitsUntil, workingIn } from './bySlot.ts';
import { addedBytes, sizeWarnings } from './addedBytes.ts';
import { agentWarnings, resumeAsks, warningsOf } from './warningsOf.ts';
import { whatToLand } from './whatToLand.ts';
import { readEffects } from '../effects/readEffects.ts';
import { damagedStatus } from './damagedSession.ts';
import { wholeHere } from '../record/atOnce.ts';
import { explainDamage } from '../record/damage.ts';
import { findSession, type FoundSession } from '../record/findSession.ts';
import { askedNow, questionsOf } from './askedNow.ts';
import { glanceSession, readOnlyBecause } from './glanceSession.ts';
import { readHistory } from '../record/history.ts';
import { remotesOf } from '../record/remoteTips.ts';
import { givenAndResult } from './sessionResult.ts';
import { seeHere, withoutClosed, type SeenHere } from './seeHere.ts';
import { placesOf } from './placeOf.ts';
import { lyingIn } from '../drive/slotPlaces.ts';
import { openedAt, phaseRows, phaseView, spentIn, type PhaseRow } from './phaseView.ts';
import { ownRefs } from '../record/ownRefs.ts';
import { viewRescues } from '../rescue/rescues.ts';
import type { Pending, Ref } from '../ports.ts';
import type { PhaseView, StatusView } from '../results.ts';
import { notCapturedIn, readSession, type SessionRecord } from '../record/sessionRecord.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOnTop } from '../workingTree/workOf.ts';
import type { Warning } from '../warning.ts';
import type { World } from '../world.ts';

/** Errors that still leave something to show. */
const SHOWN_ALL_THE_SAME: ReadonlySet<ErrorCode> = new Set([
  'data/newer-schema',
  'data/unknown-word',
  'data/corrupt',
  'data/schema-missing',
]);

/**
 * The state of a session, for people and machines; what a newer Cairn wrote is shown as far as it can be read.
 *
 * @param known all refs below `refs/cairn/` and all branches below `cairn/`, here and remote, where somebody just asked for them
 */
export async function sessionStatus(
  world: World,
  session: SessionId,
  known: readonly Ref[] | null = null,
): Promise<StatusView> {
  try {
    return await statusOrGlance(world, await findSession(world, session), known);
  } catch (error) {
    const explained = await explainDamage(world, session, error);
    if (CairnError.is(explained, 'data/missing-object')) return damagedStatus(world, session, explained);
    throw error;
  }
}

async function statusOrGlance(
  world: World,
  found: FoundSession,
  known: readonly Ref[] | null,
): Promise<StatusView> {
  const { session } = found;
  try {
    return await statusOf(world, await readSession(world.repository, session, found.ref, found.tip), known);
  } catch (error) {
    if (!(error instanceof CairnError) || !SHOWN_ALL_THE_SAME.has(error.code)) throw error;
    const glance = await glanceSession(world, found, readOnlyBecause(error));
    return { ...glance, readOnly: error.code === 'data/newer-schema' ? 'newer-schema' : 'unreadable' };
  }
}

async function statusOf(
  world: World,
  record: SessionRecord,
  known: readonly Ref[] | null,
): Promise<StatusView> {
  const { session, status } = record;
  const [history, here, root, { refs, remotes }, notes, effects, pending] = await readAtOnce(
    world,
    record,
    known,
  );
  const seen = withoutClosed(here, history);
  const whole = seen.lease.held ? status : await wholeHere(world, record);
  const { state, driven } = stateHere(whole.state, seen);
  const placeOf = await placesOf(world, record, history);
  const rows = phaseRows(record, unpublishedIn(seen, record, history));
  const viewOf = async (row: PhaseRow): Promise<PhaseView> =>
    phaseView(world, record, history, row, hereIn(seen, driven, await placeOf(row.row.phase)));
  const pendingOf = async ({ phase }: { readonly phase: PhaseId }): Promise<readonly Pending[]> => {
    const place = await placeOf(phase);
    return place.isSlot ? (await lyingIn(world, place)).work : pending;
  };
  const [phases, rescues, added, asks, warned, asked, given, left] = await Promise.all([
    Promise.all(rows.map(viewOf)),
    viewRescues(world, session, refs),
    addedBytes(world, record, history, refs),
    resumeAsks({ world, record, history, root }),
    warningsOf({ world, record, history, root, remotes, seen, pendingOf }),
    questionsOf(world, record, placeOf),
    givenAndResult(world.repository, record),
    whatToLand(world, record, history),
  ]);
  return {
    schema: 1,
    session,
    ...saidIn(status),
    worktree: root,
    isolation: status.isolation,
    state,
    checked: shownChecked(state, status.checked),
    next: whole.next ?? [],
    working: workingIn(root, driven, seen),
    plan: status.plan,
    ...forkOf(history),
    ...given,
    ...left,
    leftovers: uncommitted(world, record, pending),
    phases,
    rescues,
    addedBytes: added,
    ...spentIn(record, rows),
    ...openedAt(session, history),
    ...effectsIn(effects),
    ...toldOf(seen, [...asks.warnings, ...warned, ...sizeWarnings(world, added)], record),
    ...asks.of,
    ...askedNow(state, seen.permissions, asked),
    notes: untold(notes, record, seen),
    ...ownerOf(seen),
  };
}

const saidIn = ({
  title,
  workflow,
  branch,
  seq,
}: SessionRecord['status']): Pick<StatusView, 'title' | 'workflow' | 'branch' | 'seq'> => ({
  title,
  workflow,
  branch,
  seq,
});

/** Most of these are a process of git's own; none needs another, and a window asks every two seconds. */
function readAtOnce(world: World, record: SessionRecord, known: readonly Ref[] | null) {
  const { session } = record;
  const rooted = workingRoot(world, session);
  return Promise.all([
    readHistory(world.repository, record),
    seeHere(world, session),
    rooted,
    refsOf(world, record, known),
    world.state.of(session).notes.list(),
    readEffects(world.repository, record),
    // It takes longest, so it begins before the rest is here.
    rooted.then((at) => workOnTop(world, at, record)),
  ]);
}

function ownerOf(seen: SeenHere): Pick<StatusView, 'drivenBy' | 'waitsUntil'> {
  const { lease } = seen;
  if (!lease.held) return { drivenBy: null };
  const until = waitsUntil(seen);
  return { drivenBy: lease.by, ...(until === null ? {} : { waitsUntil: until }) };
}

function untold(
  notes: Parameters<typeof sortNotes>[0],
  { records }: SessionRecord,
  seen: SeenHere,
): StatusView['notes'] {
  return sortNotes(notes, records.values(), journalsOf(seen)).untold.map(({ at, by, text }) => ({
    at,
    by,
    text,
  }));
}

const effectsIn = (
  effects: Awaited<ReturnType<typeof readEffects>>,
): Pick<StatusView, 'effects' | 'doubts'> => ({
  effects: countEffects(effects.effects),
  doubts: doubtsIn(effects),
});

const doubtsIn = (effects: Awaited<ReturnType<typeof readEffects>>): StatusView['doubts'] =>
  doubtsOf(effects).map(({ key, command, at, phase = null, elsewhere }) => ({
    key,
    command,
    at,
    phase,
    ...(elsewhere === true ? { elsewhere } : {}),
  }));

/** What the session keeps besides its branch, and its remote-tracking branches, by one process. */
async function refsOf(
  { repository }: World,
  record: SessionRecord,
  known: readonly Ref[] | null,
): Promise<{ readonly refs: readonly Ref[]; readonly remotes: readonly Ref[] }> {
  const branch = branchNamed(record.ref);
  const isKnown = known !== null && record.ref.startsWith('refs/heads/cairn/');
  const all = isKnown ? known : await repository.refs([sessionRefs(record.session), remotesOf(record)]);
  const remotes = all.filter(({ name }) => name.startsWith('refs/remotes/') && name.endsWith(`/${branch}`));
  return { refs: ownRefs(record.session, all), remotes };
}

/** If the current attempt is a newer Cairn's, in words only that one knows, that warning comes first. */
function toldOf(
  seen: SeenHere,
  warned: readonly Warning[],
  record: SessionRecord,
): Pick<StatusView, 'warnings' | 'readOnly'> {
  const changed = changedChecks(record).map((one) => ({ warning: 'check-changed', ...one }) as const);
  const warnings = [...warned, ...changed, ...agentWarnings(record, openIn(seen))];
  const unknown = unknownIn(seen);
  const [first] = unknown;
  if (first === undefined) return { warnings };
  const details = { file: first.file, commit: null, problems: unknown };
  const because = readOnlyBecause(new CairnError('data/unknown-word', details));
  return { warnings: [because, ...warnings], readOnly: 'unreadable' };
}

/** What the session was forked from: each of its checkpoints says so. */
function forkOf([newest]: readonly Checkpoint[]): Pick<StatusView, 'forkedFrom'> {
  const from = newest?.trailers.forkedFrom ?? null;
  return from === null ? {} : { forkedFrom: from };
}

/** Files that the next checkpoint would take; the rest is reported as not captured. */
function uncommitted(
  { settings }: Pick<World, 'settings'>,
  record: SessionRecord,
  pending: readonly Pending[],
): number {
  const notCaptured = notCapturedIn(record);
  const { take } = planCapture(pending, { maxBytes: settings.maxFileBytes });
  return take.filter((path) => !notCaptured.has(path)).length;
}
