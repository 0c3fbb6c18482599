import type { ProcessGroup } from '../ports.ts';

/** Reads who was at an effect; null when it is not in our shape: this machine's memory may be lost, and what is damaged is lost. */
export function parseGroup(text: string): ProcessGroup | null {
  try {
    const { pid, startTime, mark, gitDir } = JSON.parse(text) as Record<keyof ProcessGroup, unknown>;
    if (!Number.isSafeInteger(pid) || typeof startTime !== 'string' || typeof mark !== 'string') return null;
    return { pid: Number(pid), startTime, mark, ...(typeof gitDir === 'string' ? { gitDir } : {}) };
  } catch {
    return null;
  }
}
