/**
 * The program between the engine and a command (`dist/supervisor.cjs`).
 *
 * A child in its own process group survives the SIGKILL of its parent; a pipe does not survive its last writer. So this program,
 * in a session of its own, holds the reading end of a pipe from the engine. When that closes, for whatever reason, it ends the
 * command's whole group and itself. Its orders come through the same pipe.
 */
import { messageReader, type FromSupervisor, type ToSupervisor } from './protocol.ts';
import { supervise, type Supervised } from './supervise.ts';

/** Lines are only hints: if the engine does not read them, we drop them before they fill the memory. */
const BACKLOG_BYTES = 1 << 20;

let running: Supervised | null = null;

function tell(message: FromSupervisor): void {
  if (message.type === 'line' && process.stdout.writableLength > BACKLOG_BYTES) return;
  const text = `${JSON.stringify(message)}\n`;
  if (message.type === 'ended') process.stdout.write(text, () => process.exit(0));
  else process.stdout.write(text);
}

function obey(message: ToSupervisor): void {
  switch (message.type) {
    case 'start':
      running = supervise(message.task, tell);
      break;
    case 'input':
      running?.input(message.text);
      break;
    case 'finish':
      running?.finish(message.graceMs);
      break;
    case 'cancel':
      running?.stop('cancelled');
      break;
  }
}

function abandon(): void {
  // `ended`, which nobody reads, then ends this program too.
  if (running === null) process.exit(0);
  else running.stop('cancelled');
}

// Nobody reads any more: the engine is gone, whichever pipe shows it first.
process.stdout.on('error', abandon);
process.stdin.setEncoding('utf8');
process.stdin.on(
  'data',
  messageReader((message) => obey(message as ToSupervisor)),
);
process.stdin.on('close', abandon);
process.stdin.on('error', abandon);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, abandon);
process.on('SIGHUP', () => undefined);
