import { CairnError } from '../../base/cairnError.ts';
import { waitingIn } from '../../model/status/waitingIn.ts';
import { glanceTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import { TRAILERS, type TrailersGlance } from '../../model/checkpoint/trailers.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import { forkedFrom } from '../../model/checkpoint/checkpoint.ts';
import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import { lookedAtFor, stateHere, type StateHere } from '../../model/attempt/stateHere.ts';
import { shownChecked, shownState } from '../../model/status/statusWords.ts';
import { checkSessionId } from '../../model/names/sessionId.ts';
import type { DamagedRef, Objects, Ref } from '../ports.ts';
import type { SessionSummary } from '../results.ts';
import { glanceStatusAt } from '../record/glanceStatusAt.ts';
import { isRenamed, traceOf } from '../record/traceOf.ts';
import { landedHere } from './landedHere.ts';
import { seeHere, withoutEnded } from './seeHere.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repository' | 'state' | 'leases' | 'clock' | 'log'>;

/**
 * Every session that a branch here or a remote-tracking branch holds, newest first: one process, whatever their number,
 * and one more where some have branches of another prefix.
 */
export async function listSessions(world: Needs): Promise<readonly SessionSummary[]> {
  return (await listWithRefs(world, [])).sessions;
}

/** The same, with all refs that its first process told of: those below `also` come with it. */
export async function listWithRefs(
  world: Needs,
  also: readonly string[],
): Promise<{ readonly sessions: readonly SessionSummary[]; readonly refs: readonly Ref[] }> {
  const found = new Map<SessionId, SessionSummary>();
  const refs = await findBelow(world, ['cairn/'], found, also);
  const here = await world.state.sessions();
  const prefixes = await otherPrefixes(world, here, found);
  if (prefixes.length > 0) await findBelow(world, prefixes, found);
  await findRenamed(world, here, found);
  const sessions = [...found.values()].sort((a, b) =>
    a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : a.session < b.session ? -1 : 1,
  );
  return { sessions, refs };
}

/** Sessions that were worked on here and whose branch has another name now: they must not vanish. */
async function findRenamed(
  world: Needs,
  here: readonly SessionId[],
  found: Map<SessionId, SessionSummary>,
): Promise<void> {
  for (const session of here.filter((known) => !found.has(known))) {
    const trace = await traceOf(world, session);
    if (!isRenamed(trace)) continue;
    const ref = (await world.repository.refs([`refs/heads/${trace.renamed}`]))[0];
    const summary = ref === undefined ? null : await summarise(world, session, ref, trace.branch);
    if (summary !== null)
      found.set(session, {
        ...summary,
        state: 'damaged',
        checked: null,
        problem: { warning: 'renamed', session, trace },
      });
  }
}

async function findBelow(
  world: Needs,
  prefixes: readonly string[],
  found: Map<SessionId, SessionSummary>,
  also: readonly string[] = [],
): Promise<readonly Ref[]> {
  const damaged: DamagedRef[] = [];
  const refs = await world.repository.refs(
    [...prefixes.flatMap((prefix) => [`refs/heads/${prefix}*`, `refs/remotes/**/${prefix}*`]), ...also],
    (ref) => damaged.push(ref),
  );
  // Local branches first: a remote-tracking one counts only where there is no local one.
  const local = (ref: DamagedRef): number => (ref.name.startsWith('refs/heads/') ? 0 : 1);
  const branches = [...damaged, ...refs].filter(({ name }) => /^refs\/(?:heads|remotes)\//.test(name));
  for (const ref of branches.sort((a, b) => local(a) - local(b))) {
    const session = sessionOf(ref);
    if (session === null || found.has(session)) continue;
    const branch = branchOf(ref, session, prefixes);
    const summary = await summariseAny(world, session, ref, branch);
    if (summary !== null) found.set(session, summary);
  }
  return refs;
}

/** Of sessions that this machine has worked on and whose branch is not where branches are: of the others nothing is read. */
async function otherPrefixes(
  { state }: Pick<World, 'state'>,
  here: readonly SessionId[],
  found: ReadonlyMap<SessionId, unknown>,
): Promise<readonly string[]> {
  const prefixes = new Set<string>();
  for (const session of here.filter((known) => !found.has(known))) {
    const branch = (await state.of(session).about())?.branch;
    if (branch !== undefined && branch.endsWith(session)) prefixes.add(branch.slice(0, -session.length));
  }
  prefixes.delete('cairn/');
  return [...prefixes];
}

/** The branch without the remote's name, which may have slashes in it as well. */
function branchOf(ref: DamagedRef, session: SessionId, prefixes: readonly string[]): string {
  const local = ref.name.replace(/^refs\/heads\//, '');
  if (local !== ref.name) return local;
  const branches = prefixes.map((prefix) => `${prefix}${session}`);
  return branches.find((branch) => ref.name.endsWith(`/${branch}`)) ?? ref.name;
}

const isWhole = (ref: Ref | DamagedRef): ref is Ref => 'message' in ref;

function sessionOf(ref: DamagedRef): SessionId | null {
  const checked = checkSessionId(ref.name.slice(ref.name.lastIndexOf('/') + 1));
  return checked.ok ? checked.value : null;
}

/** Whatever a fetch has brought: a branch that cannot be read hides no other one. Null for one that is none of ours. */
async function summariseAny(
  world: Needs,
  session: SessionId,
  ref: Ref | DamagedRef,
  branch: string,
): Promise<SessionSummary | null> {
  try {
    if (isWhole(ref)) return await summarise(world, session, ref, branch);
    if (await isStrange(world, session, ref)) return null;
  } catch (error) {
    // What is wrong with git or the machine is wrong with all of them.
    if (error instanceof CairnError && !error.code.startsWith('data/')) throw error;
    world.log.warn('unreadable branch', { ref: ref.name, error: String(error) });
    if ((await world.state.of(session).about()) === null) return null;
  }
  return (await import('./damagedSession.ts')).summariseDamaged(world, session, ref, branch);
}

/** On a remote only, and never worked on here. */
const isStrange = async (
  { state }: Pick<World, 'state'>,
  session: SessionId,
  { name }: DamagedRef,
): Promise<boolean> => name.startsWith('refs/remotes/') && (await state.of(session).about()) === null;

/** Null for a branch that only looks like one of ours: somebody called theirs `cairn/…`. */
async function summarise(
  world: Needs,
  session: SessionId,
  ref: Ref,
  branch: string,
): Promise<SessionSummary | null> {
  const remote = ref.name.startsWith('refs/remotes/');
  const glance = glanceTrailers(ref.message);
  // A copy of another session's branch, or that one renamed, says nothing of this session.
  const found: Said | null = isOfAnother(glance, session)
    ? null
    : (glance ?? (await withoutTrailers(world, session, ref)));
  // A branch of ours must not vanish because somebody moved it to a commit that is not ours.
  if (found === null && (await world.state.of(session).about()) === null) return null;
  const said = found ?? NOTHING_SAID;
  const state = shownState(said.state);
  const here = await stateToShow(world, session, state, ref.commit, glance);
  return {
    session,
    title: said.title ?? session,
    workflow: said.workflow ?? 'unknown',
    ...here,
    checked: shownChecked(here.state, said.checked),
    seq: said.seq ?? 0,
    next: (said.next ?? []) as readonly PhaseId[],
    waiting: waitingBy(said, state) as readonly PhaseId[],
    updated: said.updated ?? ref.at,
    branch,
    remote,
    ...(await landedHere(world, session, { state, remote, seq: said.seq })),
    ...forkOf(said),
  };
}

/** Before schema 2 no trailer says it, and only the next phase can wait. */
const waitingBy = ({ waiting, next }: Said, state: string): readonly string[] =>
  waiting ?? (state === 'waiting' ? (next ?? []) : []);

const forkOf = (said: Said): Pick<SessionSummary, 'forkedFrom'> =>
  forkedFrom(said) === null || said.forkedFrom === null ? {} : { forkedFrom: said.forkedFrom };

const isOfAnother = (glance: TrailersGlance | null, session: SessionId): boolean =>
  glance !== null && glance.session !== null && glance.session !== session;

/** Most sessions of a long list are over, and who is at work on those is not read; of those that wait nothing but who drives them. */
async function stateToShow(
  world: Needs,
  session: SessionId,
  stored: string,
  tip: CommitId,
  glance: TrailersGlance | null,
): Promise<StateHere> {
  const looked = lookedAtFor(stored);
  const isAsStored = looked === null || (looked === 'lease' && !(await world.leases.peek(session)).held);
  if (isAsStored) return { state: stored, driven: false };
  const seen = await seeHere(world, session);
  // A crash may have left an attempt in the journal that the tip has ended.
  return stateHere(stored, glance === null ? seen : withoutEnded(seen, tip, glance));
}

type Said = Pick<
  TrailersGlance,
  'title' | 'workflow' | 'state' | 'next' | 'waiting' | 'seq' | 'checked' | 'updated' | 'forkedFrom'
>;

const NOTHING_SAID: Said = {
  title: null,
  workflow: null,
  state: null,
  seq: null,
  next: null,
  waiting: null,
  checked: null,
  updated: null,
  forkedFrom: null,
};

/** A tip without trailers, as after a squash. Of a branch that nobody has worked on here nothing is read: there may be any number. */
async function withoutTrailers(world: Needs, session: SessionId, ref: Ref): Promise<Said | null> {
  if (!(await isStrange(world, session, ref))) return fromStatus(world, session, ref);
  return hasTrailer(ref.message, TRAILERS.session, session) ? NOTHING_SAID : null;
}

/** What is done is still in its tree. Null: nothing of ours is. */
async function fromStatus(
  { repository }: { readonly repository: Objects },
  session: SessionId,
  ref: Ref,
): Promise<Said | null> {
  const glance = await glanceStatusAt(repository, session, ref.commit);
  if (glance === null || glance === 'nothing') return glance === null ? null : NOTHING_SAID;
  return { ...glance, waiting: waitingIn(glance.rows), forkedFrom: null };
}
