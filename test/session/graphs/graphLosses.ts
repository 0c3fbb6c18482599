import type { CommitId, RefName, RepoPath } from '../../../src/model/names/ids.ts';
import { statusPath } from '../../../src/model/names/places.ts';
import { parseStatus } from '../../../src/model/status/parseStatus.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';
import { DEMO } from '../../support/session.ts';
import { goodText, leftOver, letterOf, ownFile, type Played } from './playSession.ts';
import type { Graph } from './anyGraph.ts';

const FINISHED = ['done', 'skipped'];
const SHARED = 'src/shared.txt';
const BRANCH = 'refs/heads/cairn/demo' as RefName;

/** A checkpoint, as its own STATUS.md has the phases. */
export interface Told {
  readonly commit: CommitId;
  readonly kind: string;
  readonly rows: readonly StatusRow[];
}

/** What a session that was played has lost, or done that nobody wanted, in words; empty where all is well. */
export async function graphLosses(graph: Graph, played: Played): Promise<readonly string[]> {
  const { api, memory, status } = played;
  const told = await toldOf(played);
  const finished = finishedIn(told);
  const keys = new Set(finished);
  const refs = [...memory.repository.store.keys()];
  return [
    ...(await api.verify(DEMO)).flatMap(({ violations }) =>
      violations.map((one) => `verify: ${JSON.stringify(one)}`),
    ),
    ...refs.filter((ref) => ref.includes('/queued/')).map((ref) => `${ref} is left`),
    ...finished.filter((key, at) => finished.indexOf(key) !== at).map((key) => `twice: ${key}`),
    ...(await beginnings(graph, played)),
    ...twiceInRound(played),
    ...leftOver(graph, played.parallel, status),
    ...(status.leftovers > 0 && !isHeld(played) ? [`${status.leftovers} files are left over`] : []),
    ...(await publishedWrong(graph, played, keys)),
    ...(await rescuedWrong(played, keys)),
  ];
}

