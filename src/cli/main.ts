/** The command line: the bundle `dist/cairn.cjs`, which `dist/cli.cjs` loads. */
import { defaultSessionId } from '../model/names/sessionId.ts';
import type { Timestamp } from '../model/names/ids.ts';
import { terminalNotice } from './output/terminalNotice.ts';
import { machineAgents } from '../runner/machineAgents.ts';
import { version } from '../runner/version.ts';
import { processTerminal } from './terminal/processTerminal.ts';
import { runCli, type Engine } from './runCli.ts';

const terminal = processTerminal();
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const engine: Engine = {
  async open(folder, tell) {
    const { openWorld } = await import('../runner/openWorld.ts');
    return openWorld(folder, {
      env: terminal.env,
      log: quiet,
      // The answer of an act has everything else it reports.
      onProgress: (event) => event.type === 'told' && tell(terminalNotice(event.notice)),
    });
  },
  // Whoever only hands over to a runner, which looks at all else, need not load an engine.
  commonDir: async (folder) =>
    (await import('../git/plainRepository.ts')).plainCommonDir(folder, terminal.env),
  agents: () => machineAgents({ env: terminal.env, folder: terminal.cwd }),
  async machine(folder) {
    const { gatherFacts } = await import('../runner/doctor/gatherFacts.ts');
    return gatherFacts({ env: terminal.env, folder: { path: folder, isRestricted: false } });
  },
  async newSession(request) {
    const { createIds } = await import('../host/ids.ts');
    return defaultSessionId(request, new Date().toISOString() as Timestamp, createIds().suffix());
  },
  issue: async (name, folder) =>
    (await import('../runner/ghIssue.ts')).readIssue(name, { env: terminal.env, folder }),
  launch: async (request, at) =>
    (await import('../runner/launch.ts')).launch(request, {
      ...at,
      env: terminal.env,
      canAsk: terminal.canAsk(),
    }),
};
// The bundle is CommonJS, which has no top-level await.
void runCli(process.argv.slice(2), terminal, engine, version).then((code) => {
  // Failed output may have set an exit code, which a 0 must not overwrite.
  if (code !== 0) process.exitCode = code;
});
