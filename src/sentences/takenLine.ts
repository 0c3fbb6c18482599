import type { Progress } from '../session/progress.ts';

/** How far a checkpoint of many files is. */
export function takenLine({ step, done, of }: Extract<Progress, { type: 'taking' }>): string {
  const [some, all] = [done, of].map((n) => n.toLocaleString('en'));
  return step === 'stored'
    ? `${some} of ${all} files stored`
    : `${some} of ${all} files searched for secrets`;
}
