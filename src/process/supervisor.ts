/**
 * The program between the engine and the commands that it runs (`dist/supervisor.cjs`).
 *
 * A child in its own process group survives the SIGKILL of its parent; a pipe does not survive its last writer. So this program,
 * in a session of its own, holds the reading end of a pipe from the engine. When that closes, for whatever reason, it ends the
 * whole group of every command and then itself. Its orders come through the same pipe.
 */
import { messageReader, type FromSupervisor, type Told, type ToSupervisor } from './protocol.ts';
import { supervise, type Supervised } from './supervise.ts';

/** Lines are only hints: if the engine does not read them, we drop them before they fill the memory. */
const BACKLOG_BYTES = 1 << 20;

const running = new Map<number, Supervised>();
let abandoned = false;

function tell(id: number, told: Told): void {
  if (told.type === 'line' && process.stdout.writableLength > BACKLOG_BYTES) return;
  const text = `${JSON.stringify({ id, ...told } satisfies FromSupervisor)}\n`;
  if (told.type !== 'ended') return void process.stdout.write(text);
  running.delete(id);
  process.stdout.write(text, exitIfOver);
}

function start({ id, task }: Extract<ToSupervisor, { type: 'start' }>): void {
  // The engine gives what was not taken to its next supervisor.
  if (abandoned) return;
  tell(id, { type: 'taken' });
  let ended = false;
  const supervised = supervise(task, (told) => {
    ended ||= told.type === 'ended';
    tell(id, told);
  });
  // What could not be started has ended already.
  if (!ended) running.set(id, supervised);
}

function obey(message: ToSupervisor): void {
  switch (message.type) {
    case 'start':
      start(message);
      break;
    case 'input':
      running.get(message.id)?.input(message.text);
      break;
    case 'finish':
      running.get(message.id)?.finish(message.graceMs);
      break;
    case 'cancel':
      running.get(message.id)?.stop('cancelled');
      break;
  }
}

function abandon(): void {
  abandoned = true;
  // Each then says `ended`, which nobody reads, and the last one ends this program too.
  for (const supervised of running.values()) supervised.stop('cancelled');
  exitIfOver();
}

function exitIfOver(): void {
  if (abandoned && running.size === 0) process.exit(0);
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
