import type { Log } from '../../src/session/ports.ts';

/** A log for tests that do not look at it. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
