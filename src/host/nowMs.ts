/** Milliseconds that only grow; Node loads a module for `performance`, which takes as long as all that a short command times. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
