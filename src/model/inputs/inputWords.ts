import type { InputDemand } from '../../base/inputFault.ts';
import { didYouMean } from '../parsing/keyMeant.ts';
import { nearestWord } from '../text/nearestWord.ts';

/** What is asked of a value, as it follows its name: `must match ^[A-Z]+$, not "x"`. */
export function demandWords(demand: InputDemand, value: string): string {
  switch (demand.asks) {
    case 'something':
      return 'must not be empty';
    case 'no-nul':
      return 'must not have a NUL character';
    case 'length':
      return `must have at most ${demand.most} characters, not ${value.length}`;
    case 'word': {
      const near = nearestWord(value, demand.allowed);
      return `must be ${demand.allowed.join(' or ')}, not ${shown(value)}${didYouMean(near)}`;
    }
    case 'pattern':
      return `must match ${demand.pattern}, not ${shown(value)}`;
    case 'judgeable':
      return `takes too long to be compared with its pattern ${demand.pattern}; simplify the pattern`;
  }
}

function shown(value: string): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
