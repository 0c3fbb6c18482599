/** Where the request is. */
export const REQUEST_POINTER = 'REQUEST.md@opened';

/** The pointer to a file of a phase's folder: `<NN>-<phase>/<file>@<phase>`. */
export const pointerTo = (folder: string, file: string): string =>
  `${folder}/${file}@${folder.replace(/^\d+-/, '')}`;
