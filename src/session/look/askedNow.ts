import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import { PERMISSION_WORDS } from '../../model/agent/permissionWord.ts';
import { isByHand } from '../../model/agent/agentNames.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { PhaseRecord, Question } from '../../model/checkpoint/phaseRecord.ts';
import type { SlotPlace } from '../drive/slotPlaces.ts';
import { askedOf } from '../record/askedOf.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Asked, StatusView } from '../results.ts';
import { elsewhere } from '../workingTree/elsewhere.ts';
import type { World } from '../world.ts';
import { itemsAhead } from './itemsAhead.ts';

const LONGEST = 1_000;

/** What the agent is waiting for right now takes precedence over the record. */
function permissionAsked([first]: readonly PermissionRequest[]): StatusView['question'] {
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

/** What each phase that waits, waits for, by its record, in the order of the table. */
export async function questionsOf(
  world: World,
  record: SessionRecord,
  placeOf: (phase: PhaseId) => Promise<SlotPlace>,
): Promise<StatusView['questions']> {
  const waiting = record.status.rows.filter(({ status }) => status === 'waiting');
  return Promise.all(
    waiting.map(async ({ phase }) => ({
      phase,
      ...(await question(world, record.records.get(phase), phase, await placeOf(phase))),
    })),
  );
}

/** All that people are asked. */
export const askedNow = (
  state: string,
  permissions: readonly PermissionRequest[],
  questions: StatusView['questions'],
): Pick<StatusView, 'question' | 'questions' | 'permissions'> => ({
  question: permissionAsked(permissions) ?? firstOf(state, questions),
  questions,
  permissions,
});

/** The first of them where the session waits as a whole. */
function firstOf(state: string, [first]: StatusView['questions']): StatusView['question'] {
  if (state !== 'waiting') return null;
  if (first === undefined)
    return { text: 'The session waits for your approval.', options: [], kind: 'approval' };
  const { phase: _ofIt, ...question } = first;
  return question;
}

async function question(
  world: World,
  known: PhaseRecord | undefined,
  phase: PhaseId,
  { root, record }: SlotPlace,
): Promise<Asked> {
  const asked = askedOf(known);
  const kind = asked === 'head' ? 'question' : asked;
  const moved = await elsewhere(world, record.session, root);
  return {
    ...wordsOf(known?.question ?? { text: `${phase} waits for your approval.` }),
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
  phase: PhaseId,
  kind: Asked['kind'],
  root: string | null,
): Promise<Pick<Asked, 'expands'>> {
  if (kind !== 'approval' && kind !== 'packet') return {};
  const expands = await itemsAhead(world, record, phase, root);
  return expands.length === 0 ? {} : { expands };
}

const wordsOf = ({ text, options = [], about, conflict }: Omit<Question, 'asked'>) => ({
  text,
  options,
  ...(about === undefined ? {} : { about }),
  ...(conflict === undefined ? {} : { conflict }),
});
