import { lookUp } from '../../base/lookUp.ts';
import { nearestWord } from '../text/nearestWord.ts';

/** What others call what is a key here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  equals: 'is',
  equal: 'is',
  eq: 'is',
  ne: 'not',
  isNot: 'not',
  oneOf: 'in',
  gte: 'atLeast',
  min: 'atLeast',
  lte: 'atMost',
  max: 'atMost',
};

/** Where nothing is near, a few that are known are all said. */
const FEW = 10;

/** What an unknown key of a block may have been meant to be, as the end of a sentence. */
export function keyMeant(key: string, known: readonly string[]): string {
  const same = lookUp(ELSEWHERE, key);
  if (same !== undefined && known.includes(same)) return didYouMean(same);
  const near = meant(key, known);
  if (near !== '' || known.length === 0 || known.length > FEW) return near;
  return `; known here ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`;
}

/** The known word that another one is near to, as the end of a sentence. */
export const meant = (word: string, known: readonly string[]): string => {
  const near = nearestWord(word, known);
  return didYouMean(near === word ? null : near);
};

/** The end of a sentence about a word that is not known; `near`: the one that was likely meant, or null. */
export const didYouMean = (near: string | null): string => (near === null ? '' : `; did you mean "${near}"?`);
