import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { atomicWrite } from '../../src/host/atomicWrite.ts';
import { parseStatus } from '../../src/model/status/parseStatus.ts';
import { renderStatus } from '../../src/model/status/renderStatus.ts';
import { exampleStatus } from '../model/exampleStatus.ts';
import { makeFolder } from '../recovery/crashTestbed.ts';

/** How often which version was read. */
export interface ReadSummary {
  readonly old: number;
  readonly new: number;
  /** What was neither: a mixture, a part, nothing at all. */
  readonly mixed: number;
  readonly writes: number;
}

/** Another thread, that nobody makes wait: a read may begin and end anywhere in a write. */
const READER = `
const { workerData, parentPort } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const { path, reads, versions } = workerData;
const seen = { old: 0, new: 0, mixed: 0 };
for (let n = 0; n < reads; n += 1) {
  const text = readFileSync(path, 'utf8');
  seen[text === versions.old ? 'old' : text === versions.new ? 'new' : 'mixed'] += 1;
}
parentPort.postMessage(seen);
`;

/** Reads STATUS.md so many times while two versions of it are written in turn. */
export async function readSoak(reads: number): Promise<ReadSummary> {
  const folder = await makeFolder();
  try {
    const versions = { old: version('o', 1), new: version('n', 2) };
    const path = join(folder, 'STATUS.md');
    await atomicWrite(path, versions.old);
    const reader = new Worker(READER, { eval: true, workerData: { path, reads, versions } });
    const reading = new AbortController();
    const seen = new Promise<Omit<ReadSummary, 'writes'>>((resolve, reject) => {
      reader.once('message', resolve);
      reader.once('error', reject);
    }).finally(() => reading.abort());
    let writes = 0;
    for (; !reading.signal.aborted; writes += 1)
      await atomicWrite(path, writes % 2 === 0 ? versions.new : versions.old, { flush: false });
    return { ...(await seen), writes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Large enough that it cannot be written at once; a read that equals it can be parsed, as it can. */
function version(letter: string, seq: number): string {
  const text = renderStatus({ ...exampleStatus, seq, notes: `## Notes\n\n${letter.repeat(200_000)}\n` });
  const parsed = parseStatus('STATUS.md', text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return text;
}
