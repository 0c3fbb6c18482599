import { parseStatus } from './parseStatus.ts';
import type { PhaseStatus } from './statusWords.ts';
import type { Status } from './status.ts';

/** Words that the engine shows while a phase runs, and never commits. */
const SHOWN_MEANWHILE: readonly PhaseStatus[] = ['running', 'checking', 'interrupted'];

/**
 * True if the engine may have written this STATUS.md: a rendering of the tip, of a running phase on top of it, or of an older
 * checkpoint left by a crash. Anything else is somebody's edit.
 */
export function isRendering(text: string, tip: Status): boolean {
  const parsed = parseStatus('STATUS.md', text);
  if (!parsed.ok) return false;
  const onDisk = parsed.value;
  if (onDisk.session !== tip.session || onDisk.seq > tip.seq) return false;
  if (onDisk.seq < tip.seq) return true;
  return (
    HEAD.every((key) => onDisk[key] === tip[key]) &&
    onDisk.rows.length === tip.rows.length &&
    onDisk.rows.every(({ phase, number, status, attempt }, index) => {
      const row = tip.rows[index];
      if (phase !== row?.phase || number !== row.number) return false;
      return SHOWN_MEANWHILE.includes(status) || (status === row.status && attempt === row.attempt);
    })
  );
}

const HEAD = ['title', 'plan', 'base', 'branch'] as const;

/**
 * What lies on disk while agents work, and was committed by one of them, as a checkpoint would say it: nobody goes on with a phase
 * that is said to be at work.
 */
export const asPublished = (status: Status): Status => ({
  ...status,
  rows: status.rows.map((row) =>
    SHOWN_MEANWHILE.includes(row.status) ? { ...row, status: 'pending' } : row,
  ),
});
