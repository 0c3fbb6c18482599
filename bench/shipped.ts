import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '../scripts/bundle.ts';
import type { BenchRow } from './row.ts';

const run = promisify(execFile);

/**
 * Measures the engine as it ships: bundled, its programs beside it. From source Node keeps its reader of TypeScript in memory,
 * and each process takes twice as long to start: Node starts one by copying the page tables of its own.
 */
export async function measureShipped(name: string): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-shipped-'));
  try {
    await bundle(folder, { also: { measures: 'bench/measures.ts' } });
    const { stdout } = await run(process.execPath, [join(folder, 'measures.cjs'), name]);
    return JSON.parse(stdout) as BenchRow[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
