import type { PhaseId } from '../names/ids.ts';

/** The most characters of a phase id. */
export const LONGEST_PHASE = 40;
/** How many of them tell two long ones apart. */
const HASH = 4;

/** The most characters of the id of a phase that is repeated: with a longer one there is no room for the item. */
export const LONGEST_TEMPLATE = LONGEST_PHASE - HASH - 1;

/**
 * The id of the phase of an item: `<template>-<item>`, the item's id made fit (lower case, `-` for all else), cut with four
 * characters of a hash where it is too long, or says nothing in these letters.
 *
 * @param sha256 UTF-8 text → hexadecimal
 */
export function itemPhase(template: PhaseId, id: string, sha256: (text: string) => string): PhaseId {
  const fit = id
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const whole = `${template}-${fit}`;
  if (fit !== '' && whole.length <= LONGEST_PHASE) return whole as PhaseId;
  const hash = sha256(id).slice(0, HASH);
  const room = LONGEST_PHASE - template.length - HASH - 2;
  const part = fit.slice(0, Math.max(0, room)).replace(/-$/, '');
  return (part === '' ? `${template}-${hash}` : `${template}-${part}-${hash}`) as PhaseId;
}
