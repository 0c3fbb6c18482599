import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CairnError } from '../base/cairnError.ts';
import { tooManyOpen } from '../host/fileLimit.ts';
import { nodeEnvironment } from '../host/nodeEnvironment.ts';
import { startInTurn } from '../host/openFiles.ts';
import { TALK_INPUT, TALK_OUTPUT } from './protocol.ts';

/** How the supervisor is started. */
export interface SupervisorProgram {
  readonly supervisorPath: string;
}

export type SupervisorProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a supervisor, with two more pipes if it is for a conversation. Throws if too many files are open. */
export async function spawnSupervisor(
  program: SupervisorProgram,
  talks: boolean,
): Promise<SupervisorProcess> {
  const supervisor = await startInTurn(talks ? 5 : 3, () => spawnNow(program, talks));
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
  return spawn(process.execPath, [program.supervisorPath], {
    // In a session of its own: killing the engine's whole group, or closing its terminal, must not end what cleans up.
    detached: process.platform !== 'win32',
    // Not the working tree, which may be removed while this runs.
    cwd: dirname(program.supervisorPath),
    env: nodeEnvironment(),
    stdio: talks ? ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
