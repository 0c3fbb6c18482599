/** Root for VS Code: builds the adapters, hands them over, registers. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { CairnError } from './base/cairnError.ts';
import { holdsSessions } from './files/holdsSessions.ts';
import { watchPaths } from './files/watchPaths.ts';
import { workflowFilePath } from './model/places.ts';
import type { SessionId } from './model/ids.ts';
import { SAMPLE_WORKFLOW, SAMPLE_WORKFLOW_NAME } from './model/sampleWorkflow.ts';
import { launch } from './runner/launch.ts';
import type { OpenedWorld } from './runner/openWorld.ts';
import type { Run } from './runner/run.ts';
import { fromErrorValue } from './runner/runEvents.ts';
import type { CairnApi, RunRequest } from './session/api.ts';
import type { Outcome } from './session/results.ts';
import { activateCairn } from './vscode/activateCairn.ts';
import type { Cairns, RepositorySessions } from './vscode/cairns.ts';
import { engineSettings, machineSettings } from './vscode/window/settings.ts';
import { engineLog } from './vscode/window/engineLog.ts';

let cairns: Cairns | null = null;

export function activate(context: vscode.ExtensionContext): void {
  const channel = vscode.window.createOutputChannel('Cairn', { log: true });
  cairns = openCairns(channel);
  context.subscriptions.push(
    channel,
    activateCairn(cairns, { memory: context.workspaceState, log: channel }),
  );
}

/** Sessions go on in processes of their own; only our helper processes end with the window. */
export async function deactivate(): Promise<void> {
  await cairns?.dispose();
}

function openCairns(channel: vscode.LogOutputChannel): Cairns {
  const byFolder = new Map<string, Promise<RepositorySessions>>();
  const byKey = new Map<string, { readonly world: OpenedWorld; readonly sessions: RepositorySessions }>();
  const open = async (folder: string): Promise<RepositorySessions> => {
    // The engine is evaluated with the first folder that is looked at, not with every window.
    const { openWorld } = await import('./runner/openWorld.ts');
    const world = await openWorld(folder, {
      env: process.env,
      log: engineLog(channel),
      onProgress: () => {},
      settings: engineSettings(folder),
      ...machineSettings(),
    });
    const known = byKey.get(world.commonDir);
    if (known !== undefined) {
      await world.dispose();
      return known.sessions;
    }
    const sessions = sessionsOf(world);
    byKey.set(world.commonDir, { world, sessions });
    return sessions;
  };
  return {
    holdsSessions,
    of: (folder) => {
      const opening = byFolder.get(folder) ?? open(folder);
      byFolder.set(folder, opening);
      // A folder may become a repository while we look on.
      opening.catch(() => byFolder.delete(folder));
      return opening;
    },
    dispose: async () => void (await Promise.all([...byKey.values()].map(({ world }) => world.dispose()))),
  };
}

function sessionsOf(world: OpenedWorld): RepositorySessions {
  const { api, root, commonDir } = world;
  return {
    key: commonDir,
    root,
    api,
    hasCommit: () => world.hasCommit(),
    watch: watchPaths,
    launch: async (request) => {
      const [session, named] = await nameSession(api, request);
      const run = await launch(named, {
        folder: root,
        commonDir,
        env: process.env,
        settings: engineSettings(root),
        machine: machineSettings(),
      });
      return { session, ended: lastWord(run) };
    },
    createSample: async () => {
      const file = join(root, workflowFilePath(SAMPLE_WORKFLOW_NAME));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, SAMPLE_WORKFLOW, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        // One that is there is somebody's work, and is opened as it is.
        if (error.code !== 'EEXIST') throw error;
      });
      return file;
    },
  };
}

/** A start is given its id before it is handed over, so that this window knows which session to show. */
async function nameSession(api: CairnApi, request: RunRequest): Promise<readonly [SessionId, RunRequest]> {
  if (request.verb === 'resume') return [request.session, request];
  const { session } = await api.previewStart(request.options);
  return [session, { verb: 'start', options: { ...request.options, id: session } }];
}

async function lastWord(run: Run): Promise<Outcome> {
  for await (const event of run.follow()) {
    if (event.type === 'outcome') return event.outcome;
    if (event.type === 'error') throw fromErrorValue(event.error);
  }
  throw new CairnError('machine/runner-died', { log: run.log });
}
