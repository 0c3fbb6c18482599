import type { Environment } from '../host/searchPath.ts';
import type { CheckpointKind } from '../model/checkpoint/trailers.ts';
import type { SessionId } from '../model/names/ids.ts';
import type { CairnApi } from '../session/api.ts';
import type { Log, Processes } from '../session/ports.ts';
import type { Progress } from '../session/progress.ts';
import { newsOf, type Notification } from './notification.ts';

/** A program that waits for an answer from somewhere must not keep a runner alive. */
const PATIENCE_MS = 30_000;

/** Checkpoints after which something may wait, or be blocked. */
const LOOKED_AT: ReadonlySet<CheckpointKind> = new Set<CheckpointKind>(['waiting', 'blocked', 'edit']);

/** Calls the command that a person has set, with what their session has come to. Whatever it does is never the run's fault. */
export interface Notifier {
  hear(progress: Progress): void;
  /** Looks once more; false where nothing is left to be sent. */
  look(): Promise<boolean>;
  /** Resolves once everything is sent. */
  readonly sent: () => Promise<void>;
}

export interface NotifierOptions {
  readonly api: Pick<CairnApi, 'status'>;
  readonly processes: Pick<Processes, 'run'>;
  /** Which command, as it is set now; null: none. */
  readonly command: () => Promise<readonly [string, ...string[]] | null>;
  readonly session: SessionId | null;
  readonly root: string;
  readonly env: Environment;
  /** What the command prints, for people to look at. */
  readonly outputFile: string;
  readonly log: Log;
}

export function createNotifier(of: NotifierOptions): Notifier {
  const published = new Set<string>();
  const told = new Set<string>();
  let session = of.session;
  let hasNews = false;
  let sending = 0;
  // One after the other: in the order in which it happened.
  let looks: Promise<unknown> = Promise.resolve();
  let sends: Promise<unknown> = Promise.resolve();

  const send = (command: readonly [string, ...string[]], notification: Notification): void => {
    sending += 1;
    sends = sends
      .then(() => call(of, command, notification))
      .catch((error: unknown) => of.log.warn('the notify command could not be run', { error: String(error) }))
      .finally(() => (sending -= 1));
  };
  const lookNow = async (): Promise<void> => {
    if (!hasNews || session === null) return;
    hasNews = false;
    const command = await of.command();
    if (command === null) return;
    for (const { key, notification } of newsOf(await of.api.status(session), published, of.root)) {
      if (told.has(key)) continue;
      told.add(key);
      send(command, notification);
    }
  };
  const look = (): Promise<unknown> =>
    (looks = looks
      .then(lookNow)
      .catch((error: unknown) => of.log.warn('nobody was notified', { error: String(error) })));
  return {
    hear(progress) {
      if (progress.type === 'opened') ({ session } = progress);
      if (progress.type !== 'checkpoint' && progress.type !== 'asks') return;
      hasNews = true;
      if (progress.type === 'checkpoint') published.add(progress.commit);
      if (progress.type === 'asks' || LOOKED_AT.has(progress.kind)) void look();
    },
    async look() {
      await look();
      return sending > 0;
    },
    sent: async () => void (await sends),
  };
}

async function call(
  { processes, root, env, outputFile, log }: NotifierOptions,
  command: readonly [string, ...string[]],
  notification: Notification,
): Promise<void> {
  const end = await processes.run({
    command,
    typed: true,
    cwd: root,
    env: ownEnvironment(env),
    stdin: `${JSON.stringify(notification)}\n`,
    timeoutMs: PATIENCE_MS,
    outputFile,
    signal: new AbortController().signal,
  });
  if (end.kind === 'exited' && end.exitCode === 0) return;
  log.warn('the notify command failed', { how: end.kind, exitCode: end.exitCode, tail: end.tail });
}

/** Without what tells an agent where it works: a command of the person's is in no phase. */
const ownEnvironment = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('CAIRN_') ? [] : [[name, value]],
    ),
  );
