/** Two items with the same key are the same item. */
export const itemKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s`*_\\]+/g, ' ')
    .trim()
    .replace(/[.;]$/, '');
