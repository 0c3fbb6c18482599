/**
 * A process that does one thing with a session and kills itself, and everything of its process group, at the n-th
 * passing of a named point. Without a point it lives, and says which points it passed.
 *
 * Started by `crashTestbed.ts`, which bundles it: a bundle starts in a tenth of the time.
 */
import type { SessionId } from '../../src/model/ids.ts';
import { openWorld } from '../../src/runner/openWorld.ts';
import type { CairnApi, ResumeOptions, StartOptions } from '../../src/session/api.ts';

export type Act =
  | { readonly verb: 'start'; readonly options: StartOptions }
  | { readonly verb: 'resume'; readonly options: ResumeOptions }
  | { readonly verb: 'approve' | 'cancel' }
  | { readonly verb: 'answer'; readonly text: string }
  | { readonly verb: 'restore'; readonly to: string }
  | { readonly verb: 'undo' }
  | { readonly verb: 'fork'; readonly to: string; readonly id: string };

export interface Order {
  readonly folder: string;
  readonly session: SessionId;
  readonly env: Readonly<Record<string, string>>;
  readonly agents: unknown;
  readonly act: Act;
  readonly dieAt: { readonly point: string; readonly nth: number } | null;
}

const never = new AbortController().signal;

function carryOut(api: CairnApi, session: SessionId, act: Act): Promise<unknown> {
  switch (act.verb) {
    case 'start':
      return api.start(act.options, never);
    case 'resume':
      return api.resume(session, act.options, never);
    case 'approve':
      return api.approve(session, null, null);
    case 'answer':
      return api.answer(session, act.text);
    case 'cancel':
      return api.cancel(session);
    case 'restore':
      return api.restore(session, { to: act.to }, { dryRun: false });
    case 'fork':
      return api.fork(session, act.to, { id: act.id });
    case 'undo':
      return api.restore(session, { undo: true }, { dryRun: false });
  }
}

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as Order;
  const passed: string[] = [];
  const world = await openWorld(order.folder, {
    env: order.env,
    log: { info() {}, warn() {}, error() {} },
    onProgress() {},
    agents: order.agents,
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
