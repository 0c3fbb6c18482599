import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import { PERMISSION_WORDS } from '../../model/agent/permissionWord.ts';
import { isByHand } from '../../model/agent/agentNames.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { Question } from '../../model/checkpoint/phaseRecord.ts';
import { askedOf } from '../record/askedOf.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { StatusView } from '../results.ts';
import { elsewhere } from '../workingTree/elsewhere.ts';
import type { World } from '../world.ts';
import { itemsAhead } from './itemsAhead.ts';

const LONGEST = 1_000;

/** What the agent is waiting for right now takes precedence over the record. */
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

/** What the session waits for, by its record. */
export async function question(
  world: World,
  record: SessionRecord,
  root: string | null,
): Promise<StatusView['question']> {
  if (record.status.state !== 'waiting') return null;
  const phase = record.status.rows.find(({ status }) => status === 'waiting')?.phase;
  const known = phase && record.records.get(phase);
  const asked = askedOf(known);
  const kind = asked === 'head' ? 'question' : asked;
  const moved = await elsewhere(world, record.session, root);
  return {
    ...wordsOf(known?.question ?? { text: `${phase ?? 'The session'} waits for approval` }),
    kind,
    ...(moved === null ? {} : { back: moved.back }),
    ...(await expandsBy(world, record, phase, kind, root)),
    ...(kind === 'work' && !isByHand(record.workflow, phase) ? { handOver: true } : {}),
  };
}

/** A yes decides about the lists of the phase, too. */
async function expandsBy(
  world: World,
  record: SessionRecord,
  phase: PhaseId | undefined,
  kind: NonNullable<StatusView['question']>['kind'],
  root: string | null,
): Promise<Pick<NonNullable<StatusView['question']>, 'expands'>> {
  if (phase === undefined || (kind !== 'approval' && kind !== 'packet')) return {};
  const expands = await itemsAhead(world, record, phase, root);
  return expands.length === 0 ? {} : { expands };
}
const wordsOf = ({ text, options = [], about }: Omit<Question, 'asked'>) => ({
  text,
  options,
  ...(about === undefined ? {} : { about }),
});
