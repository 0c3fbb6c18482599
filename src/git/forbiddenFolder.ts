import { homedir, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { realpath } from '../host/disk.ts';
import type { Environment } from './env.ts';

/** Which of the folders that nobody wants captured this root is, or null. Exactly these, not folders below them. */
export async function forbiddenFolder(root: string, env: Environment): Promise<string | null> {
  if (parse(root).root === root) return 'file system root';
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir();
  const places: readonly (readonly [string, string])[] = [
    [home, 'home'],
    [join(home, 'Desktop'), 'desktop'],
    ...(env['XDG_DESKTOP_DIR'] === undefined ? [] : [[env['XDG_DESKTOP_DIR'], 'desktop'] as const]),
    [env['TMPDIR'] ?? env['TEMP'] ?? tmpdir(), 'temp root'],
    ...(parse(root).root === '/' ? [['/tmp', 'temp root'] as const] : []),
  ];
  for (const [folder, what] of places) {
    const real = await realpath(folder).catch(() => null);
    if (real === root) return what;
  }
  return null;
}
