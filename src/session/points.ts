/**
 * Named places at which a process may die. Each stands after the step it is named for; between two of them
 * nothing becomes durable. The recovery tests kill the process at every one and start again.
 */
export const POINTS = [
  'open/lease-taken',
  'open/state-made',
  'open/commit-made',
  'open/commit-recorded',
  'open/ref-moved',
  'open/tree-made',
  'attempt/begun',
  'attempt/agent-ended',
  'attempt/gate-evaluated',
  'attempt/failed',
  'checkpoint/commit-made',
  'checkpoint/commit-recorded',
  'checkpoint/ref-moved',
  'checkpoint/files-rendered',
  'checkpoint/index-loaded',
  'checkpoint/head-settled',
  'checkpoint/journal-reset',
  'effect/intended',
  'effect/carried-out',
  'effect/recorded',
  'restore/captured',
  'restore/set-aside',
  'restore/journaled',
  'restore/files-written',
  'restore/files-checked',
  'restore/published',
  'restore/journal-reset',
  'fork/lease-taken',
  'fork/state-made',
  'fork/commit-made',
  'fork/commit-recorded',
  'fork/ref-moved',
] as const;

export type Point = (typeof POINTS)[number];
