/** What checks say before anything is changed: which are run for that, and for how long. */
import type { BaselineRecord } from '../checkpoint/phaseRecord.ts';
import type { CheckRule, Command, Workflow } from '../workflow/workflow.ts';
import { commandKey } from './before.ts';

/** A command that checks run, once, whoever of them does. */
export type CheckBefore = Pick<CheckRule, 'name' | 'run' | 'timeoutMs'>;

/** The commands of all checks, each once and with the most time that one of them has, in the order of the workflow. */
export function checksBefore({ written }: Pick<Workflow, 'written'>): readonly CheckBefore[] {
  const checks = new Map<string, CheckBefore>();
  for (const { name, run, timeoutMs } of written.flatMap((phase) => phase.checks)) {
    if (asksOfPhase(run)) continue;
    const key = commandKey(run);
    const same = checks.get(key) ?? { name, run, timeoutMs };
    checks.set(key, { ...same, timeoutMs: Math.max(same.timeoutMs, timeoutMs) });
  }
  return [...checks.values()];
}

/** What only a phase at work has in its environment: without one a command would look at something else, or at nothing. */
const OF_A_PHASE = /CAIRN_(?:PHASE|ATTEMPT|ROUND|ITEM|PACKET|PROMPT|EFFECT)/;

const asksOfPhase = (run: Command): boolean => [run].flat().some((word) => OF_A_PHASE.test(word));

/** Those that nothing is known of yet. */
export function notKnown(
  checks: readonly CheckBefore[],
  known: readonly Pick<BaselineRecord, 'run'>[],
): readonly CheckBefore[] {
  const keys = new Set(known.map(({ run }) => commandKey(run)));
  return checks.filter(({ run }) => !keys.has(commandKey(run)));
}

/**
 * How long a check may take of what all of them have still; null: there is none. One that has to end before its own time is over (`isCut`)
 * shows nothing.
 */
export function timeFor(
  { timeoutMs }: Pick<CheckBefore, 'timeoutMs'>,
  restMs: number,
): { readonly ms: number; readonly isCut: boolean } | null {
  if (restMs <= 0) return null;
  return restMs < timeoutMs ? { ms: restMs, isCut: true } : { ms: timeoutMs, isCut: false };
}
