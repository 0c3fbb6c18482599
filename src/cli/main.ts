/** The command line: the bundle `dist/cairn.cjs`, which `dist/cli.cjs` loads. */
import { createIds } from '../host/ids.ts';
import { defaultSessionId } from '../model/names/sessionId.ts';
import type { Timestamp } from '../model/names/ids.ts';
import { launch } from '../runner/launch.ts';
import { terminalNotice } from './output/terminalNotice.ts';
import { machineAgents } from '../runner/machineAgents.ts';
import { openWorld } from '../runner/openWorld.ts';
import { version } from '../runner/version.ts';
import { processTerminal } from './terminal/processTerminal.ts';
import { runCli, type Engine } from './runCli.ts';

const terminal = processTerminal();
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const engine: Engine = {
  open: (folder, tell) =>
    openWorld(folder, {
      env: terminal.env,
      log: quiet,
      // The answer of an act has everything else it reports.
      onProgress: (event) => event.type === 'told' && tell(terminalNotice(event.notice)),
    }),
  agents: () => machineAgents({ env: terminal.env, folder: terminal.cwd }),
  newSession: (request) =>
    defaultSessionId(request, new Date().toISOString() as Timestamp, createIds().suffix()),
  launch: (request, at) => launch(request, { ...at, env: terminal.env, canAsk: terminal.canAsk() }),
};
// The bundle is CommonJS, which has no top-level await.
void runCli(process.argv.slice(2), terminal, engine, version).then((code) => {
  // Failed output may have set an exit code, which a 0 must not overwrite.
  if (code !== 0) process.exitCode = code;
});
