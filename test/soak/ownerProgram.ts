/**
 * One of several owners of a session: resumes it with short lease times and exits with the code that the command line would
 * give. Every checkpoint that it was told of is a line of its file. Started by `ownerRound.ts`.
 */
import { openForkServer } from '../../src/git/forkServer/openForkServer.ts';
import { forkServerProgram } from '../../src/runner/programs.ts';
import { saidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { appendFileSync } from 'node:fs';
import { CairnError } from '../../src/base/cairnError.ts';
import { exitOfError, exitOfOutcome } from '../../src/cli/output/exitCodes.ts';
import { openWorld } from '../../src/runner/openWorld.ts';
import { DEMO } from '../support/session.ts';
import { silentLog } from '../support/silentLog.ts';

export interface OwnerOrder {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly agents: unknown;
  readonly lease: { readonly leaseMs: number; readonly heartbeatMs: number };
  /** Where it writes what it was told: `acknowledged <commit>` and, at its end, `ended <what>`. */
  readonly told: string;
}

async function main(): Promise<number> {
  const order = JSON.parse(process.argv[2] ?? '') as OwnerOrder;
  const tell = (line: string): void => appendFileSync(order.told, `${line}\n`);
  process.on('uncaughtExceptionMonitor', (error, origin) => tell(`ended by ${origin}: ${error.stack}`));
  const world = await openWorld(order.folder, {
    // As a runner has it.
    forkServer: openForkServer(forkServerProgram),
    env: order.env,
    log: silentLog,
    agents: order.agents,
    lease: order.lease,
    onProgress: (event) => void (event.type === 'checkpoint' && tell(`acknowledged ${event.commit}`)),
  });
  try {
    const outcome = saidOutcome(await world.api.resume(DEMO, PLAIN_RESUME, new AbortController().signal));
    const why = outcome.reason === 'blocked' ? await reasonsOf(world.api) : '';
    tell(`ended ${outcome.reason}: ${outcome.message}${why}`);
    return exitOfOutcome(outcome);
  } catch (error) {
    tell(
      `ended ${error instanceof CairnError ? `${error.code} ${JSON.stringify(error.details)}` : String(error)}`,
    );
    return error instanceof CairnError ? exitOfError(error.code) : 1;
  } finally {
    await world.dispose();
  }
}

/** What a gate that did not hold lacked: nothing in a soak gives a gate a reason not to hold. */
async function reasonsOf(api: CairnApi): Promise<string> {
  const { phases } = await api.status(DEMO);
  return phases
    .flatMap(({ id, attempt, reasons }) => reasons.map((why) => ` ${id}/${attempt}: ${why}`))
    .join('');
}

void main().then((code) => process.exit(code));
