/**
 * A process that starts or resumes a session and stops itself (SIGSTOP) at a named point, if it is told one. What it says, a line
 * each: `stopped` before it stops, then the outcome or the error as JSON. Started by `support/engineProcess.ts`.
 */
import { openForkServer } from '../../src/git/forkServer/openForkServer.ts';
import { forkServerProgram } from '../../src/runner/programs.ts';
import { writeSync } from 'node:fs';
import { CairnError } from '../../src/base/cairnError.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { openWorld } from '../../src/runner/openWorld.ts';
import type { ResumeOptions, StartOptions } from '../../src/session/api/run.ts';

export interface EngineOrder {
  readonly folder: string;
  readonly session: SessionId;
  readonly env: Readonly<Record<string, string>>;
  readonly agents: unknown;
  readonly act:
    | { readonly verb: 'start'; readonly options: StartOptions }
    | { readonly verb: 'resume'; readonly options: ResumeOptions };
  readonly stopAt: string | null;
}

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as EngineOrder;
  let stops = order.stopAt !== null;
  const world = await openWorld(order.folder, {
    // As a runner has it.
    forkServer: openForkServer(forkServerProgram),
    env: order.env,
    log: { info() {}, warn() {}, error() {} },
    onProgress() {},
    agents: order.agents,
    settings: { baselineMs: 0 },
    reached(point) {
      if (!stops || point !== order.stopAt) return;
      stops = false;
      // At once, not when the event loop comes round: after the next line nothing of this process runs.
      writeSync(1, 'stopped\n');
      process.kill(process.pid, 'SIGSTOP');
    },
  });
  try {
    const { signal } = new AbortController();
    const { act, session } = order;
    const outcome =
      act.verb === 'start'
        ? await world.api.start(act.options, signal)
        : await world.api.resume(session, act.options, signal);
    writeSync(1, `${JSON.stringify(outcome)}\n`);
  } catch (error) {
    const code = error instanceof CairnError ? error.code : String(error);
    writeSync(1, `${JSON.stringify({ code })}\n`);
  }
  await world.dispose();
}

void main();