export const rowsAt = async ({ memory }: Played, commit: CommitId): Promise<readonly StatusRow[]> => {
  const text = Buffer.from((await memory.repository.read(commit, statusPath(DEMO))) ?? []).toString();
  const read = parseStatus('STATUS.md', text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.rows;
};

export const toldOf = async (played: Played): Promise<readonly Told[]> =>
  Promise.all(
    (await played.api.log(DEMO)).map(async ({ commit, kind }) => ({
      commit,
      kind,
      rows: await rowsAt(played, commit),
    })),
  );

/** `<phase>/<round> <status>` of each that a checkpoint finished, in their order. */
export const finishedIn = (told: readonly Told[]): readonly string[] =>
  told.flatMap(({ rows }, at) => {
    const before = new Set((told[at - 1]?.rows ?? []).map(keyOf));
    return rows
      .filter(({ status }) => FINISHED.includes(status))
      .map(keyOf)
      .filter((key) => !before.has(key));
  });

const keyOf = ({ phase, round, status }: StatusRow): string => `${phase}/${round} ${status}`;

/** A phase begins on a checkpoint on which all that it needs is finished, finds what that left, and only once at a time. */
async function beginnings(graph: Graph, played: Played): Promise<readonly string[]> {
  const { attempts, parallel } = played;
  const found = attempts.map(async ({ phase, round, on, beside, found: files, resolves }) => {
    const rows = await rowsAt(played, on);
    const needs = new Set(graph.needs.get(letterOf(phase)));
    const needed = rows.filter((row) => needs.has(letterOf(row.phase)) || isNeededItem(phase, row.phase));
    const early = needed.filter(({ status }) => !FINISHED.includes(status));
    const unseen = needed.filter(
      (row) => row.status === 'done' && files.get(row.phase) !== goodText(row.phase, row.round),
    );
    const name = `${phase}/${round}`;
    return [
      ...early.map((row) => `${name} begins before ${row.phase}, which is ${row.status}`),
      ...unseen.map((row) => `${name} does not find the work of ${row.phase}: ${files.get(row.phase)}`),
      ...(beside.includes(phase) ? [`${name} is at work twice`] : []),
      ...(beside.length >= parallel ? [`${name} begins beside ${beside.join()}`] : []),
      ...(resolves && !graph.fates.get(letterOf(phase))?.shares ? [`${name} conflicts`] : []),
    ];
  });
  return (await Promise.all(found)).flat();
}

const isNeededItem = (phase: string, other: string): boolean =>
  phase.endsWith('-3') && other === `${letterOf(phase)}-1`;

/** After an attempt that holds there is another in its round only where somebody sent it back, or it does not merge. */
function twiceInRound({ attempts, rejected, stops }: Played): readonly string[] {
  const groups = Map.groupBy(attempts, ({ phase, round }) => `${phase}/${round}`);
  return [...groups].flatMap(([key, all]) => {
    const first = all.findIndex(({ end }) => end === 'holds');
    const more =
      first === -1 ? [] : all.slice(first + 1).filter(({ resolves, end }) => !resolves && end === 'holds');
    // Who is stopped before it is noted that its agent has ended begins anew.
    const excused = rejected.filter((each) => each === key).length + stops;
    return more.length > excused ? [`${key} ran again: ${all.map(({ end }) => end).join()}`] : [];
  });
}

const isHeld = ({ status: { phases } }: Played): boolean =>
  phases.some(({ status }) => ['waiting', 'blocked'].includes(status));

/** What the tip has of each phase is what it left in a round in which it was done, or sent the work back. */
async function publishedWrong(
  { flow }: Graph,
  played: Played,
  finished: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { memory, status, attempts } = played;
  const { repository } = memory;
  const hasHeld = (key: string): boolean =>
    attempts.some(({ phase, round, end }) => end === 'holds' && `${phase}/${round}` === key);
  const tip = repository.store.get(BRANCH) as CommitId;
  const files = (await repository.list(tip, 'src' as RepoPath)).filter(({ path }) => path !== SHARED);
  const texts = await Promise.all(
    files.map(
      async ({ path, blob }) => [path, Buffer.from(await repository.readBlob(blob)).toString()] as const,
    ),
  );
  const byPath = new Map<string, string>(texts);
  const odd = texts.filter(([, text]) => {
    const [word, phase, round] = text.trim().split(' ');
    const isLooped = flow.phases.some(({ id, loop }) => id === letterOf(phase ?? '') && loop !== undefined);
    const isThere = isLooped ? hasHeld(`${phase}/${round}`) : finished.has(`${phase}/${round} done`);
    return word !== 'good' || !isThere;
  });
  const lost = status.phases.filter(
    ({ id, round, status: its }) => its === 'done' && byPath.get(ownFile(id)) !== goodText(id, round),
  );
  return [
    ...odd.map(([path, text]) => `${path} says ${text}`),
    ...lost.map(({ id, round }) => `the work of ${id}/${round} is not there: ${byPath.get(ownFile(id))}`),
  ];
}

/** A rescue holds what was cut off, or ended when nobody needed it any more: nothing that was published. */
async function rescuedWrong(
  { memory: { repository }, attempts, stops }: Played,
  finished: ReadonlySet<string>,
): Promise<readonly string[]> {
  const rescues = [...repository.store].filter(([ref]) => ref.includes('/rescue/'));
  const isOpen = (text: string): boolean => {
    const [word, phase, round] = text.split(' ');
    const its = attempts.filter((one) => one.phase === phase && one.round === Number(round));
    const isCut = stops > 0 || its.some(({ end }) => end === 'cut');
    // Whoever was stopped as it ended has done it once more since.
    const isAnew = stops > 0 && its.filter(({ end }) => end === 'holds').length > 1;
    if (!finished.has(`${phase}/${round} done`)) return its.length > 0;
    return (word === 'half' && isCut) || isAnew;
  };
  const found = rescues.map(async ([ref, commit]) => {
    const [parent = commit] = (await repository.commitEntry(commit)).parents;
    const changes = await repository.changes(parent, commit);
    const blobs = changes.flatMap(({ path, after }) =>
      path.startsWith('src/') && path !== SHARED && after !== null ? [after.blob] : [],
    );
    const texts = await Promise.all(
      blobs.map(async (blob) =>
        Buffer.from(await repository.readBlob(blob))
          .toString()
          .trim(),
      ),
    );
    const wrong = texts.filter((text) => !isOpen(text));
    return [
      ...wrong.map((text) => `${ref} holds ${text}`),
      ...(texts.length === 0 ? [`${ref} holds ${changes.map(({ path }) => path).join() || 'nothing'}`] : []),
    ];
  });
  return (await Promise.all(found)).flat();
}

/** What a session comes to, in whatever order its phases end: each phase, and its files where none conflict. */
export async function comesTo(graph: Graph, played: Played): Promise<unknown> {
  const { memory, status } = played;
  const { repository } = memory;
  const done = new Set<string>(status.phases.filter((row) => row.status === 'done').map(({ id }) => id));
  // Of a phase that a round reopened it depends on the order whether it had been done in the round before.
  const isCompared = (path: string): boolean => {
    const phase = /(?:^src\/|\/\d+-)([a-l](?:-\d)?)(?:\.txt$|\/)/.exec(path)?.[1];
    return phase !== undefined && done.has(phase) && !path.includes('/round-') && !RECORD.test(path);
  };
  const files = await repository.list(repository.store.get(BRANCH) as CommitId, '');
  return {
    phases: status.phases.map(({ id, status: is, round }) => `${id} ${is} ${round}`),
    files: [...graph.fates.values()].some(({ shares }) => shares)
      ? null
      : files.filter(({ path }) => isCompared(path)).map(({ path, blob }) => `${blob} ${path}`),
  };
}

const RECORD = /\/(STATUS\.md|PACKET\.md|LEDGER\.md|phase\.json|effects\.json)$/;

/** What kinds of things happened in it. */
export function kindsIn({ needs }: Graph, { attempts, rejected, stops, status }: Played): readonly string[] {
  const depthOf = (id: string): number => 1 + Math.max(0, ...(needs.get(id) ?? []).map(depthOf));
  const { phases } = status;
  const kinds: Readonly<Record<string, boolean>> = {
    deep: [...needs.keys()].some((id) => depthOf(id) > 4),
    wide: attempts.some(({ beside }) => beside.length > 1),
    'second round': phases.some(({ round }) => round === 2),
    'later round': phases.some(({ round }) => round > 2),
    items: phases.some(({ id }) => id.includes('-')),
    'no items': phases.some((row) => row.forEach !== undefined && row.status === 'skipped'),
    skipped: phases.some((row) => row.status === 'skipped' && row.forEach === undefined),
    blocked: phases.some((row) => row.status === 'blocked'),
    asked: attempts.some(({ end }) => end === 'asks'),
    'gate failed': attempts.some(({ end }) => end === 'red' || end === 'nothing'),
    crashed: attempts.some(({ end }) => end === 'crashed'),
    'sent back': rejected.length > 0,
    'does not merge': attempts.some(({ resolves }) => resolves),
    'cut off': attempts.some(({ end }) => end === 'cut'),
    stopped: stops > 0,
  };
  return Object.keys(kinds).filter((kind) => kinds[kind]);
}
