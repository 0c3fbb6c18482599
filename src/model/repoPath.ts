import { err, ok, type Result } from '../base/result.ts';
import type { RepoPath } from './ids.ts';

/** Checks a path that a person or an agent wrote, from the root of the repository; the error says why not. */
export function checkRepoPath(text: string): Result<RepoPath, string> {
  return text === '' ? err('it is empty') : ok(text as RepoPath);
}
