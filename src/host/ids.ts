import { randomInt } from 'node:crypto';
import type { Ids } from '../session/ports.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Makes ids from the system's random source. */
export function createIds(): Ids {
  return {
    suffix: () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  };
}
