import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { printedBy, textIn } from './machineFacts.ts';
import { ownStartTime } from './processStart.ts';

/** Who this process is, so that another one can prove that it is gone. */
export interface ProcessIdentity {
  /** Hash of what the system calls itself: machine-id(5) asks programs not to hand the id itself on. */
  readonly machine: string;
  readonly host: string;
  /** Process numbers mean something only inside one pid namespace. */
  readonly pidNamespace: string;
  readonly pid: number;
  readonly startTime: string;
}

let known: ProcessIdentity | null = null;

/** Identity of this process; looked up once. */
export function ownIdentity(): ProcessIdentity {
  known ??= {
    machine: machineId(),
    host: hostname(),
    pidNamespace: pidNamespace(),
    pid: process.pid,
    startTime: ownStartTime(),
  };
  return known;
}

function machineId(): string {
  const found = systemId() ?? ownId();
  return createHash('sha256').update(`cairn:${found}`).digest('hex').slice(0, 32);
}

function systemId(): string | null {
  if (process.platform === 'win32') {
    const told = printedBy('reg', ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid']);
    return match(told, /MachineGuid\s+REG_SZ\s+(\S+)/);
  }
  if (process.platform === 'darwin') {
    return match(
      printedBy('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
      /"IOPlatformUUID" = "([^"]+)"/,
    );
  }
  return match(textIn('/etc/machine-id') ?? textIn('/var/lib/dbus/machine-id'), /^([0-9a-f]{32})\s*$/);
}

/** Containers often have no machine id: a random one, kept in the user's state folder. */
function ownId(): string {
  const folder = stateFolder();
  const file = join(folder, 'machine-id');
  const before = match(textIn(file), /^([0-9a-f-]{36})\s*$/);
  if (before !== null) return before;
  const fresh = randomUUID();
  try {
    mkdirSync(folder, { recursive: true });
    // Two processes may get here at once: a link is made by one of them, whole. Flushed before: one that a power cut had
    // emptied would stay, and each process would be a machine of its own.
    writeFileSync(`${file}.${fresh}`, `${fresh}\n`, { flush: true });
    linkSync(`${file}.${fresh}`, file);
  } catch {
    // No home that can be written, or somebody was faster: read once more below.
  } finally {
    rmSync(`${file}.${fresh}`, { force: true });
  }
  // Without a place to keep it, this process is a machine of its own: nobody can prove it dead, only silent.
  return match(textIn(file), /^([0-9a-f-]{36})\s*$/) ?? fresh;
}

function stateFolder(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] ?? homedir(), 'cairn');
  return join(process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'cairn');
}

function pidNamespace(): string {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : 'one';
  } catch {
    // /proc is not mounted: numbers of two such processes are never compared (the machine's start time differs too).
    return 'unknown';
  }
}

function match(text: string | null, pattern: RegExp): string | null {
  return pattern.exec(text ?? '')?.[1] ?? null;
}
