import { rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { CairnError } from '../base/cairnError.ts';
import type { CairnApi } from '../session/api.ts';
import type { Log } from '../session/ports.ts';
import type { Progress } from '../session/progress.ts';
import type { Outcome } from '../session/results.ts';
import type { Settings } from '../session/world.ts';
import { startTimeOf } from './isRunning.ts';
import { toErrorValue, type RunNews } from './runEvents.ts';
import { readOrder, runFiles, writeRunner, type MachineSettings, type RunOrder } from './runFolder.ts';
import { writeEvents } from './writeEvents.ts';

const STOP_POLL_MS = 150;

/** What a runner needs of the world; `openWorld` fits. */
export type OpenForRun = (
  folder: string,
  options: {
    readonly log: Log;
    readonly onProgress: (progress: Progress) => void;
    readonly settings: Partial<Settings>;
    readonly run: string;
    readonly canAsk: boolean;
  } & MachineSettings,
) => Promise<{ readonly api: CairnApi; dispose(): Promise<void> }>;

/**
 * The whole life of a runner: reads its order, drives the session, says everything that happens into
 * `events.jsonl`, an outcome or an error last. Never rejects.
 */
export async function carryOut(runFolder: string, open: OpenForRun, log: Log): Promise<RunNews> {
  const files = runFiles(runFolder);
  await writeRunner(runFolder, { pid: process.pid, startTime: startTimeOf(process.pid) });
  const events = writeEvents(files.events);
  const stop = stopSignal(files.stop);
  const last = await drive(runFolder, open, log, events.write, stop.signal).catch(
    (error: unknown): RunNews => {
      log.error('the run ended with an error', {
        error: error instanceof Error ? error.stack : String(error),
      });
      return { type: 'error', error: toErrorValue(error) };
    },
  );
  events.write(last);
  events.end();
  // It holds the request: what a session was asked is not kept beside the session.
  await rm(files.order, { force: true });
  stop.dispose();
  return last;
}

async function drive(
  runFolder: string,
  open: OpenForRun,
  log: Log,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<RunNews> {
  const order = await readOrder(runFolder);
  if (order === null) throw new CairnError('internal/unexpected', { what: `no order in ${runFolder}` });
  const world = await open(order.folder, {
    log,
    onProgress,
    settings: order.settings,
    run: runFolder,
    canAsk: order.canAsk,
    ...order.machine,
  });
  try {
    return { type: 'outcome', outcome: await run(world.api, order, signal) };
  } finally {
    await world.dispose();
  }
}

function run(api: CairnApi, { request }: RunOrder, signal: AbortSignal): Promise<Outcome> {
  return request.verb === 'start'
    ? api.start(request.options, signal)
    : api.resume(request.session, request.options, signal);
}

/** Aborts on SIGTERM, on SIGINT and as soon as the stop file is there. */
function stopSignal(file: string): { readonly signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Error('stopped'));
  // The terminal that launched us may close: that ends nothing.
  const stay = (): void => {};
  process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stay);
  const timer = setInterval(() => {
    if (existsSync(file)) stop();
  }, STOP_POLL_MS);
  return {
    signal: controller.signal,
    dispose() {
      clearInterval(timer);
      process.off('SIGTERM', stop).off('SIGINT', stop).off('SIGHUP', stay);
    },
  };
}
