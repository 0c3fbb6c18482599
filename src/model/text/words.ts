/** The shapes of ids and words in records, for every reader. */
export const SESSION_ID = /^[a-z0-9][a-z0-9-]{2,62}$/;
export const PHASE_ID = /^[a-z][a-z0-9-]{0,39}$/;
export const WORKFLOW_NAME = /^[a-z][a-z0-9-]*$/;
/** 40 digits (SHA-1 repositories) or 64 (SHA-256). */
export const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Reads a whole number without sign or leading zeros that a double holds exactly; null for anything else. */
export function readCount(text: string): number | null {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return null;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : null;
}
