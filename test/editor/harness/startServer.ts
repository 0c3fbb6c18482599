import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installCodeServer } from './installCodeServer.ts';
import { nodeForServer } from './nodeForServer.ts';

const START_LIMIT = 60_000;

export interface ServerOptions {
  /** Settings, logs and state of the server; `User/settings.json` in it are the user's settings. */
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** Default: one that is free. */
  readonly port?: number;
  /** False: windows ask whether the folder's authors are trusted, as they do for people. */
  readonly trustDisabled: boolean;
  /** Added to the environment of the server and so of the extension host; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Makes it a server for people: addresses must carry this as `tkn`, since the same browser visits other sites, and
   * the driver for tests is left out, since with it the workbench shows no notifications.
   */
  readonly token?: string;
}

export interface Server {
  readonly host: string;
  /** What the server and the extension hosts printed up to now. */
  log(): string;
  /** Whether it is still there. */
  answers(): Promise<boolean>;
  /** Ends it with everything it started; resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts the server of the browser build on an address of this machine only; it ends with this process at the latest. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const vscode = await installCodeServer();
  const port = options.port ?? (await freePort());
  const host = `127.0.0.1:${port}`;
  const switches = {
    host: '127.0.0.1',
    port: String(port),
    'user-data-dir': options.userDataDir,
    'extensions-dir': options.extensionsDir,
    'telemetry-level': 'off',
    'accept-server-license-terms': true,
    // To a browser on this machine.
    'disable-websocket-compression': true,
    ...(options.token
      ? { 'connection-token': options.token }
      : { 'without-connection-token': true, 'enable-smoke-test-driver': true }),
    'disable-workspace-trust': options.trustDisabled,
  };
  const args = [join(vscode, 'out', 'server-main.js'), ...commandLine(switches)];
  const child = spawn(nodeForServer(), [join(import.meta.dirname, 'guardServer.ts'), ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  const gone = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await gone;
  };
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  if (!(await answers(`http://${host}/version`, isRunning))) {
    await stop();
    throw new Error(`The server of VS Code did not start.\n${output}`);
  }
  return { host, log: () => output, answers: () => answers(`http://${host}/version`, isRunning), stop };
}

function commandLine(switches: Readonly<Record<string, string | boolean>>): readonly string[] {
  return Object.entries(switches).flatMap(([name, value]) => {
    if (typeof value === 'string') return [`--${name}`, value];
    return value ? [`--${name}`] : [];
  });
}

async function answers(address: string, isRunning: () => boolean): Promise<boolean> {
  const limit = Date.now() + START_LIMIT;
  while (Date.now() < limit && isRunning()) {
    try {
      if ((await fetch(address)).ok) return true;
    } catch {
      // Nobody listens yet: ask again.
    }
    await delay(50);
  }
  return false;
}

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.');
  return address.port;
}
