/** True for a file that decides how git stores other files. */
export function isAttributes(path: string): boolean {
  return path === '.gitattributes' || path.endsWith('/.gitattributes');
}
