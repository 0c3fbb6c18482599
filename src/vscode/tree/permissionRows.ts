import { cutMiddle, wordsOfAct } from '../../model/agent/permissionAct.ts';
import { placesOf } from '../state/permissionPlaces.ts';
import type { SessionNode } from '../state/windowState.ts';
import { row, type Row } from './row.ts';
import { oneLine } from '../../model/text/oneLine.ts';

const LONGEST_LABEL = 120;

/** Permissions that the agent is waiting for, placed above the phases where they cannot be missed. */
export function permissionRows(key: string, { summary, status }: SessionNode): readonly Row[] {
  if (status === null) return [];
  return status.permissions.map((request): Row => {
    const { act, description } = wordsOfAct(request, 1_000);
    const described = description === null ? [] : [`“${description}”`];
    const { agent, kind } = request;
    return row({
      id: `permission:${key}:${summary.session}:${request.id}`,
      label: `Allow “${cutMiddle(act, LONGEST_LABEL)}”?`,
      description: [agent, kind, ...described, ...placesOf(request, status.worktree)].join(' · '),
      spoken: `${agent} asks for a permission, ${[`${kind}: ${act}`, ...described].join(', ')}`,
      icon: { id: 'bell-dot', color: 'problemsWarningIcon.foreground' },
      context: 'permission',
      subject: { kind: 'permission', repository: key, session: summary.session, id: request.id },
    });
  });
}

/** Effects in doubt: a person has to check whether they happened. */
export function doubtRows(key: string, { summary, status }: SessionNode): readonly Row[] {
  if (status === null) return [];
  return status.doubts.map((doubt): Row => {
    const [name, command] = [oneLine(doubt.key), oneLine(doubt.command.join(' '))];
    return row({
      id: `doubt:${key}:${summary.session}:${doubt.key}`,
      label: `Did “${name}” happen?`,
      description: command,
      spoken: `Nobody knows whether it happened: ${name}. Its command was ${command}`,
      icon: { id: 'question', color: 'problemsWarningIcon.foreground' },
      context: 'doubt',
      subject: { kind: 'doubt', repository: key, session: summary.session, key: doubt.key },
    });
  });
}
