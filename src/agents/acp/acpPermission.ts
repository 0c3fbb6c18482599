import type { RequestPermissionResponse } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { PermissionAnswer } from '../../model/permission.ts';
import type { AgentTask } from '../../session/ports.ts';
import type { AcpPermission } from './acpMessages.ts';

type Option = AcpPermission['options'][number];

/** Asks whoever decides, and answers with one of the options that the agent offers. */
export async function answerPermission(
  { toolCall, options }: AcpPermission,
  { permit }: Pick<AgentTask, 'permit'>,
  cancelled: AbortSignal,
): Promise<RequestPermissionResponse> {
  const gone = new Promise<null>((resolve) => {
    if (cancelled.aborted) resolve(null);
    else cancelled.addEventListener('abort', () => resolve(null), { once: true });
  });
  const answer = await Promise.race([
    permit({
      id: toolCall.toolCallId,
      title: toolCall.title ?? toolCall.kind ?? toolCall.toolCallId,
      kind: toolCall.kind ?? 'other',
      paths: pathsOf(toolCall),
    }),
    gone,
  ]);
  const option = answer === null ? undefined : optionFor(answer, options);
  return option === undefined
    ? { outcome: { outcome: 'cancelled' } }
    : { outcome: { outcome: 'selected', optionId: option.optionId } };
}

/**
 * The agent is never told to allow something for ever: it would remember that beyond this attempt. Whether it is to be
 * asked again is remembered on our side.
 */
function optionFor(answer: PermissionAnswer, options: readonly Option[]): Option | undefined {
  const wanted =
    answer === 'deny'
      ? (['reject_once', 'reject_always'] as const)
      : (['allow_once', 'allow_always'] as const);
  for (const kind of wanted) {
    const found = options.find((option) => option.kind === kind);
    if (found !== undefined) return found;
  }
  return undefined;
}

const PATH_KEYS = ['filePath', 'file_path', 'path', 'absolute_path', 'notebook_path'] as const;

/** Where it says that it acts: its locations, and the path among the arguments of the call. */
function pathsOf({ locations, rawInput }: AcpPermission['toolCall']): readonly string[] {
  const named = (locations ?? []).map((location) => location.path);
  const given = z.record(z.string(), z.unknown()).safeParse(rawInput).data ?? {};
  const said = PATH_KEYS.flatMap((key) => (typeof given[key] === 'string' ? [given[key]] : []));
  return [...new Set([...named, ...said])];
}
