import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder with its bytes, without `.git` and what `leave` names, as one comparable value. */
export function filesOnDisk(root: string, leave: RegExp = /^$/): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(root, path);
    if (/^\.git($|\/)/.test(path) || leave.test(path) || !statSync(file).isFile()) continue;
    found[path] = readFileSync(file).toString('base64');
  }
  return found;
}
