interface Needing {
  readonly id: string;
  readonly needs: readonly string[];
}

/**
 * Phases in waves: those of one need nothing of each other, so they may run side by side, and each needs one of the wave before. In
 * a wave they stay in the order given. What is needed and not among them counts as done.
 */
export function wavesOf<P extends Needing>(phases: readonly P[]): readonly (readonly P[])[] {
  const waiting = new Set(phases.map(({ id }) => id));
  const waves: (readonly P[])[] = [];
  let rest = phases;
  while (rest.length > 0) {
    const free = rest.filter(({ needs }) => !needs.some((need) => waiting.has(need)));
    // A record from elsewhere may have a circle, which has no order.
    const wave = free.length === 0 ? rest : free;
    waves.push(wave);
    for (const { id } of wave) waiting.delete(id);
    rest = rest.filter(({ id }) => waiting.has(id));
  }
  return waves;
}
