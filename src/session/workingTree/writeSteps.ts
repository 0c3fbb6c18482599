import type { WriteStep } from '../ports.ts';
import type { World } from '../world.ts';

/** Crash points of a write. The first file of each write stands for all. */
export function writeSteps({ reached }: Pick<World, 'reached'>): (step: WriteStep) => void {
  let seen = new Set<WriteStep>();
  return (step) => {
    if (step === 'noted') seen = new Set();
    if (seen.has(step)) return;
    seen.add(step);
    if (step === 'noted') reached('replace/noted');
    else if (step === 'moved') reached('replace/moved');
    else reached('replace/placed');
  };
}
