/**
 * Every interface through which a session touches the world, one file per port. Adapters implement them (`git/`, `files/`,
 * `process/`, `agents/`, `secrets/`), the roots pass them in, and the tests have working in-memory twins.
 */
export type * from './ports/agents.ts';
export type * from './ports/baselines.ts';
export type * from './ports/boxes.ts';
export type * from './ports/chat.ts';
export type * from './ports/files.ts';
export type * from './ports/ancestry.ts';
export type * from './ports/leases.ts';
export type * from './ports/machine.ts';
export type * from './ports/objects.ts';
export type * from './ports/person.ts';
export type * from './ports/processes.ts';
export type * from './ports/refs.ts';
export type * from './ports/saidBefore.ts';
export type * from './ports/repository.ts';
export type * from './ports/state.ts';
export type * from './ports/workingTree.ts';
export type * from './ports/worktrees.ts';
