import { letGoWhenFull } from '../host/openFiles.ts';
import type { SupervisorProgram } from './spawnSupervisor.ts';
import { openLink, type SupervisorLink } from './supervisorLink.ts';

/** A supervisor without a program takes as much memory as one with many, so it does not stay for long. */
const IDLE_MS = 30_000;

/** The one supervisor of an engine: started when it is first needed, and again after it was lost. */
export interface SharedSupervisor {
  get(): Promise<SupervisorLink>;
  /** Ends it; resolves once it is gone. The next `get` starts another. */
  end(): Promise<void>;
}

/** Starts nothing yet. */
export function shareSupervisor(program: SupervisorProgram, idleMs = IDLE_MS): SharedSupervisor {
  let current: Promise<SupervisorLink> | null = null;
  const forget = (link: Promise<SupervisorLink>): void => {
    if (current === link) current = null;
  };
  const end = async (): Promise<void> => {
    const link = current;
    current = null;
    const supervisor = await link?.catch(() => null);
    await supervisor?.close();
  };
  const start = (): Promise<SupervisorLink> => {
    const link = openLink(program);
    void link.then(
      (supervisor) => {
        const isIdle = (): boolean => current === link && supervisor.programs() === 0;
        const endIfIdle = async (): Promise<void> => {
          if (isIdle()) await end();
        };
        let idle = 0;
        // Idle at two looks in a row.
        const look = setInterval(() => {
          idle = isIdle() ? idle + 1 : 0;
          if (idle > 1) void endIfIdle();
        }, idleMs).unref();
        const forgotten = letGoWhenFull(endIfIdle);
        void supervisor.gone.then(() => {
          clearInterval(look);
          forgotten();
          forget(link);
        });
      },
      () => forget(link),
    );
    return link;
  };
  return {
    async get() {
      const link = current;
      if (link !== null && (await link.catch(() => null))?.isGone() !== false) forget(link);
      return (current ??= start());
    },
    end,
  };
}
