import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A `git` first on the PATH that notes each call and then is the real one. */
export interface WatchedGit {
  /** For the environment of the window. */
  readonly path: string;
  /** Arguments of every call so far. */
  calls(): readonly string[];
}

export function watchedGit(home: string): WatchedGit {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const folder = join(home, 'watched-bin');
  const log = join(home, 'git-calls');
  mkdirSync(folder);
  const program = join(folder, 'git');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(program, 0o755);
  return {
    path: `${folder}:${process.env['PATH'] ?? ''}`,
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  };
}
