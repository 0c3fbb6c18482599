import { setImmediate } from 'node:timers/promises';
import { startInTurn } from '../host/openFiles.ts';
import type { GitProgram } from './gitCall.ts';
import { startElsewhere } from './runElsewhere.ts';
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
  const elsewhere = startElsewhere(program, args, call, null);
  const here = elsewhere === null ? startHere(program, args, call) : null;
  // `finish` reports it.
  here?.catch(() => {});
  const end = async (input: Uint8Array): Promise<End> => {
    elsewhere?.finish(input);
    return (await elsewhere?.ended) ?? (await (here ?? startHere(program, args, call)))(input);
  };
  return {
    async finish(input) {
      const { code, stderr } = await end(input);
      if (code !== 0) throw failureOf({ args, cwd: call.cwd, binary: program.binary, code, stderr });
    },
    cancel: async () => void (await end(new Uint8Array()).catch(() => {})),
  };
}

interface End {
  readonly code: number | null;
  readonly stderr: string;
}

async function startHere(
  program: GitProgram,
  args: readonly string[],
  call: HelperCall,
): Promise<(input: Uint8Array) => Promise<End>> {
  // Let pending work begin first: starting a process blocks this one for a few milliseconds.
  await setImmediate();
  const end = Promise.withResolvers<End>();
  const died = (code: number | null, stderr: string): void => end.resolve({ code, stderr });
  const child = await startInTurn(3, () => startHelper(program, args, call, { receive() {}, died }));
  return (input) => {
    // Undefined if it could not be started: its end tells why.
    (child.stdin as typeof child.stdin | undefined)?.end(input);
    return end.promise;
  };
}
