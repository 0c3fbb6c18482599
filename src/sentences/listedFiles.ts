import { listed } from '../base/listed.ts';

/** The first few for one line, each with why. */
export const listedFiles = (files: readonly { readonly path: string; readonly why: string }[]): string =>
  listed(files.map(({ path, why }) => `${path} (${why})`));
