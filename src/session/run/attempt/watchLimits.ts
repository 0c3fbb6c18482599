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
import { watchTime, type TimeWatch } from './watchTime.ts';

/** Ends an attempt once what it and those beside it tell, or how long they have worked, reaches a limit; null where there is none. */
export async function watchLimits(drive: Drive, phase: Phase): Promise<Watch | null> {
  const { workflow } = drive.record;
  if (workflow.limits === null && workflow.phases.every(({ limits }) => limits === null)) return null;
  const { raised, before } = await limitFacts(drive, phase.id);
  const told = new AbortController();
  let usage: Usage | null = null;
  let time: TimeWatch | null = null;
  const own = (): Spent => spentOf(usage, time?.used() ?? 0);
  const share = drive.spending.join(own, () => look());
  const spent = (mine: Spent): typeof before => ({
    session: sumSpent([before.session, share.others, mine]),
    phase: sumSpent([before.phase, mine]),
  });
  const now = (): Reached | null => reachedLimit(workflow, raised, phase.id, spent(own()));
  const look = (): void => {
    if (now() !== null) told.abort();
    else time?.again();
  };
  const mayWork = (): number | null => mayStillWork(workflow, raised, phase.id, spent(sumSpent([])));
  if (mayWork() !== null)
    time = watchTime(
      drive.world.clock,
      () => mayWork() ?? 0,
      () => share.atWork,
    );
  // Others may have reached it while this one was made ready.
  look();
  return {
    signal: AbortSignal.any([told.signal, ...(time === null ? [] : [time.signal])]),
    get outcome() {
      const used = own().timeMs;
      const reached = now() ?? { limit: 'timeMs', of: null, used, most: used };
      return { kind: 'limited', reached } as const;
    },
    heard(event) {
      if (event.type !== 'usage') return;
      usage = event.usage;
      look();
      share.tell();
    },
    during: (act) => time?.during(act) ?? act,
    dispose() {
      share.leave();
      time?.dispose();
    },
  };
}
