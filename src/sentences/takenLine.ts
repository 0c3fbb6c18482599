import type { Progress } from '../session/progress.ts';

/** The progress of a checkpoint of many files. */
export function takenLine({ step, done, of }: Extract<Progress, { type: 'taking' }>): string {
  const [some, all] = [done, of].map((n) => n.toLocaleString('en'));
  return step === 'stored'
    ? `${some} of ${all} files stored`
    : `${some} of ${all} files searched for secrets`;
}
