import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rm } from '../host/disk.ts';
import { terminalNotice } from '../cli/output/terminalNotice.ts';
import { CairnError } from '../base/cairnError.ts';
import { startTimeOf } from '../host/processStart.ts';
import type { Running } from '../session/api/run.ts';
import type { Log } from '../session/ports.ts';
import type { Progress } from '../session/progress.ts';
import type { Outcome } from '../session/results.ts';
import { saidOutcome } from '../sentences/outcomeSentence.ts';
import { createNotifier, type Notifier } from './notify.ts';
import type { OpenedWorld, WorldOptions } from './openWorld.ts';
import { toErrorValue, type RunNews } from './runEvents.ts';
import { readOrder, runFiles, writeRunner, type MachineSettings, type RunOrder } from './runFolder.ts';
import { writeEvents } from './writeEvents.ts';

const STOP_POLL_MS = 150;

/** What a runner needs of the world; `openWorld` fits. */
export type OpenForRun = (
  folder: string,
  options: Required<Pick<WorldOptions, 'log' | 'onProgress' | 'settings' | 'run' | 'canAsk'>> &
    Omit<MachineSettings, 'notify'>,
) => Promise<Pick<OpenedWorld, 'api' | 'world' | 'root' | 'dispose'>>;

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
  let close = async (): Promise<void> => undefined;
  const last = await drive(
    runFolder,
    open,
    log,
    (progress) => events.write(newsOf(progress)),
    stop.signal,
    (later) => (close = later),
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
  await close();
  return last;
}

async function drive(
  runFolder: string,
  open: OpenForRun,
  log: Log,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  later: (close: () => Promise<void>) => void,
): Promise<RunNews> {
  const order = await readOrder(runFolder);
  if (order === null) throw new CairnError('internal/unexpected', { what: `no order in ${runFolder}` });
  let notifier: Notifier | null = null;
  const { notify, ...machine } = order.machine ?? {};
  const { api, world, root, dispose } = await open(order.folder, {
    log,
    onProgress(progress) {
      onProgress(progress);
      notifier?.hear(progress);
    },
    settings: order.settings,
    run: runFolder,
    canAsk: order.canAsk,
    ...machine,
  });
  notifier = createNotifier({
    api,
    processes: world.processes,
    command: async () => (await import('./readAgents.ts')).readNotify(world.env, notify),
    session: order.request.verb === 'resume' ? order.request.session : null,
    root,
    env: world.env,
    outputFile: join(runFolder, 'notify.log'),
    log,
  });
  const { sent } = notifier;
  try {
    return { type: 'outcome', outcome: saidOutcome(await run(api, order, signal)) };
  } finally {
    // Nobody who follows the run waits for a command that is slow.
    if (await notifier.look()) later(() => sent().then(dispose));
    else await dispose();
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
