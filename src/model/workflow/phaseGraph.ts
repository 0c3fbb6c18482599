import { allNeeded, type Needing } from '../graph/needed.ts';

/** A phase, what it needs and what it promises, as artifacts are written. */
export interface Promising<Id extends string = string> extends Needing<Id> {
  readonly artifacts: readonly { readonly path: string }[];
}

/** The phases of a workflow, by what many rules ask about them. */
export interface PhaseGraph<P extends Promising> {
  /** In file order. */
  readonly phases: readonly P[];
  of(id: string): P | undefined;
  /** Whether one phase needs another, directly or not; none needs itself. */
  needs(id: string, other: string): boolean;
  /** Those that promise a file, as it is written among their artifacts. */
  promising(path: string): readonly P[];
}

/** No cycles among them, and each need is one of them. */
export function phaseGraph<P extends Promising>(phases: readonly P[]): PhaseGraph<P> {
  const known = new Map<string, P>(phases.map((phase) => [phase.id, phase]));
  const promised = new Map<string, P[]>();
  for (const phase of phases)
    for (const path of new Set(phase.artifacts.map((rule) => rule.path))) {
      const by = promised.get(path);
      if (by === undefined) promised.set(path, [phase]);
      else by.push(phase);
    }
  return {
    phases,
    of: (id) => known.get(id),
    needs: allNeeded(phases),
    promising: (path) => promised.get(path) ?? [],
  };
}
