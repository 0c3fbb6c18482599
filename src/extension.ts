/** Root for VS Code: builds the adapters, hands them over, registers. */
import * as vscode from 'vscode';
import { holdsSessions } from './files/holdsSessions.ts';
import { watchPaths } from './files/watchPaths.ts';
import { machineAgents } from './runner/machineAgents.ts';
import type { OpenedWorld } from './runner/openWorld.ts';
import { happeningsOf } from './runner/run.ts';
import { createRunsHere, type RunsHere } from './runner/runsHere.ts';
import { createIds } from './host/ids.ts';
import type { Timestamp } from './model/names/ids.ts';
import { defaultSessionId } from './model/names/sessionId.ts';
import { startRun } from './runner/startRun.ts';
import type { Log } from './session/ports.ts';
import { activateCairn } from './vscode/activateCairn.ts';
import type { Cairns, RepositorySessions } from './vscode/cairns.ts';
import type { CairnExports } from './vscode/window/tellOthers.ts';
import { createChatModels } from './vscode/languageModel/chatModels.ts';
import { engineSettings, machineSettings } from './vscode/window/settings.ts';
import { engineLog } from './vscode/window/engineLog.ts';
import { eachOnce } from './vscode/window/engineLog.ts';
import { tellOf, tellOfRun } from './vscode/window/tellOf.ts';

let cairns: (Cairns & { renew(): void }) | null = null;

export function activate(context: vscode.ExtensionContext): CairnExports {
  const channel = vscode.window.createOutputChannel('Cairn', { log: true });
  const engine = eachOnce(engineLog(channel));
  cairns = openCairns(engine);
  const window = activateCairn(cairns, { memory: context.workspaceState, log: channel, engine });
  context.subscriptions.push(
    channel,
    vscode.workspace.onDidChangeConfiguration(
      (change) => change.affectsConfiguration('cairn') && cairns?.renew(),
    ),
    window,
  );
  return window.events;
}

/** Sessions go on in their own processes; our helper processes, and runs that this window carries, end with it. */
export async function deactivate(): Promise<void> {
  await cairns?.dispose();
}

function openCairns(log: Log): Cairns & { renew(): void } {
  const byFolder = new Map<string, Promise<RepositorySessions>>();
  const byKey = new Map<string, RepositorySessions>();
  const worlds: OpenedWorld[] = [];
  const chatModels = createChatModels();
  const here = createRunsHere(async (folder, options) => {
    const { openWorld } = await import('./runner/openWorld.ts');
    return openWorld(folder, { ...options, env: process.env, chatModels });
  }, log);
  const open = async (folder: string): Promise<RepositorySessions> => {
    // Load the engine with the first folder that is looked at, not in every window.
    const { openWorld } = await import('./runner/openWorld.ts');
    const world = await openWorld(folder, {
      env: process.env,
      log,
      onProgress: tellOf,
      chatModels,
      settings: engineSettings(folder),
      ...machineSettings(),
    });
    const known = byKey.get(world.commonDir);
    if (known !== undefined) {
      await world.dispose();
      return known;
    }
    worlds.push(world);
    const sessions = sessionsOf(world, here);
    byKey.set(world.commonDir, sessions);
    return sessions;
  };
  return {
    holdsSessions,
    agents: () => machineAgents({ env: process.env, chatModels, ...machineSettings() }),
    machine: async (path, isRestricted) => {
      const { gatherFacts } = await import('./runner/doctor/gatherFacts.ts');
      return gatherFacts({
        env: process.env,
        chatModels,
        folder: path === null ? null : { path, isRestricted },
        ...(path === null ? {} : { worktreePlace: engineSettings(path).worktreePlace }),
        ...machineSettings(),
      });
    },
    of: (folder) => {
      const opening = byFolder.get(folder) ?? open(folder);
      byFolder.set(folder, opening);
      // A folder may become a repository later, so do not keep a failure.
      opening.catch(() => byFolder.delete(folder));
      return opening;
    },
    // A world keeps the settings it was opened with. The old one stays for commands under way.
    renew: () => [byFolder, byKey].forEach((known) => known.clear()),
    dispose: async () => {
      await here.dispose();
      await Promise.all(worlds.map((world) => world.dispose()));
    },
  };
}

function sessionsOf(world: OpenedWorld, here: RunsHere): RepositorySessions {
  const { api, root, commonDir } = world;
  return {
    key: commonDir,
    root,
    api,
    hasCommit: () => world.hasCommit(),
    watch: watchPaths,
    newSession: (request) =>
      defaultSessionId(request, new Date().toISOString() as Timestamp, createIds().suffix()),
    launch: (request) =>
      startRun(
        api,
        request,
        here,
        {
          folder: root,
          commonDir,
          env: process.env,
          settings: engineSettings(root),
          machine: machineSettings(),
          canAsk: true,
        },
        tellOfRun,
      ),
    happenings: (session, signal) => happeningsOf(commonDir, session, signal),
    createWorkflow: async (name) => {
      const { createWorkflow } = await import('./files/createWorkflow.ts');
      const { text, project } = await api.shipped(name);
      return { ...(await createWorkflow(root, name, text)), project };
    },
  };
}
