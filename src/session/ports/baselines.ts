/** What checks said before anything was changed, as far as this machine knows it. */
import type { BaselineNote } from '../../model/checkpoint/baselineNote.ts';
import type { BaselineRecord } from '../../model/checkpoint/phaseRecord.ts';

export type { BaselineNote };

/** Of a session, until one of its records holds it. */
export interface BaselineBox {
  read(): Promise<BaselineNote | null>;
  /** Flushed. */
  write(note: Pick<BaselineNote, 'tree' | 'from' | 'checks'>): Promise<void>;
}

/** Of a tree, for the next session that begins with it. Bounded; lost, they are run once more. */
export interface BaselineStore {
  /** @param key a hash, of all that decides what they say */
  known(key: string): Promise<readonly BaselineRecord[]>;
  keep(key: string, checks: readonly BaselineRecord[]): Promise<void>;
}
