/**
 * A process that does one thing with a session and kills itself, and everything of its process group, at the n-th
 * passing of a named point. Without a point it lives, and says which points it passed.
 *
 * Started by `crashTestbed.ts` as a bundle, which starts in a tenth of the time.
 */
import { openForkServer } from '../../src/git/forkServer/openForkServer.ts';
import { forkServerProgram } from '../../src/runner/programs.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { openWorld } from '../../src/runner/openWorld.ts';
import { carryOut, type Act } from './carryOut.ts';

export interface Order {
  readonly folder: string;
  readonly session: SessionId;
  readonly env: Readonly<Record<string, string>>;
  readonly agents: unknown;
  readonly act: Act;
  readonly baselineMs: number;
  readonly canAsk: boolean;
  readonly dieAt: { readonly point: string; readonly nth: number } | null;
}

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as Order;
  const passed: string[] = [];
  const world = await openWorld(order.folder, {
    // As a runner has it.
    forkServer: openForkServer(forkServerProgram),
    env: order.env,
    log: { info() {}, warn() {}, error() {} },
    onProgress() {},
    agents: order.agents,
    settings: { baselineMs: order.baselineMs },
    canAsk: order.canAsk,
    reached(point) {
      passed.push(point);
      const nth = passed.filter((other) => other === point).length;
      // The group: a git that is at work for us must not finish what we began.
      if (point === order.dieAt?.point && nth === order.dieAt.nth) process.kill(-process.pid, 'SIGKILL');
    },
  });
  await carryOut(world.api, order.session, order.act);
  await world.dispose();
  process.stdout.write(JSON.stringify(passed));
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? `${error.stack}\n${JSON.stringify(error)}` : String(error));
  process.exitCode = 1;
});
