import type { CommitId, RefName } from '../../src/model/names/ids.ts';
import { memoryObjects } from './memoryObjects.ts';
import type { MemoryRepository } from './memoryRepository.ts';

/** Repositories on one disk, for tests in which a session wanders. They share their objects, as after `git clone --shared`. */
export interface MemoryBeside {
  readonly objects: ReturnType<typeof memoryObjects>;
  /** Bare ones, by their folder. */
  readonly bare: Map<string, Map<RefName, CommitId>>;
  /** Clones, by their root. */
  readonly clones: Map<string, MemoryRepository>;
  /** Root of a repository → the folder of its `origin`. */
  readonly origins: Map<string, string>;
}

export const nothingBeside = (): MemoryBeside => ({
  objects: memoryObjects(),
  bare: new Map(),
  clones: new Map(),
  origins: new Map(),
});
