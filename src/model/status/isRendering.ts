import { parseStatus } from './parseStatus.ts';
import type { PhaseStatus } from './statusWords.ts';
import type { Status } from './status.ts';

/** What the engine shows of a phase while it goes, and never commits. */
const SHOWN_MEANWHILE: readonly PhaseStatus[] = ['running', 'checking', 'interrupted'];

/**
 * True when the engine may have written this STATUS.md: a rendering of the tip, of a phase under way on top
 * of it, or of an older checkpoint that a crash left lying. Anything else is somebody's edit.
 */
export function isRendering(text: string, tip: Status): boolean {
  const parsed = parseStatus('STATUS.md', text);
  if (!parsed.ok) return false;
  const lying = parsed.value;
  if (lying.session !== tip.session || lying.seq > tip.seq) return false;
  if (lying.seq < tip.seq) return true;
  const sameHead =
    lying.title === tip.title &&
    lying.plan === tip.plan &&
    lying.base === tip.base &&
    lying.branch === tip.branch;
  return (
    sameHead &&
    lying.rows.length === tip.rows.length &&
    lying.rows.every((row, index) => {
      const expected = tip.rows[index];
      if (expected === undefined || row.phase !== expected.phase || row.number !== expected.number)
        return false;
      return (
        SHOWN_MEANWHILE.includes(row.status) ||
        (row.status === expected.status && row.attempt === expected.attempt)
      );
    })
  );
}
