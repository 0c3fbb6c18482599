import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltExtension } from './builtExtension.ts';

/**
 * Notes in a copy of the extension how often its process looks at one place, and answers the number so far. In the program
 * itself, since the server keeps `NODE_OPTIONS` from the extension host.
 */
export function watchedStats({ path }: BuiltExtension, home: string, place: string): () => number {
  const log = join(home, 'stats');
  const program = join(path, 'dist', 'extension.cjs');
  const watch = `{
  const fs = require('node:fs');
  const { statSync } = fs;
  fs.statSync = (path, ...rest) => {
    if (path === ${JSON.stringify(place)}) fs.appendFileSync(${JSON.stringify(log)}, '.');
    return statSync(path, ...rest);
  };
}
`;
  writeFileSync(program, watch + readFileSync(program, 'utf8'));
  return () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0);
}
