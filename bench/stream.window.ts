import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { NamedTests } from '../test/editor/harness/runNamedTests.ts';

/** What the benchmark hands in, as JSON in `CAIRN_BENCH`. */
interface Given {
  readonly result: string;
  readonly root: string;
  /** A terminal's `cairn start …`: program, arguments and environment. */
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

/** Memory of this extension host in bytes: all of it, and what its own objects take. */
interface Memory {
  readonly rss: number;
  readonly heap: number;
}

const IDLE_MS = 5_000;
const EVERY_MS = 100;

/** Runs in a real window on a repository in which a session begins whose agent says a great deal. */
export const tests: NamedTests = {
  'memory is measured': async () => {
    const { result, root, command, env } = JSON.parse(process.env['CAIRN_BENCH'] ?? '{}') as Given;
    await vscode.extensions.getExtension('cairn.cairn')?.activate();
    await vscode.commands.executeCommand('cairn.sessions.focus');
    const idle = await highest(new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    const [program, ...args] = command;
    const child = spawn(program, args, { cwd: root, env, stdio: 'ignore' });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const streaming = await highest(ended);
    const after = await highest(new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    writeFileSync(result, JSON.stringify({ idle, streaming, after, code: await ended }));
  },
};

/** The highest that is seen until something has ended. */
async function highest(until: Promise<unknown>): Promise<Memory> {
  let [rss, heap] = [0, 0];
  const look = (): void => {
    const now = process.memoryUsage();
    rss = Math.max(rss, now.rss);
    heap = Math.max(heap, now.heapUsed + now.external);
  };
  const timer = setInterval(look, EVERY_MS);
  await until;
  look();
  clearInterval(timer);
  return { rss, heap };
}
