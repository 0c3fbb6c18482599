import * as vscode from 'vscode';
import type { PhaseId } from '../../model/names/ids.ts';
import { shortNames } from '../../model/names/sessionNames.ts';
import type { CairnApi } from '../../session/api.ts';
import type { PhaseView, StatusView } from '../../session/results.ts';
import type { RepositorySessions } from '../cairns.ts';
import { phaseActs, sessionActs, type PhaseAct, type SessionAct } from '../state/acts.ts';
import { age } from '../state/age.ts';
import type { Act } from '../state/underWay.ts';
import {
  findSession,
  repositoriesOf,
  type RepositoryState,
  type SessionKey,
  type SessionNode,
} from '../state/windowState.ts';
import { phaseName } from '../state/phaseName.ts';
import { sessionWord, statusWord } from '../state/words.ts';
import type { Desk, Handler, Target } from './desk.ts';
import type { Begun } from '../window/beginAct.ts';
import { showInfo } from '../window/messages.ts';
import { pickOne } from '../window/quickInput.ts';
import { showBusy } from '../window/showBusy.ts';
import { SESSIONS_VIEW } from '../contributions.ts';

/** A session that a command acts on. */
export interface Chosen {
  readonly key: SessionKey;
  readonly node: SessionNode;
  readonly repository: RepositorySessions;
  readonly api: CairnApi;
}

/** Shown when a command fits every session but there is none. */
export const NO_SESSION = 'There is no session in this window.';

/**
 * Runs a command on the session that is meant; `refusal` is shown when none fits.
 *
 * @param shown what the row says from the first moment, whatever is looked up and asked before anything can be seen, until
 * `carryOut` says that it is over, or ends
 */
export const onSession =
  (
    desk: Desk,
    act: SessionAct,
    refusal: string,
    carryOut: (one: Chosen, target: Target, over: () => void) => Promise<unknown>,
    shown: Act | null = null,
  ): Handler =>
  async (target) => {
    const show = (key: SessionKey | null): Begun | null =>
      shown === null || key === null ? null : desk.store.begin(key, shown, '');
    let begun = show(namedBy(target));
    try {
      const one = await chooseSession(desk, target, act, refusal);
      if (one === null) return;
      begun ??= show(one.key);
      await carryOut(one, target, () => begun?.over());
    } finally {
      begun?.over();
    }
  };

/** The session whose row this is. */
const namedBy = (target: Target): SessionKey | null =>
  target !== undefined && 'session' in target.subject && 'repository' in target.subject
    ? target.subject
    : null;

/** The phase that a row belongs to. */
export const phaseOf = (target: Target): PhaseId | null =>
  target !== undefined && 'phase' in target.subject ? target.subject.phase : null;

/**
 * The session that is meant: the row's, the only one that fits, or the one that the person picks.
 * `refusal` is shown when none fits.
 */
export async function chooseSession(
  desk: Desk,
  target: Target,
  act: SessionAct,
  refusal: string,
): Promise<Chosen | null> {
  // The palette may be the first to ask: the window may not have looked yet, or not lately. A look may take a while.
  await showBusy(() => desk.store.refresh());
  const fits = (node: SessionNode): boolean => sessionActs(node).includes(act);
  const key = namedBy(target);
  const named = key === null ? null : chosen(desk, key);
  if (named !== null) {
    if (fits(named.node)) return named;
    void showInfo(`“${named.node.summary.title}” is ${sessionWord(named.node.summary).word}. ${refusal}`);
    return null;
  }
  const found = repositoriesOf(desk.store.state).flatMap((repository) =>
    repository.sessions
      .filter(fits)
      .flatMap((node) => chosen(desk, { repository: repository.key, session: node.summary.session }) ?? []),
  );
  const [only] = found;
  if (only === undefined) {
    void showInfo(refusal);
    return null;
  }
  return found.length === 1 ? only : pick(found, repositoriesOf(desk.store.state));
}

/** The same for a phase: the named one, the only one that fits, or the person's pick. `none` is shown when none fits. */
export async function choosePhase(
  status: StatusView,
  node: SessionNode,
  named: PhaseId | null,
  act: PhaseAct | ((phase: PhaseView) => boolean),
  { placeHolder, none }: { readonly placeHolder: string; readonly none: string },
): Promise<PhaseView | null> {
  if (named !== null) return status.phases.find((phase) => phase.id === named) ?? null;
  const fits =
    typeof act === 'function'
      ? act
      : (phase: PhaseView): boolean => phaseActs({ ...node, status }, phase).includes(act);
  const found = status.phases.filter(fits);
  const [only] = found;
  if (only === undefined) void showInfo(none);
  if (found.length <= 1) return only ?? null;
  const picked = await pickOne(
    found.map((phase) => ({
      icon: statusWord(phase.status, phase.checked).icon.id,
      label: `${phase.number} ${phaseName(phase)}`,
      description: [
        statusWord(phase.status, phase.checked).word,
        phase.updated === null ? '' : age(phase.updated, Date.now()),
      ]
        .filter((part) => part !== '')
        .join(' · '),
      phase,
    })),
    { placeHolder },
  );
  return picked?.phase ?? null;
}

/** Details of a chosen session; reads them if they are not known yet. */
export async function statusOf({ node, api, key }: Chosen): Promise<StatusView> {
  return node.status ?? api.status(key.session);
}

function chosen(desk: Desk, { repository, session }: SessionKey): Chosen | null {
  const node = findSession(desk.store.state, { repository, session });
  if (node === null) return null;
  const found = desk.store.repository(repository);
  return { key: { repository, session }, node, repository: found, api: found.api };
}

async function pick(
  found: readonly Chosen[],
  repositories: readonly RepositoryState[],
): Promise<Chosen | null> {
  // Name the repository only when the window has several.
  const placeOf = (key: string): string =>
    repositories.length > 1 ? `${repositories.find((one) => one.key === key)?.name ?? ''} · ` : '';
  const names = shortNames(found.map(({ node }) => node.summary));
  const picked = await pickOne(
    found.map((one) => {
      const { summary } = one.node;
      const { word, icon } = sessionWord(summary);
      return {
        icon: icon.id,
        label: summary.title,
        description: `${word} · ${age(summary.updated, Date.now())}`,
        detail: `${placeOf(one.key.repository)}${names.get(summary.session) ?? summary.session}`,
        one,
      };
    }),
    { placeHolder: 'Which session?', matchOnDetail: true },
  );
  return picked?.one ?? null;
}

/** The repository that is meant: the row's, the only one of the window, or the one that the person picks. */
export async function chooseRepository(
  desk: Desk,
  target: Target,
  title: string,
): Promise<RepositorySessions | null> {
  if (target !== undefined && 'repository' in target.subject)
    return desk.store.repository(target.subject.repository);
  const repositories = repositoriesOf(desk.store.state);
  const [only] = repositories;
  if (only === undefined) {
    // The view says what is missing.
    await vscode.commands.executeCommand(`${SESSIONS_VIEW}.focus`);
    return null;
  }
  if (repositories.length === 1) return desk.store.repository(only.key);
  const picked = await pickOne(
    repositories.map(({ key, name }) => {
      const repository = desk.store.repository(key);
      return { icon: 'repo', label: name, description: repository.root, repository };
    }),
    { title, placeHolder: 'In which repository?' },
  );
  return picked?.repository ?? null;
}
