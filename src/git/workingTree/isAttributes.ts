/** True for a file that decides how git stores others. */
export function isAttributes(path: string): boolean {
  return path === '.gitattributes' || path.endsWith('/.gitattributes');
}
