import { lookUp } from '../../base/lookUp.ts';
import { findSession, repositoriesOf, type SessionNode } from '../state/windowState.ts';
import type { Store } from '../window/createStore.ts';
import { changeRows, detailRows, outputRows } from './detailRows.ts';
import { doubtRows, permissionRows } from './permissionRows.ts';
import { glancePhaseRows } from './glanceRows.ts';
import { itemRows } from './plannedRows.ts';
import { rescueRows } from './rescueRows.ts';
import type { Row, Subject } from './row.ts';
import { rowsOfActivity } from './activityRows.ts';
import { landRows, sessionRows } from './sessionRows.ts';
import { phasesOfWave, waveRows } from './waveRows.ts';

type Kind = Subject['kind'];
type Below<K extends Kind> = (
  store: Store,
  subject: Extract<Subject, { kind: K }>,
  now: number,
) => readonly Row[] | Promise<readonly Row[]>;

/** The children of each kind of row that can be opened. */
const BELOW: { readonly [K in Kind]?: Below<K> } = {
  repository: ({ state }, { repository: key }, now) => {
    const repository = repositoriesOf(state).find((one) => one.key === key);
    return repository === undefined ? [] : sessionRows(repository, now);
  },
  glance: ({ state }, { folder, session }, now) => {
    const found = state.folders.find((one) => one.kind === 'glanced' && one.folder === folder);
    const glanced =
      found?.kind === 'glanced' ? found.sessions.find((one) => one.session === session) : undefined;
    return glanced === undefined ? [] : glancePhaseRows(folder, glanced, now);
  },
  session: async (store, subject, now) => {
    if (findSession(store.state, subject)?.status === null) await store.look(subject);
    return ofSession(store, subject, (node) => [
      ...permissionRows(subject.repository, node),
      ...doubtRows(subject.repository, node),
      ...landRows(subject.repository, node),
      ...waveRows(subject.repository, node, now),
    ]);
  },
  wave: (store, subject, now) =>
    ofSession(store, subject, (node) => phasesOfWave(subject.repository, node, subject.n, now)),
  rescues: (store, subject, now) =>
    ofSession(store, subject, (node) => rescueRows(subject.repository, node, now)),
  phase: (store, subject) =>
    ofSession(store, subject, (node) => {
      const phase = node.status?.phases.find((one) => one.id === subject.phase);
      return phase === undefined ? [] : detailRows(subject.repository, node, phase);
    }),
  planned: (store, subject) => ofSession(store, subject, (node) => itemRows(subject, node)),
  activity: (store, subject) => ofSession(store, subject, (node) => rowsOfActivity(subject, node.activities)),
  output: async (store, { repository, session, phase }) => {
    const view = findSession(store.state, { repository, session })?.status?.phases.find(
      ({ id }) => id === phase,
    );
    const { api } = store.repository(repository);
    return view === undefined
      ? []
      : outputRows(repository, session, view, await api.outputs(session, phase, view.attempt));
  },
  changes: async (store, { repository, session, phase }) =>
    changeRows(repository, await store.repository(repository).api.diff(session, phase), phase),
};

/** The children of a row. */
export async function rowsBelow(store: Store, { subject }: Row, now: number): Promise<readonly Row[]> {
  // The table pairs each kind with its own function, which a lookup by union cannot express.
  const below = lookUp(BELOW, subject.kind) as Below<Kind> | undefined;
  return below === undefined ? [] : below(store, subject, now);
}

function ofSession(
  store: Store,
  subject: Parameters<typeof findSession>[1],
  rows: (node: SessionNode) => readonly Row[],
): readonly Row[] {
  const node = findSession(store.state, subject);
  return node === null ? [] : rows(node);
}
