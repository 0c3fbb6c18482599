import { isReadable } from '../graph/readFileValue.ts';
import { didYouMean } from '../parsing/keyMeant.ts';
import { nearestWord } from '../text/nearestWord.ts';
import type { Promising } from './phaseGraph.ts';

/** A promised file that has nearly this name, or this one without its phase, as the end of a sentence; '' where none has. */
export function fileMeant(file: string, by: readonly Promising[]): string {
  const promised = by
    .flatMap(({ id, artifacts }) =>
      artifacts.map(({ path }) => (path.startsWith('/') ? path : `${id}/${path}`)),
    )
    .filter(isReadable);
  const ending = file.startsWith('/') ? file : `/${file}`;
  const meant = promised.find((one) => one.endsWith(ending)) ?? nearestWord(file, promised);
  return didYouMean(meant);
}
