import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { sha256 } from './hashes.ts';
import { printedBy, textIn } from './machineFacts.ts';
import { startTimeOf } from './processStart.ts';

/** Who a process is, so that another one can prove that it is gone. */
export interface ProcessIdentity {
  /** Hash of the system's own id: machine-id(5) asks programs not to pass the id itself on. */
  readonly machine: string;
  readonly host: string;
  /** Process numbers mean something only inside one pid namespace. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** `?` if the system does not say. */
  readonly startTime: string;
}

let known: ProcessIdentity | null = null;

/** The identity of this process; looked up once. */
export function ownIdentity(): ProcessIdentity {
  known ??= {
    machine: machineId(),
    host: hostname(),
    pidNamespace: pidNamespace(),
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '?',
  };
  return known;
}

const machineId = (): string => sha256(`cairn:${systemId() ?? ownId()}`).slice(0, 32);

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

/** A random id, kept in the user's state folder: containers often have no machine id. */
function ownId(): string {
  const folder = stateFolder();
  const file = join(folder, 'machine-id');
  const before = match(textIn(file), /^([0-9a-f-]{36})\s*$/);
  if (before !== null) return before;
  const fresh = randomUUID();
  try {
    mkdirSync(folder, { recursive: true });
    // Two processes may get here at once: one of them makes the link, whole. Flushed first: a file that a power cut had emptied
    // would stay, and each process would be a machine of its own.
    writeFileSync(`${file}.${fresh}`, `${fresh}\n`, { flush: true });
    linkSync(`${file}.${fresh}`, file);
  } catch {
    // No writable home, or somebody was faster: read again below.
  } finally {
    rmSync(`${file}.${fresh}`, { force: true });
  }
  // Without a place for the id, this process is a machine of its own: nobody can prove it dead, only silent.
  return match(textIn(file), /^([0-9a-f-]{36})\s*$/) ?? fresh;
}

/** Where what belongs to this user on this machine is kept. */
export function stateFolder(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] ?? homedir(), 'cairn');
  return join(process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'cairn');
}

function pidNamespace(): string {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : 'one';
  } catch {
    // /proc is not mounted: two such processes never compare numbers.
    return 'unknown';
  }
}

function match(text: string | null, pattern: RegExp): string | null {
  return pattern.exec(text ?? '')?.[1] ?? null;
}
