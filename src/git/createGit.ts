import { failureOf } from './errors.ts';
import type { GitCall, GitProgram } from './gitCall.ts';
import { pastHalfWritten } from './halfWritten.ts';
import { runElsewhere } from './runElsewhere.ts';
import { runHere } from './runHere.ts';

export interface GitAnswer {
  readonly code: number;
  readonly out: Buffer;
  readonly stderr: string;
}

/** Runs one git process and answers its output; throws `CairnError` for an exit code not in `answers`. */
export type Git = (args: readonly string[], call: GitCall) => Promise<GitAnswer>;

export function createGit(program: GitProgram): Git {
  const run = async (args: readonly string[], call: GitCall) =>
    (await runElsewhere(program, args, call)) ?? runHere(program, args, call);
  return async (args, call) => {
    const ended = await pastHalfWritten(call.cwd, () => run(args, call));
    const { code } = ended;
    if (code !== null && (call.answers ?? [0]).includes(code)) return { ...ended, code };
    throw failureOf({ ...ended, args, cwd: call.cwd, binary: program.binary });
  };
}
