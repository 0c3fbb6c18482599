import type { SoakName } from './soakFlow.ts';

/** What a soak is told. */
export interface Orders {
  /** Kills, or rounds. */
  readonly many: number;
  readonly seed: number;
  /** Kills of one session at most; else 7. */
  readonly each?: number;
  /** How many go on at the same time. */
  readonly lanes: number;
  readonly say: (line: string) => void;
  /** Sessions of one kind only, and nothing that a person types; else each seed says of which. */
  readonly of?: SoakName;
  /** Leave the folders of what was lost where they are. */
  readonly keep?: boolean;
}

/** What one session or round lost, in words. */
export interface Finding {
  readonly seed: number;
  readonly losses: readonly string[];
}

/** By then one knows that something is broken; more of the same only takes time. */
const MOST_FINDINGS = 5;

/**
 * Takes one seed after the other, some at the same time, until it is enough or too much was lost; answers what was lost, by
 * seed.
 */
export async function inTurns(
  { seed, lanes, say }: Orders,
  isEnough: () => boolean,
  turn: (seed: number) => Promise<{ readonly about: string; readonly losses: readonly string[] }>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let next = seed;
  const lane = async (): Promise<void> => {
    while (!isEnough() && findings.length < MOST_FINDINGS) {
      const mine = next;
      next += 1;
      const { about, losses } = await turn(mine).catch((error: unknown) => ({
        about: 'failed',
        losses: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      }));
      say(`seed ${mine}: ${about}${losses.length === 0 ? '' : `\n  LOST ${losses.join('\n  LOST ')}`}`);
      if (losses.length > 0) findings.push({ seed: mine, losses });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (findings.length >= MOST_FINDINGS) say(`stopped: ${findings.length} seeds with losses`);
  return findings;
}
