/** The name of a file, or of a program that is named by its place. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
