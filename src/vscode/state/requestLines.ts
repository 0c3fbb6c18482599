import { counted } from '../../base/listed.ts';

/** A request as an entry of a list. */
export interface RequestLines {
  readonly label: string;
  readonly detail: string;
}

/** Of a request that a box for one line would join into one; null for any other. */
export function requestLines(request: string): RequestLines | null {
  const lines = request.trim().split(/\r\n|[\r\n\u2028\u2029]/);
  if (lines.length < 2) return null;
  const [first = '', ...rest] = lines.map((line) => line.trim()).filter((line) => line !== '');
  return { label: first, detail: `${counted(lines.length, 'line')} · ${rest.join(' ')}` };
}
