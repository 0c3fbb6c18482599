import { isTight } from '../host/fileLimit.ts';
import type { Ended, Started } from './forkServer/openForkServer.ts';
import { settingsOf, TOO_MUCH, type GitCall, type GitProgram } from './gitCall.ts';

/** Starts a git by the fork server; null where this process is to start it: a person's hooks and signing may want its terminal. */
export function startElsewhere(
  program: GitProgram,
  args: readonly string[],
  call: GitCall,
  input: Uint8Array | null,
): Started | null {
  if (program.forkServer === undefined || call.asPerson !== undefined || isTight()) return null;
  const { env, config } = settingsOf(program, call);
  const start = { binary: program.binary, args: [...config, ...args], cwd: call.cwd, env };
  return program.forkServer.start({ ...start, most: call.most ?? null, input });
}

/** Null where this process is to start it. */
export async function runElsewhere(
  program: GitProgram,
  args: readonly string[],
  call: GitCall,
): Promise<Ended | null> {
  const started = startElsewhere(program, args, call, call.input ?? new Uint8Array());
  const ended = (await started?.ended) ?? null;
  return ended !== null && ended.out.length > (call.most ?? Number.POSITIVE_INFINITY)
    ? { ...ended, code: TOO_MUCH }
    : ended;
}
