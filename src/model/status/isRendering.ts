import { parseStatus } from './parseStatus.ts';
import type { PhaseStatus } from './statusWords.ts';
import type { Status } from './status.ts';

/** What the engine shows of a phase while it goes, and never commits. */
const SHOWN_MEANWHILE: readonly PhaseStatus[] = ['running', 'checking', 'interrupted'];

/**
 * True when the engine may have written this STATUS.md: a rendering of the tip, of a phase under way on top
 * of it, or of an older checkpoint that a crash left. Anything else is somebody's edit.
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
