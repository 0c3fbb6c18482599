import { readyPhases } from '../graph/planNext.ts';
import { sayPlace } from '../graph/condition.ts';
import { phaseFolderName } from '../names/places.ts';
import { nextPhase } from '../plan/nextPhase.ts';
import type { StatusRow } from '../status/status.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import { namesOf } from './ahead.ts';
import type { PacketInput } from './packetInput.ts';

/** Whom a packet is written for. */
export function aheadOf(
  workflow: Workflow,
  rows: readonly StatusRow[],
): Pick<PacketInput, 'next' | 'ahead' | 'advisers'> {
  const next = nextPhase(workflow, rows);
  const ready = readyPhases(workflow.phases, rows);
  const ahead = ready.length > 0 || next === null ? ready : [next];
  const needed = new Set(ahead.flatMap(({ needs }) => needs));
  return {
    next: asNext(next),
    ahead: namesOf(ahead),
    advisers: new Set(
      rows.flatMap(({ phase, number }) => (needed.has(phase) ? [phaseFolderName(number, phase)] : [])),
    ),
  };
}

/** Of one that is repeated nothing is filled in yet. */
function asNext(next: Phase | null): PacketInput['next'] {
  if (next === null || next.forEach === null)
    return next === null ? null : { phase: next.id, title: next.title, asks: next.prompt };
  return { phase: next.id, title: null, asks: `A phase for each item of ${sayPlace(next.forEach)}.` };
}
