import { expect } from 'vitest';
import { engineProcess } from './engineProcess.ts';
import { playedEngine } from './memoryStage.ts';
import { eventually } from './realProcesses.ts';
import { START, type Stage } from './session.ts';

/**
 * A part of an agent that is at work when its engine is killed by {@link startAndKill}: after the script it goes on working.
 */
export const atWorkAfter = (script: string): string => `${script}; : > "$PLAY/at-work"; sleep 60`;

/** Starts the session in another process, and kills that without a word once its agent is {@link atWorkAfter}. */
export async function startAndKill(s: Stage, { inPlace = false } = {}): Promise<void> {
  const atWork = async (): Promise<boolean> => (await s.repo.look('../play/at-work')) !== null;
  const played = playedEngine(s);
  if (played === null) {
    const engine = await engineProcess(s, { verb: 'start', inPlace }, null);
    expect(await eventually(atWork, 280_000)).toBe(true);
    await engine.kill();
    // The end of its output: it had no time for a last line.
    expect(await engine.says()).toBe('nothing');
    return;
  }
  const ended = played.api.start({ ...START, inPlace }, new AbortController().signal);
  expect(await Promise.race([eventually(atWork, 280_000), ended])).toBe(true);
  played.kill();
}
