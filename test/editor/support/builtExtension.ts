import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The extension as it would be packaged, in a folder of its own. */
export interface BuiltExtension {
  /** What `extensionDevelopmentPath` is given. */
  readonly path: string;
  remove(): void;
}

/** Builds the programs where a source is newer, and copies them: a build beside the test must not pull them away. */
export function builtExtension(): BuiltExtension {
  const bundle = join(ROOT, 'dist', 'extension.cjs');
  const built = existsSync(bundle) ? statSync(bundle).mtimeMs : 0;
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const newest = Math.max(...sources.map((file) => statSync(join(ROOT, 'src', file)).mtimeMs));
  if (newest > built) execFileSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, stdio: 'ignore' });
  const path = mkdtempSync(join(tmpdir(), 'cairn-extension-'));
  for (const part of ['package.json', 'dist', 'media', 'schemas']) {
    cpSync(join(ROOT, part), join(path, part), { recursive: true });
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
