import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { atomicWrite, clearTemporary } from '../../host/atomicWrite.ts';
import { codeOf, ifMissing } from '../../host/systemError.ts';
import type { Timestamp } from '../../model/names/ids.ts';
import { readTurnJournal, type TurnLine, type TurnNews } from '../../model/chat/turnJournal.ts';

/** Beside the log of the attempt. */
const FILE = 'turns.jsonl';

/** The turn journal of one attempt. Only this process writes it. */
export interface TurnLog {
  /** Everything so far, including the lines of the attempt that this one goes on from. */
  readonly lines: readonly TurnLine[];
  /** Resolves once it is on disk. */
  write(news: TurnNews): Promise<void>;
  close(): Promise<void>;
}

/** Where the journal that we should go on from is damaged. */
export interface DamagedJournal {
  readonly file: string;
  readonly line: number;
}

/**
 * Opens the journal of an attempt, with a copy of the one that it goes on from. The copy is there whole or not at all: if we
 * die while copying, it must not look like a shorter conversation.
 */
export async function openTurnLog(
  folder: string,
  goOnFrom: string | null,
): Promise<Result<TurnLog, DamagedJournal>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = goOnFrom === null ? null : await readBefore(goOnFrom);
  if (before !== null && !before.ok) return before;
  const lines = [...(before?.value ?? [])];
  const file = join(folder, FILE);
  await atomicWrite(file, lines.map(lineOf).join(''), { mode: 0o600 });
  const handle = await open(file, 'a');
  return ok({
    lines,
    async write(news) {
      const line: TurnLine = { at: new Date().toISOString() as Timestamp, ...news };
      await append(handle, lineOf(line)).catch((cause: unknown) => {
        // Never act on what is not journalled: it could be done a second time.
        throw new CairnError('machine/cannot-write', { path: file, why: codeOf(cause) }, { cause });
      });
      lines.push(line);
    },
    close: () => handle.close(),
  });
}

async function readBefore(folder: string): Promise<Result<readonly TurnLine[], DamagedJournal> | null> {
  const file = join(folder, FILE);
  // It may have died while it wrote that, and nothing is ever written there again.
  await clearTemporary(folder);
  const text = await readFile(file, 'utf8').catch(ifMissing(null));
  // The attempt was cut off before it began a conversation.
  if (text === null) return null;
  const read = readTurnJournal(text);
  return read.ok ? read : err({ file, line: read.error.line });
}

const lineOf = (line: TurnLine): string => `${JSON.stringify(line)}\n`;

async function append(handle: FileHandle, text: string): Promise<void> {
  await handle.appendFile(text);
  await handle.sync();
}
