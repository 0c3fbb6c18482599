import { cutTo, oneLine } from './oneLine.ts';

const LONGEST = 72;

/** The title of a session: the first line of the request with something visible in it, at most 72 characters, never empty. */
export function titleOf(request: string): string {
  for (const line of request.split(/[\n\v\f\r\u0085\u2028\u2029]/)) {
    const title = cutTo(oneLine(line), LONGEST);
    if (title !== '') return title;
  }
  return 'Untitled request';
}
