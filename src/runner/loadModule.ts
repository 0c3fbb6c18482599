import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Loads a module that is no part of this bundle: a bundle of its own, or from source the file itself. */
export async function loadModule<T>(path: string): Promise<T> {
  // An extension host does not promise `import()` of files to CommonJS; `require` always works there.
  if (path.endsWith('.cjs')) return createRequire(import.meta.url)(path) as T;
  return (await import(pathToFileURL(path).href)) as T;
}
