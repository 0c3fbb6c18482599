import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import { PERMISSION_WORDS, type PermissionRequest } from '../../model/agent/permissionRequest.ts';
import type { StatusView } from '../results.ts';

const LONGEST = 1_000;

/** What the agent waits for now comes before all that the record says. */
export function permissionAsked([first]: readonly PermissionRequest[]): StatusView['question'] {
  if (first === undefined) return null;
  const { act, description } = wordsOfAct(first, LONGEST);
  const described = description === null ? '' : `\n“${description}”`;
  const where = first.paths.length === 0 ? '' : `\n${first.paths.join('\n')}`;
  return {
    text: `${first.agent} asks for a permission (${first.kind}): ${act}${described}${where}`,
    options: PERMISSION_WORDS,
    kind: 'permission',
  };
}
