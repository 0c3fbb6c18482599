import { join } from 'node:path';
import { LONGEST_TIMER_MS } from '../../base/longestTimer.ts';
import { textOf } from '../../model/text/losslessText.ts';
import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import type { Command } from '../../model/workflow/workflow.ts';
import type { EffectStreams } from '../api/effects.ts';
import type { Lease, ProcessEnd, ProcessPipe, ProcessGroup } from '../ports.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';

/** How much of the output is stored, in bytes. */
const STORED = 64 * 1024;

/** What a command did, as far as we can know. */
export interface CarriedOut {
  /** Null if a signal ended it: nobody knows how far it got. */
  readonly exitCode: number | null;
  /** The beginning of its standard output; bytes that are no UTF-8 are kept (`model/text/losslessText.ts`). */
  readonly output: string;
  /** Of its whole standard output. */
  readonly sha256: string;
  readonly end: ProcessEnd;
}

/** What one command is, and where it runs. */
interface Doing {
  readonly key: string;
  readonly command: Command;
  readonly cwd: string;
}

/**
 * Runs a command below a supervisor: it does not outlive us, so that an intent whose owner is dead is about nothing that
 * still runs. It has no standard input: what it does is in its words alone, and these are what the record knows it by.
 */
export async function carryOut(
  world: Pick<World, 'processes' | 'startHash' | 'env' | 'state' | 'sha256' | 'files'>,
  session: SessionId,
  { key, command, cwd }: Doing,
  streams: EffectStreams,
  signal: AbortSignal,
  // An effect takes as long as it needs.
  timeoutMs: number = LONGEST_TIMER_MS,
): Promise<CarriedOut> {
  const hash = world.startHash();
  const kept: Uint8Array[] = [];
  let held = 0;
  let reading: Promise<void> = Promise.resolve();
  const { folder, name } = traces(world, session, key);
  const take = (bytes: Uint8Array): void => {
    hash.add(bytes);
    streams.out(bytes);
    if (held < STORED) kept.push(bytes.subarray(0, STORED - held));
    held += bytes.length;
  };
  const end = await world.processes.run({
    command,
    typed: true,
    cwd,
    env: environment(world, key),
    stdin: '',
    timeoutMs,
    outputFile: join(folder, `${name}.log`),
    signal,
    onStarted: (group) => world.files.write(folder, `${name}.json` as RepoPath, JSON.stringify(group)),
    onLine: streams.errors,
    talk: (pipe) => {
      reading = read(pipe, take);
    },
  });
  await reading;
  return { exitCode: exitCodeOf(end), output: textOf(joined(kept)), sha256: hash.hex(), end };
}

/** An owner that was suspended and replaced could not end its command, so whoever takes over does. */
export async function endOrphan(
  world: Pick<World, 'processes' | 'files' | 'state' | 'sha256'>,
  session: SessionId,
  key: string,
  lease: Pick<Lease, 'confirm'>,
): Promise<void> {
  const { folder, name } = traces(world, session, key);
  const bytes = await world.files.read(folder, `${name}.json` as RepoPath);
  const group = bytes === null ? null : parseGroup(decode(bytes));
  // Confirmed only now: what was read while the lease was ours cannot belong to whoever replaced us.
  await lease.confirm();
  if (group !== null) await world.processes.end(group);
}

/** Where this machine keeps who is running an effect, and its standard error. */
function traces(
  { state, sha256 }: Pick<World, 'state' | 'sha256'>,
  session: SessionId,
  key: string,
): { readonly folder: string; readonly name: string } {
  return { folder: join(state.of(session).folder, 'output', 'effects'), name: sha256(key).slice(0, 24) };
}

/** The caller's own, and the key: whoever receives the effect may know repeats by it. */
function environment({ env }: Pick<World, 'env'>, key: string): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) own[name] = value;
  return { ...own, CAIRN_EFFECT_KEY: key };
}

async function read(pipe: ProcessPipe, take: (bytes: Uint8Array) => void): Promise<void> {
  // The process may be gone before its input is closed.
  void pipe.input.close().catch(() => undefined);
  for await (const bytes of pipe.output) take(bytes);
}

/** 127, as a shell says it: what could not be started has done nothing. */
const exitCodeOf = ({ kind, exitCode }: ProcessEnd): number | null =>
  kind === 'not-started' ? 127 : kind === 'exited' ? exitCode : null;

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Reads who was running an effect; null if it is damaged, which counts as lost. */
function parseGroup(text: string): ProcessGroup | null {
  try {
    const { pid, startTime, mark, gitDir } = JSON.parse(text) as Record<keyof ProcessGroup, unknown>;
    if (!Number.isSafeInteger(pid) || typeof startTime !== 'string' || typeof mark !== 'string') return null;
    return { pid: Number(pid), startTime, mark, ...(typeof gitDir === 'string' ? { gitDir } : {}) };
  } catch {
    return null;
  }
}
