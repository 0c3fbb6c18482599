import type { Log } from '../../session/ports.ts';
import type { Progress } from '../../session/progress.ts';

/** Checkpoints of runs in processes of their own are in the log of the window as well, each once: those of this window log themselves. */
export function logCheckpoints(log: Pick<Log, 'info'>): (event: Progress) => void {
  const logged = new Set<string>();
  return (event) => {
    if (event.type !== 'checkpoint' || logged.has(event.commit)) return;
    const { session, kind, seq, commit, ms } = event;
    logged.add(commit);
    log.info('checkpoint published', { session, kind, seq, commit, ms });
  };
}
