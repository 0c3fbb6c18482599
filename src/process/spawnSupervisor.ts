import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CairnError } from '../base/cairnError.ts';
import { tooManyOpen } from '../host/fileLimit.ts';
import { turnToStart } from '../host/openFiles.ts';
import { TALK_INPUT, TALK_OUTPUT } from './protocol.ts';

/** How the supervisor is started. */
export interface SupervisorProgram {
  readonly supervisorPath: string;
  /** A Node, or an Electron that can be one. */
  readonly execPath: string;
  /** True if `execPath` is an Electron; then the variable that makes it a Node is set for the supervisor only. */
  readonly electronRunAsNode: boolean;
}

export type SupervisorProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a supervisor, with two more pipes if it is for a conversation. Throws if too many files are open. */
export async function spawnSupervisor(
  program: SupervisorProgram,
  talks: boolean,
): Promise<SupervisorProcess> {
  const started = await turnToStart(talks ? 5 : 3);
  const supervisor = spawnNow(program, talks);
  started();
  if ((supervisor.stdout as unknown) === undefined) throw await whyNoPipes(supervisor);
  return supervisor;
}

/** Our ends of the command's own pipes; null if it has none. */
export function talkPipes(supervisor: SupervisorProcess): readonly [stdin: Socket, stdout: Socket] | null {
  const [stdin, stdout] = [supervisor.stdio[TALK_INPUT], supervisor.stdio[TALK_OUTPUT]];
  return stdin instanceof Socket && stdout instanceof Socket ? [stdin, stdout] : null;
}

/** An error of the supervisor itself. */
export const broken = (what: string, cause?: unknown): CairnError =>
  new CairnError('internal/unexpected', { what: `supervisor ${what}` }, { cause });

/** Why a process has no pipes: if too many files are open, Node does not start it and reports that by an event. */
async function whyNoPipes(supervisor: SupervisorProcess): Promise<CairnError> {
  const cause = await new Promise<Error>((resolve) => supervisor.once('error', resolve));
  return tooManyOpen(cause) ?? broken(`not started: ${cause.message}`, cause);
}

function spawnNow(program: SupervisorProgram, talks: boolean): SupervisorProcess {
  const env: NodeJS.ProcessEnv = { ...process.env };
  // The engine's debugger or coverage tool is not meant for the supervisor.
  for (const name of ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'ELECTRON_RUN_AS_NODE', 'VSCODE_INSPECTOR_OPTIONS'])
    delete env[name];
  if (program.electronRunAsNode) env['ELECTRON_RUN_AS_NODE'] = '1';
  return spawn(program.execPath, [program.supervisorPath], {
    // In a session of its own: killing the engine's whole group, or closing its terminal, must not end what cleans up.
    detached: process.platform !== 'win32',
    // Not the working tree, which may be removed while this runs.
    cwd: dirname(program.supervisorPath),
    env,
    stdio: talks ? ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
