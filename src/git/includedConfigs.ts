import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { readFile, stat } from '../host/disk.ts';

const DEEPEST = 4;
const MOST = 32;

/** The files that a config of git takes in, and those that these take in: absolute paths, whether or not they are there. */
export async function includedConfigs(config: string): Promise<readonly string[]> {
  const found = new Set<string>();
  let level = [config];
  for (let depth = 0; depth < DEEPEST && found.size < MOST; depth += 1) {
    const included = (await Promise.all(level.map(includedIn))).flat();
    level = included.filter((path) => !found.has(path));
    for (const path of level) found.add(path);
  }
  return [...found].slice(0, MOST);
}

/** What is called `path` in a file that includes others: one too many is looked at, and does no harm. */
async function includedIn(config: string): Promise<readonly string[]> {
  // Opening what is no file may take for ever.
  if ((await stat(config).catch(() => null))?.isFile() !== true) return [];
  const text = String(await readFile(config).catch(() => ''));
  if (!/^\s*\[include/im.test(text)) return [];
  return [...text.matchAll(/^[^#;\n]*?\bpath\s*=\s*"?([^"#;\n]+)/gim)].map(([, path = '']) =>
    placeOf(path.trim(), dirname(config)),
  );
}

function placeOf(path: string, folder: string): string {
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  return isAbsolute(path) ? path : join(folder, path);
}
