import { setImmediate } from 'node:timers/promises';
import { turnToStart } from '../host/openFiles.ts';
import type { GitProgram } from './createGit.ts';
import { failureOf } from './errors.ts';
import { startHelper, type HelperCall } from './helperProcess.ts';

/** A git process that waits for its input. */
export interface BegunGit {
  /** Sends the input and waits for the end. Throws as `Git` does. */
  finish(input: Uint8Array): Promise<void>;
  /** Lets it end: without input it changes nothing. Harmless after `finish`. */
  cancel(): Promise<void>;
}

/** Starts git before its input is known, so that starting it costs no extra time. */
export function beginGit(program: GitProgram, args: readonly string[], call: HelperCall): BegunGit {
  const begun = start(program, args, call);
  // `finish` reports it.
  begun.catch(() => {});
  const send = async (input: Uint8Array): Promise<End> => {
    const { stdin, end } = await begun;
    stdin?.end(input);
    return end;
  };
  return {
    async finish(input) {
      const { code, stderr } = await send(input);
      if (code !== 0) throw failureOf({ args, cwd: call.cwd, binary: program.binary, code, stderr });
    },
    cancel: async () => void (await send(new Uint8Array()).catch(() => {})),
  };
}

interface End {
  readonly code: number | null;
  readonly stderr: string;
}

async function start(program: GitProgram, args: readonly string[], call: HelperCall) {
  // Let pending work begin first: starting a process blocks this one for a few milliseconds.
  await setImmediate();
  const started = await turnToStart(3);
  let stdin: NodeJS.WritableStream | undefined;
  const end = new Promise<End>((resolve) => {
    const died = (code: number | null, stderr: string): void => resolve({ code, stderr });
    // Undefined if it could not be started: its end tells why.
    ({ stdin } = startHelper(program, args, call, { receive() {}, died }) as { stdin: typeof stdin });
  });
  started();
  return { stdin, end };
}
