import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { atomicWrite } from '../../host/atomicWrite.ts';
import type { Timestamp } from '../../model/names/ids.ts';
import { readTurnJournal, type TurnLine, type TurnNews } from '../../model/chat/turnJournal.ts';

/** Beside the log of the attempt. */
const FILE = 'turns.jsonl';

/** The turn journal of one attempt. Only this process writes it. */
export interface TurnLog {
  /** Everything so far, what another attempt left included. */
  readonly lines: readonly TurnLine[];
  /** On disk when it resolves. */
  write(news: TurnNews): Promise<void>;
  close(): Promise<void>;
}

/** What is wrong with the journal that was to be gone on from. */
export interface DamagedJournal {
  readonly file: string;
  readonly line: number;
}

/**
 * Opens the journal of an attempt, with all of the one that it goes on from. That is there as a whole or not at all: a
 * death in between must not look like a conversation that had come less far.
 */
export async function openTurnLog(
  folder: string,
  goOnFrom: string | null,
): Promise<Result<TurnLog, DamagedJournal>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = goOnFrom === null ? null : await readBefore(join(goOnFrom, FILE));
  if (before !== null && !before.ok) return before;
  const lines = [...(before?.value ?? [])];
  const file = join(folder, FILE);
  await atomicWrite(file, lines.map(lineOf).join(''), { mode: 0o600 });
  const handle = await open(file, 'a');
  return ok({
    lines,
    async write(news) {
      const line: TurnLine = { at: new Date().toISOString() as Timestamp, ...news };
      await append(handle, lineOf(line)).catch((cause: NodeJS.ErrnoException) => {
        // What is not written down may not be done: it could be done a second time.
        throw new CairnError('machine/cannot-write', { path: file, why: cause.code ?? 'unknown' }, { cause });
      });
      lines.push(line);
    },
    close: () => handle.close(),
  });
}

async function readBefore(file: string): Promise<Result<readonly TurnLine[], DamagedJournal> | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // It was cut off before it could begin a conversation.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const read = readTurnJournal(text);
  return read.ok ? read : err({ file, line: read.error.line });
}

const lineOf = (line: TurnLine): string => `${JSON.stringify(line)}\n`;

async function append(handle: FileHandle, text: string): Promise<void> {
  await handle.appendFile(text);
  await handle.sync();
}
