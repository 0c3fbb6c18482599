import { isAbsolute, relative, resolve } from 'node:path';
import type { CommitId } from '../model/names/ids.ts';
import type { SessionAbout } from '../session/ports.ts';

/**
 * Reads `about.json`; null when it is not in our shape. The working tree is written as seen from the git directory, so that a
 * repository may be moved or mounted elsewhere with it; an older Cairn wrote it from the root.
 *
 * It is written atomically and may be lost like all of the state folder: a damaged one is a lost one, and what
 * it said is found again on the branch.
 */
export function parseAbout(text: string, gitDir: string): SessionAbout | null {
  const value = asObject(parseJson(text));
  if (value === null) return null;
  const { branch, root, isolation, setup } = value;
  if (typeof branch !== 'string' || typeof root !== 'string') return null;
  if (isolation !== 'worktree' && isolation !== 'in-place') return null;
  if (setup !== 'making' && setup !== 'pending' && setup !== 'done') return null;
  const head = parseHead(value['head']);
  if (head === undefined) return null;
  const { workflow, found } = value;
  return {
    branch,
    root: resolve(gitDir, root),
    isolation,
    setup,
    head,
    ...(isTextOrNull(workflow) ? { workflow } : {}),
    ...(typeof found === 'string' ? { found: found as CommitId } : {}),
  };
}

/** On another drive there is no way from the one to the other. */
export function renderAbout({ root, ...about }: SessionAbout, gitDir: string): string {
  const seen = relative(gitDir, root);
  const place = isAbsolute(seen) ? root : seen.replaceAll('\\', '/');
  return `${JSON.stringify({ schema: 1, ...about, root: place === '' ? '.' : place }, null, 2)}\n`;
}

function parseHead(value: unknown): SessionAbout['head'] | undefined {
  if (value === null) return null;
  const head = asObject(value);
  if (head === null || !isTextOrNull(head['commit']) || !isTextOrNull(head['branch'])) return undefined;
  return { commit: head['commit'], branch: head['branch'] } as SessionAbout['head'];
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the same answer as any other wrong shape.
    return null;
  }
}
