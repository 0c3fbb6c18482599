import type { SentBack } from './planClosing.ts';
import { sayFound } from './saySkipped.ts';

/** Why a round begins, for a commit and a prompt. */
export function saySentBack(because: SentBack): string {
  if ('reasons' in because)
    return `Its gate did not hold:\n\n${because.reasons.map((reason) => `- ${reason}`).join('\n')}`;
  return `${because.file}${because.at === '' ? '' : ` ${because.at}`} ${sayFound(because)}.`;
}
