import { nearestWord } from '../../model/text/nearestWord.ts';

const MOST = 8;

/** Those that look most like what was written come first; of many, the rest is counted. */
export function sessionsHere(word: string, sessions: readonly string[]): string {
  const near = nearestWord(word, sessions) ?? sessions.find((id) => id.includes(word)) ?? null;
  const ordered = near === null ? sessions : [near, ...sessions.filter((id) => id !== near)];
  const more = ordered.length - MOST;
  return `Sessions here: ${ordered.slice(0, MOST).join(', ')}${more > 0 ? ` and ${more} more: cairn list` : ''}.`;
}
