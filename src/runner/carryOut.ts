import { existsSync } from 'node:fs';
import { rm } from '../host/disk.ts';
import { terminalNotice } from '../cli/output/terminalNotice.ts';
import { CairnError } from '../base/cairnError.ts';
import { startTimeOf } from '../host/processStart.ts';
import type { Running } from '../session/api/run.ts';
import type { Log } from '../session/ports.ts';
import type { Progress } from '../session/progress.ts';
import type { Outcome } from '../session/results.ts';
import { saidOutcome } from '../sentences/outcomeSentence.ts';
import type { OpenedWorld, WorldOptions } from './openWorld.ts';
import { toErrorValue, type RunNews } from './runEvents.ts';
import { readOrder, runFiles, writeRunner, type MachineSettings, type RunOrder } from './runFolder.ts';
import { writeEvents } from './writeEvents.ts';

const STOP_POLL_MS = 150;

/** What a runner needs of the world; `openWorld` fits. */
export type OpenForRun = (
  folder: string,
  options: Required<Pick<WorldOptions, 'log' | 'onProgress' | 'settings' | 'run' | 'canAsk'>> &
    MachineSettings,
) => Promise<Pick<OpenedWorld, 'api' | 'dispose'>>;

/** Whose process it is: a runner's own, told by signals, or one that carries a run among other things. */
export interface Carrier {
  /** Aborts when the process is to end. */
  readonly ending: AbortSignal;
  readonly shared: boolean;
}

/**
 * The whole life of a run: reads its order, drives the session, says everything that happens into
 * `events.jsonl`, an outcome or an error last. Never rejects.
 */
export async function carryOut(
  runFolder: string,
  open: OpenForRun,
  log: Log,
  { ending, shared }: Carrier,
): Promise<RunNews> {
  const files = runFiles(runFolder);
  const self = { pid: process.pid, startTime: startTimeOf(process.pid) };
  await writeRunner(runFolder, shared ? { ...self, shared } : self);
  const events = writeEvents(files.events);
  const stop = stopSignal(files.stop, ending);
  const last = await drive(
    runFolder,
    open,
    log,
    (progress) => events.write(newsOf(progress)),
    stop.signal,
  ).catch((error: unknown): RunNews => {
    log.error('the run ended with an error', {
      error: error instanceof Error ? error.stack : String(error),
    });
    return { type: 'error', error: toErrorValue(error) };
  });
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
    return { type: 'outcome', outcome: saidOutcome(await run(world.api, order, signal)) };
  } finally {
    await world.dispose();
  }
}

function run(api: Running, { request }: RunOrder, signal: AbortSignal): Promise<Outcome> {
  return request.verb === 'start'
    ? api.start(request.options, signal)
    : api.resume(request.session, request.options, signal);
}

const newsOf = (progress: Progress): RunNews =>
  progress.type === 'told' ? { ...progress, text: terminalNotice(progress.notice) } : progress;

/** Aborts when the process is to end and as soon as the stop file is there. */
function stopSignal(file: string, ending: AbortSignal): { readonly signal: AbortSignal; dispose(): void } {
  const asked = new AbortController();
  const timer = setInterval(() => {
    if (existsSync(file)) asked.abort(new Error('stopped'));
  }, STOP_POLL_MS);
  return { signal: AbortSignal.any([asked.signal, ending]), dispose: () => clearInterval(timer) };
}
