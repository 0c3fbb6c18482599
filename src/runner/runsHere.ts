import { setTimeout as sleep } from 'node:timers/promises';
import { writeFile } from '../host/disk.ts';
import type { RunRequest } from '../session/api/run.ts';
import type { Log } from '../session/ports.ts';
import type { OpenForRun } from './carryOut.ts';
import { prepareRun, type LaunchOptions } from './launch.ts';
import { openRun, type Run } from './run.ts';
import { runFiles } from './runFolder.ts';

/** Runs carried by this process, because a detached runner cannot use the window's language models. */
export interface RunsHere {
  /** As `launch`: others see the run in the same way. */
  carry(request: RunRequest, options: LaunchOptions): Promise<Run>;
  /** Ends them politely; each session can be resumed at once. Takes {@link FLUSH_MS} at most. */
  dispose(): Promise<void>;
}

/** An editor that shuts down waits for a few seconds only. Every line of a journal is on disk before what follows it. */
const FLUSH_MS = 2_000;

export function createRunsHere(open: OpenForRun, log: Log): RunsHere {
  const ending = new AbortController();
  const going = new Set<Promise<unknown>>();
  return {
    async carry(request, options) {
      const folder = await prepareRun(request, options);
      const note = `This run is carried by a window of VS Code, in process ${process.pid}; its log is the output channel Cairn there.\n`;
      await writeFile(runFiles(folder).log, note, { flag: 'a', mode: 0o600 });
      const { carryOut } = await import('./carryOut.ts');
      const run = carryOut(folder, open, log, { ending: ending.signal, shared: true });
      going.add(run);
      void run.finally(() => going.delete(run));
      return openRun(folder);
    },
    async dispose() {
      ending.abort(new Error('the window closes'));
      await Promise.race([Promise.all(going), sleep(FLUSH_MS, undefined, { ref: false })]);
    },
  };
}
