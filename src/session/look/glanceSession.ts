import type { CairnError } from '../../base/cairnError.ts';
import type { StatusGlance } from '../../model/status/status.ts';
import type { CommitId, PhaseId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import { workflowPath } from '../../model/names/places.ts';
import { stateHere } from '../../model/attempt/stateHere.ts';
import { shownChecked, shownState, shownStatus } from '../../model/status/statusWords.ts';
import { glanceTip } from '../record/glanceTip.ts';
import type { FoundSession } from '../record/findSession.ts';
import { listRescues } from '../rescue/rescues.ts';
import type { StatusView } from '../results.ts';
import { readToShow } from '../record/recordReader.ts';
import { decode } from '../record/text.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workAbove } from '../workingTree/workOf.ts';
import { seeHere, type SeenHere } from './seeHere.ts';
import type { Objects } from '../ports.ts';
import type { Warning } from '../warning.ts';
import type { World } from '../world.ts';

/**
 * What can be shown of a session that this Cairn cannot read whole: what it does not know as `unknown`.
 *
 * @param tip null where no checkpoint of it can be read at all
 * @param because why no more is shown, in words
 */
export async function glanceSession(
  world: World,
  { session, ref, tip }: Pick<FoundSession, 'session' | 'ref'> & { readonly tip: CommitId | null },
  because: Warning,
): Promise<StatusView> {
  const found = tip === null ? null : await glanceTip(world, session, tip);
  const { status: glance, said } = found ?? { status: null, said: null };
  const words = wordsOf(said, session);
  const root = await workingRoot(world, session);
  const seen = await seeHere(world, session);
  return {
    schema: 1,
    session,
    ...words,
    ...stateOf(words, glance, seen),
    branch: ref.replace(/^refs\/(heads|remotes\/[^/]+)\//, ''),
    worktree: root,
    isolation: glance?.isolation === 'in-place' ? 'in-place' : 'worktree',
    working: [],
    leftovers: tip === null ? 0 : await leftoversOf(world, session, tip, root),
    phases: (glance?.rows ?? []).map(phaseOf),
    rescues: await listRescues(world, session),
    addedBytes: null,
    usage: null,
    effects: { done: 0, failed: 0, inDoubt: 0 },
    doubts: [],
    warnings: [because, ...unknownWords(said, glance?.rows ?? [])],
    question: null,
    questions: [],
    permissions: [],
    notes: [],
    drivenBy: seen.lease.held ? seen.lease.by : null,
  };
}

function stateOf(
  words: Pick<StatusView, 'state'>,
  glance: StatusGlance | null,
  seen: SeenHere,
): Pick<StatusView, 'state' | 'checked'> {
  const { state } = stateHere(words.state, seen);
  return { state, checked: shownChecked(state, glance?.checked ?? null) };
}

async function leftoversOf(
  world: World,
  session: SessionId,
  tip: CommitId,
  root: string | null,
): Promise<number> {
  if (root === null) return 0;
  const { tree } = await world.repository.commitEntry(tip);
  const never = await copiedInto(world, { session, tip });
  return (await workAbove(world, session, root, tree, never))?.length ?? 0;
}

/** Untracked files that the worktree was given, which are no leftovers. */
async function copiedInto(
  { repository }: { readonly repository: Objects },
  { session, tip }: Pick<FoundSession, 'session' | 'tip'>,
): Promise<readonly RepoPath[]> {
  const bytes = await readToShow(repository, tip, workflowPath(session));
  const isRead = bytes !== null && bytes !== 'too long';
  const parsed = !isRead ? null : parseWorkflow(workflowPath(session), decode(bytes));
  return parsed?.ok === true ? parsed.value.worktree.copy : [];
}

/** A warning for each word that is shown as `unknown`. */
function unknownWords(said: Said | null, rows: StatusGlance['rows']): readonly Warning[] {
  const state = said?.state ?? null;
  return [
    ...(state === null || shownState(state) === state ? [] : [{ warning: 'unknown-state', state } as const]),
    ...rows
      .filter(({ status }) => shownStatus(status) !== status)
      .map(({ phase, status }) => ({ warning: 'unknown-status', status, phase }) as const),
  ];
}

/** Why this Cairn only looks: the file and what is wrong with it. */
export function readOnlyBecause(error: CairnError): Warning {
  const file = 'file' in error.details ? error.details.file : 'this session';
  if (error.code === 'data/newer-schema') return { warning: 'newer-schema', file };
  const warning = error.code === 'data/unknown-word' ? 'unknown-words' : 'unreadable';
  return { warning, file, line: firstLine(error) };
}

/** The first line that an error names. */
export function firstLine({
  details,
}: CairnError): { readonly line: number; readonly message: string } | null {
  const [problem] = 'problems' in details ? details.problems : [];
  return problem === undefined ? null : { line: problem.line, message: problem.message };
}

type Said = Pick<StatusGlance, 'title' | 'workflow' | 'state' | 'seq' | 'next' | 'plan'>;

function wordsOf(
  said: Said | null,
  session: SessionId,
): Pick<StatusView, 'title' | 'workflow' | 'state' | 'seq' | 'next' | 'plan'> {
  const words = said ?? NOTHING;
  return {
    title: words.title ?? session,
    workflow: words.workflow ?? 'unknown',
    state: shownState(words.state),
    seq: words.seq ?? 0,
    next: (words.next ?? []) as readonly PhaseId[],
    plan: words.plan ?? '',
  };
}

const NOTHING: Said = { title: null, workflow: null, state: null, seq: null, next: null, plan: null };

function phaseOf(row: StatusGlance['rows'][number], index: number): StatusView['phases'][number] {
  return {
    number: row.number ?? index + 1,
    id: row.phase as PhaseId,
    title: null,
    status: shownStatus(row.status),
    checked: shownChecked(row.status, row.checked),
    round: row.round ?? 1,
    attempt: row.attempt ?? 0,
    needs: [],
    artifacts: [],
    updated: row.updated,
    commit: null,
    checks: [],
    blockedBy: null,
    reasons: [],
    notCaptured: [],
    agent: null,
    usage: null,
    output: null,
  };
}
