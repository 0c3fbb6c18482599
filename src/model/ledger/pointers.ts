import type { PlacedLedger } from './ledger.ts';

/** Where the request is. */
export const REQUEST_POINTER = 'REQUEST.md@opened';

/** The pointer to a file of a phase's folder: `<NN>-<phase>/<file>@<phase>`. */
export const pointerTo = (folder: string, file: string): string =>
  `${folder}/${file}@${folder.replace(/^\d+-/, '').replace(/\/.*/, '')}`;

/**
 * A ledger in the folder of an earlier round, whose items point to where their files lie since that round is over: beside it.
 *
 * @param wentAlong whether a file of the phase's folder lies in that of the round
 */
export function withMovedPointers<T extends PlacedLedger>(
  placed: T,
  wentAlong: (file: string) => boolean,
): T {
  const { folder, ledger } = placed;
  const [phase = '', round] = folder.split('/');
  if (round === undefined) return placed;
  const pointer = new RegExp(`\`${phase}/(?:${round}/)?([^\`]+)@[^\`@]+\``, 'g');
  const moved = (text: string): string =>
    text.replace(pointer, (was, file: string) => (wentAlong(file) ? `\`${pointerTo(folder, file)}\`` : was));
  const items = ledger.items.map((item) => ({ ...item, text: moved(item.text) }));
  return { ...placed, ledger: { ...ledger, items } };
}
