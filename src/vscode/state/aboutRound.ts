import { ANOTHER_ROUND } from '../../model/graph/loopAnswers.ts';
import type { StatusView } from '../../session/results.ts';

/** Only where the engine asks: an agent may offer the same words. */
export const offersRound = (status: StatusView | null): boolean =>
  status?.questions.some(isAboutRound) ?? false;

export const isAboutRound = ({ about, options }: StatusView['questions'][number]): boolean =>
  about === 'loop' && options.includes(ANOTHER_ROUND);
