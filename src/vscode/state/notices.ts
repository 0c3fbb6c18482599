import type { CommandId } from '../contributions.ts';
import { questionKind } from './acts.ts';
import { phaseInWords } from './viewMessage.ts';
import { repositoriesOf, type SessionKey, type SessionNode, type WindowState } from './windowState.ts';

/** Something worth telling a person who is looking elsewhere. */
export interface Notice {
  readonly key: SessionKey;
  readonly severity: 'info' | 'warning';
  readonly text: string;
  readonly actions: readonly (readonly [label: string, command: CommandId | 'show'])[];
}

/**
 * What happened between two states of the window that a person must act on or waited for: a session
 * waits, is blocked, or has ended. A session that is seen for the first time is no news.
 */
export function noticesBetween(before: WindowState, after: WindowState): readonly Notice[] {
  return repositoriesOf(after).flatMap((repository) => {
    const known = repositoriesOf(before).find((one) => one.key === repository.key);
    return repository.sessions.flatMap((node) => {
      const old = known?.sessions.find((one) => one.summary.session === node.summary.session);
      const notice = old === undefined || !moved(old, node) ? null : noticeOf(node);
      return notice === null
        ? []
        : [{ key: { repository: repository.key, session: node.summary.session }, ...notice }];
    });
  });
}

/** Two phases may wait one after the other faster than we look. */
function moved(old: SessionNode, now: SessionNode): boolean {
  return old.summary.state !== now.summary.state || old.summary.next !== now.summary.next;
}

function noticeOf(node: SessionNode): Omit<Notice, 'key'> | null {
  const { title, state } = node.summary;
  switch (state) {
    case 'waiting': {
      const words = waitingWords(node);
      return words && { severity: 'warning', ...words };
    }
    case 'blocked':
      return {
        severity: 'warning',
        text: `“${title}” is blocked in ${phaseInWords(node)}.`,
        actions: [
          ['Show', 'show'],
          ['Show Output', 'cairn.showOutput'],
        ],
      };
    case 'interrupted':
      return {
        severity: 'warning',
        text: `“${title}” was interrupted in ${phaseInWords(node)}.`,
        actions: [
          ['Resume', 'cairn.resume'],
          ['Show', 'show'],
        ],
      };
    case 'done':
      return {
        severity: 'info',
        text: `“${title}” is done.`,
        actions: [
          ['Review Session', 'cairn.reviewSession'],
          ['Land Session…', 'cairn.land'],
        ],
      };
    case 'cancelled':
      return { severity: 'info', text: `“${title}” was cancelled.`, actions: [['Show', 'show']] };
    default:
      // running, paused and words of a later version: nothing that somebody has to do.
      return null;
  }
}

function waitingWords(node: SessionNode): Pick<Notice, 'text' | 'actions'> | null {
  const { title } = node.summary;
  switch (questionKind(node)) {
    case 'question':
      return {
        text: `“${title}” asks: ${node.status?.question?.text ?? ''}`,
        actions: [
          ['Answer…', 'cairn.answer'],
          ['Show', 'show'],
        ],
      };
    case 'permission':
      // Each request is told by itself, to whoever looks: `tellPermissions`.
      return null;
    case 'work':
      return {
        text: `“${title}” waits for your work in ${phaseInWords(node)}.`,
        actions: [['Show', 'show']],
      };
    case 'packet':
      return {
        text: `“${title}” waits for a look at what ${phaseInWords(node)} hands on.`,
        actions: [
          ['Show', 'show'],
          ['Approve and Continue', 'cairn.approveAndContinue'],
        ],
      };
    case 'approval':
    case null:
      return {
        text: `“${title}” waits for your approval of ${phaseInWords(node)}.`,
        actions: [
          ['Review Phase', 'cairn.reviewPhase'],
          ['Approve and Continue', 'cairn.approveAndContinue'],
        ],
      };
  }
}

/** Sessions that a process drives as the window finds them; each is offered once for that process. */
export function drivenOffers(state: WindowState): readonly {
  readonly key: SessionKey;
  readonly once: string;
  readonly title: string;
  /** Such as `pid 4711 on host`. */
  readonly by: string;
}[] {
  return repositoriesOf(state).flatMap((repository) =>
    repository.sessions.flatMap(({ summary, status }) =>
      status === null || status.drivenBy === null
        ? []
        : [
            {
              key: { repository: repository.key, session: summary.session },
              once: `${summary.session} ${status.drivenBy}`,
              title: summary.title,
              by: status.drivenBy,
            },
          ],
    ),
  );
}

/** Sessions that were cut off; each is offered once per attempt, so the key names the attempt. */
export function interruptedOffers(state: WindowState): readonly {
  readonly key: SessionKey;
  readonly once: string;
  readonly title: string;
  readonly where: string;
}[] {
  return repositoriesOf(state).flatMap((repository) =>
    repository.sessions
      .filter((node) => node.summary.state === 'interrupted' && node.status !== null)
      .map((node) => ({
        key: { repository: repository.key, session: node.summary.session },
        once: `${node.summary.session}@${node.summary.seq}#${node.status?.phases.find((one) => one.id === node.summary.next)?.attempt ?? 0}`,
        title: node.summary.title,
        where: phaseInWords(node),
      })),
  );
}
