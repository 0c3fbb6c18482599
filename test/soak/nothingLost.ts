import { expect } from 'vitest';
import type { Finding } from './inTurns.ts';

/** Much longer than a loss in words, and short enough for the end of a long run, which tells first lines only. */
const FIRST_LINE = 1_000;

/** Holds that a soak lost nothing; the first line of what it says otherwise has what was lost, and with which seed. */
export function nothingLost(findings: readonly Finding[], seed: number, told: readonly string[]): void {
  const lost = findings.map(({ seed: its, losses }) => `seed ${its}: ${losses.join(' | ')}`).join(' || ');
  const inShort = lost.replaceAll(/\s+/g, ' ').slice(0, FIRST_LINE);
  expect(findings, `${inShort}\nbegun with seed ${seed}\n${told.join('\n')}`).toEqual([]);
}
