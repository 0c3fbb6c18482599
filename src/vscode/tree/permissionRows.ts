import { oneLine } from '../../model/oneLine.ts';
import { placesOf } from '../state/permissionPlaces.ts';
import type { SessionNode } from '../state/windowState.ts';
import type { Row } from './row.ts';

/** What the agent of a session waits for a person to allow: above its phases, where it cannot be overlooked. */
export function permissionRows(key: string, { summary, status }: SessionNode): readonly Row[] {
  if (status === null) return [];
  return status.permissions.map((request): Row => {
    const title = oneLine(request.title);
    const { agent, kind } = request;
    return {
      id: `permission:${key}:${summary.session}:${request.id}`,
      label: `Allow “${title}”?`,
      description: [agent, kind, ...placesOf(request, status.worktree)].join(' · '),
      spoken: `${agent} asks for a permission, ${kind}: ${title}`,
      icon: { id: 'bell-dot', color: 'problemsWarningIcon.foreground' },
      context: 'permission',
      open: 'none',
      click: null,
      subject: { kind: 'permission', repository: key, session: summary.session, id: request.id },
    };
  });
}
