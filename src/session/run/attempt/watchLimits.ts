import {
  mayStillWork,
  reachedLimit,
  spentOf,
  sumSpent,
  type Reached,
  type Spent,
} from '../../../model/limits/limits.ts';
import type { Usage } from '../../../model/attempt/usage.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import { limitFacts } from './limitFacts.ts';
import type { Watch } from './watch.ts';
import { watchTime } from './watchTime.ts';

/** Ends an attempt once what it tells, or how long it has worked, reaches a limit; null where there is none. */
export async function watchLimits(drive: Drive, phase: Phase): Promise<Watch | null> {
  const { workflow } = drive.record;
  if (workflow.limits === null && phase.limits === null) return null;
  const { raised, spent } = await limitFacts(drive, phase.id);
  const mayWork = mayStillWork(workflow, raised, phase.id, spent);
  const time = mayWork === null ? null : watchTime(drive.world.clock, mayWork);
  const told = new AbortController();
  let usage: Usage | null = null;
  const now = (workedMs: number): Reached | null => {
    const own: Spent = spentOf(usage, workedMs);
    return reachedLimit(workflow, raised, phase.id, {
      session: sumSpent([spent.session, own]),
      phase: sumSpent([spent.phase, own]),
    });
  };
  return {
    signal: AbortSignal.any([told.signal, ...(time === null ? [] : [time.signal])]),
    get outcome() {
      const worked = time?.signal.aborted === true ? (mayWork ?? 0) : 0;
      const reached = now(worked) ?? { limit: 'timeMs', of: null, used: worked, most: worked };
      return { kind: 'limited', reached } as const;
    },
    heard(event) {
      if (event.type !== 'usage') return;
      usage = event.usage;
      if (now(0) !== null) told.abort();
    },
    during: (act) => time?.during(act) ?? act,
    dispose: () => time?.dispose(),
  };
}
