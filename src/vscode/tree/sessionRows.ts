import { counted } from '../../base/listed.ts';
import { timeOfDay } from '../../sentences/timeOfDay.ts';
import { age, spokenAge } from '../state/age.ts';
import { atWork, needWords } from '../state/atWork.ts';
import { asksTrust, damageIn, sessionActs } from '../state/acts.ts';
import { severalWait } from '../state/severalWait.ts';
import { waitingFor } from '../state/waiting.ts';
import {
  isFinished,
  repositoriesOf,
  type RepositoryState,
  type SessionNode,
  type WindowState,
  nextPhase,
} from '../state/windowState.ts';
import { isToLand, resultToLand } from '../state/toLand.ts';
import { startingIn, underWayAt, underWayWord, type UnderWay } from '../state/underWay.ts';
import { preparationWords } from '../state/preparation.ts';
import { phaseName } from '../state/phaseName.ts';
import { sessionWord, type Icon, type StatusWord } from '../state/words.ts';
import { glanceRows } from './glanceRows.ts';
import { row, type Row } from './row.ts';

const BUSY: Icon = { id: 'loading~spin', color: null };

const UNREADABLE: StatusWord = {
  word: 'cannot be read',
  icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
};

const NEWER: StatusWord = { ...UNREADABLE, word: 'update the extension' };

/** Shown instead of the state when it could not be read in full. */
function whyUnreadable({ problem, status }: SessionNode): StatusWord | null {
  if (problem !== null || status?.readOnly === 'unreadable') return UNREADABLE;
  return status?.readOnly === 'newer-schema' ? NEWER : null;
}

/** The top of the tree: sessions, below their repository where the window has several. */
export function topRows(state: WindowState, now: number): readonly Row[] {
  if (!state.trusted)
    return state.folders.flatMap((folder) =>
      folder.kind === 'glanced' ? glanceRows(folder.folder, folder.sessions, now) : [],
    );
  const repositories = repositoriesOf(state);
  const [only] = repositories;
  if (repositories.length === 1 && only !== undefined) return sessionRows(only, now);
  return repositories.map(repositoryRow);
}

/** The sessions of one repository. */
export function sessionRows(repository: RepositoryState, now: number): readonly Row[] {
  const { key, sessions } = repository;
  const result = resultToLand(sessions);
  return [
    ...startingIn(repository).map((one) => startingRow(key, one)),
    ...sessions.map((node): Row => {
      const drawn = sessionRow(key, node, underWayAt(repository, node.summary.session), now);
      return node === result ? { ...drawn, open: 'expanded' } : drawn;
    }),
  ];
}

/** In the place of the session that it becomes. Under an id of its own: VS Code would keep that of the session closed, as it was. */
const startingRow = (key: string, one: UnderWay): Row =>
  row({
    id: `starting:${key}:${one.session}`,
    label: one.title,
    description: underWayWord(one),
    spoken: `Session ${one.title}, ${underWayWord(one)}`,
    icon: BUSY,
    context: 'starting',
    subject: { kind: 'starting', repository: key, session: one.session },
  });

function repositoryRow(repository: RepositoryState): Row {
  const starting = startingIn(repository).length;
  const open = starting + repository.sessions.filter((node) => !isFinished(node.summary.state)).length;
  const all = starting + repository.sessions.length;
  const sessions = counted(all, 'session');
  return row({
    id: `repository:${repository.key}`,
    label: repository.name,
    description: openWords(all, open),
    spoken: `Repository ${repository.name}, ${sessions}, ${open} open`,
    icon: { id: 'repo', color: null },
    context: 'repository',
    open: all === 0 ? 'none' : open > 0 ? 'expanded' : 'collapsed',
    subject: { kind: 'repository', repository: repository.key },
  });
}

function openWords(all: number, open: number): string {
  if (all === 0) return 'no session';
  if (open === all) return counted(open, 'open session');
  return open === 0 ? counted(all, 'session') : `${counted(all, 'session')}, ${open} open`;
}

function sessionRow(key: string, node: SessionNode, underWay: UnderWay | null, now: number): Row {
  const { summary } = node;
  const damage = damageIn(node);
  const state = damage === null ? summary.state : 'damaged';
  // Damage is already explained above the tree.
  const unreadable = damage === null ? whyUnreadable(node) : null;
  const { word, icon } = unreadable ?? sessionWord({ ...summary, state });
  const stands = unreadable === null ? describeState(node, word) : word;
  const words = underWay === null ? stands : underWayWord(underWay);
  const besides = besidesState(node);
  // A fork shares its origin's title.
  const forked = summary.forkedFrom === undefined ? [] : [`forked from ${summary.forkedFrom}`];
  return row({
    id: `session:${key}:${summary.session}`,
    label: summary.title === '' ? summary.session : summary.title,
    description: [words, ...besides, ...forked, age(summary.updated, now)].join(' · '),
    spoken: `${['Session ' + summary.title, ...forked, words, ...besides].join(', ')}, workflow ${summary.workflow}, updated ${spokenAge(summary.updated, now)}`,
    icon: underWay === null ? icon : BUSY,
    context: contextOf(node),
    open: isFinished(summary.state) || summary.remote ? 'collapsed' : 'expanded',
    subject: { kind: 'session', repository: key, session: summary.session },
  });
}

const besidesState = (node: SessionNode): readonly string[] => [
  ...(node.summary.landed === true ? ['landed'] : []),
  ...(asksTrust(node) ? ['commands not trusted here'] : []),
];

const contextOf = (node: SessionNode): string =>
  ['session', ...(isToLand(node) ? ['to:land'] : []), ...sessionActs(node).map((act) => `can:${act}`)].join(
    ' ',
  );

/** What a session does now or waits for, in a few words. */
function describeState(node: SessionNode, word: string): string {
  const several = severalWait(node).length;
  if (several > 0) return `${several} phases wait for you`;
  const waits = waitingFor(node);
  if (waits !== null) return waits.session;
  return node.summary.state === 'running' && !node.summary.remote ? runningWords(node, word) : word;
}

function runningWords(node: SessionNode, word: string): string {
  const until = node.status?.waitsUntil;
  if (until !== undefined) return `waits for the provider until ${timeOfDay(until)}`;
  const before = node.preparation === null ? null : preparationWords(node.preparation);
  if (before !== null) return before;
  const working = atWork(node);
  const [phase = nextPhase(node)] = working;
  const words =
    working.length > 1
      ? `running ${working.length} phases`
      : phase === undefined
        ? word
        : `${phase.status === 'checking' ? 'checking' : 'running'} ${phaseName(phase)}`;
  return `${words}${needWords(node)}`;
}

/** Below a session that is done: what is left to do with it. */
export const landRows = (repository: string, node: SessionNode): readonly Row[] =>
  isToLand(node)
    ? [
        row({
          id: `land:${repository}:${node.summary.session}`,
          label: 'Land Session…',
          description: 'not landed yet',
          icon: { id: 'git-merge', color: 'icon.foreground' },
          context: 'land',
          click: 'cairn.land',
          subject: { kind: 'land', repository, session: node.summary.session },
        }),
      ]
    : [];
