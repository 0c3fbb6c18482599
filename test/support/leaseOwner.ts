import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../files/leaseOwnerProgram.ts', import.meta.url));

export interface LeaseOwner {
  readonly pid: number;
  readonly child: ChildProcess;
  /** What it says next, or null when it ends. */
  says(): Promise<string | null>;
  release(): Promise<void>;
  signal(name: NodeJS.Signals): Promise<void>;
}

/** Another process that has asked for a lease; its first words tell whether it got it. Killed with the test. */
export function leaseOwner(of: {
  readonly stateFolder: string;
  readonly key: string;
  readonly leaseMs: number;
  readonly heartbeatMs: number;
}): LeaseOwner {
  const child = spawn(
    process.execPath,
    [program, of.stateFolder, of.key, String(of.leaseMs), String(of.heartbeatMs)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return {
    pid: child.pid!,
    child,
    async says() {
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
    async release() {
      child.stdin.write('release\n');
      await exited;
    },
    async signal(name) {
      child.kill(name);
      if (name === 'SIGKILL') await exited;
      else await new Promise((resolve) => setTimeout(resolve, 30));
    },
  };
}
