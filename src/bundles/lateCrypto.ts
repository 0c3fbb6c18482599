import type * as Crypto from 'node:crypto';
import { createRequire } from 'node:module';

/** In place of `node:crypto` in all bundles: to load that takes Node a tenth of its start, and a list or a help hashes nothing. */
type Used = 'createHash' | 'randomBytes' | 'randomInt' | 'randomUUID';

const load = createRequire(import.meta.url);

const late = <N extends Used>(name: N): (typeof Crypto)[N] =>
  ((...given: never[]) =>
    ((load('node:crypto') as typeof Crypto)[name] as (...given: never[]) => unknown)(...given)) as never;

export const createHash = late('createHash');
export const randomBytes = late('randomBytes');
export const randomInt = late('randomInt');
export const randomUUID = late('randomUUID');
