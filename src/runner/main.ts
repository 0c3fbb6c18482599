/** The detached program that drives a session: the bundle `dist/runner.cjs`, given its run folder. */
import type { Log } from '../session/ports.ts';
import { carryOut } from './carryOut.ts';
import { openForkServer } from '../git/forkServer/openForkServer.ts';
import { forkServerProgram } from './programs.ts';
import { openWorld } from './openWorld.ts';

/** Standard error is `runner.log`. */
const log: Log = { info: line('info'), warn: line('warn'), error: line('error') };

function line(level: string): Log['info'] {
  return (message, facts) => {
    const text = facts === undefined ? message : `${message} ${JSON.stringify(facts)}`;
    process.stderr.write(`${new Date().toISOString()} ${level} ${text}\n`);
  };
}

/** Aborts on SIGTERM and on SIGINT. */
function ending(): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort(new Error('stopped'));
  // The terminal that launched us may close: that ends nothing.
  process
    .on('SIGTERM', end)
    .on('SIGINT', end)
    .on('SIGHUP', () => {});
  return controller.signal;
}

const [runFolder] = process.argv.slice(2);
if (runFolder === undefined) {
  process.stderr.write('runner: no run folder\n');
  process.exitCode = 2;
} else {
  const forkServer = openForkServer(forkServerProgram);
  void carryOut(
    runFolder,
    (folder, options) => openWorld(folder, { ...options, forkServer, env: process.env }),
    log,
    {
      ending: ending(),
      shared: false,
    },
  ).then(() => {
    // Nothing an adapter left open may keep the runner alive after its last event.
    process.exit(0);
  });
}
