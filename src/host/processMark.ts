import { randomBytes } from 'node:crypto';
import { temporaryName } from '../model/names/temporaryName.ts';
import { sha256 } from './hashes.ts';
import { ownIdentity } from './machineId.ts';
import { processStart } from './processStart.ts';

/**
 * Says in a file or folder name which process made it: eight digits for the place where process numbers mean the same, eight for
 * when this process started. By its number alone a dead owner would seem alive as soon as any process or thread has that number.
 */
export function ownMark(): string {
  const { host, pidNamespace, startTime } = ownIdentity();
  return short(`${host} ${pidNamespace}`) + short(startTime);
}

/** Whether the process that left a mark lives; `unseen`: it is in another container or on another machine. */
export function ownerOf(pid: number, mark: string): 'alive' | 'dead' | 'unseen' {
  const own = ownMark();
  if (mark.slice(0, 8) !== own.slice(0, 8)) return 'unseen';
  const found = processStart(pid);
  if (found.kind === 'alive') return short(found.startTime) === mark.slice(8) ? 'alive' : 'dead';
  return found.kind === 'dead' ? 'dead' : 'alive';
}

/** A name for a temporary file that nobody else takes and that shows whether its owner is dead. */
export const ownTemporaryName = (): string =>
  temporaryName(process.pid, ownMark(), randomBytes(6).toString('hex'));

const short = (text: string): string => sha256(text).slice(0, 8);
