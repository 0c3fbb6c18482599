import { isAbsolute, relative, resolve } from 'node:path';
import { isObject, parseJson } from '../base/json.ts';
import type { CommitId, PhaseId, TreeId } from '../model/names/ids.ts';
import type { SessionAbout } from '../session/ports.ts';

/**
 * Reads `about.json`; null if it does not have our shape. The file names the working tree relative to the git directory, so that
 * a repository may be moved, or mounted elsewhere, with it; older versions wrote an absolute path.
 *
 * The file is written atomically and may be lost, like everything in the state folder: a damaged one counts as lost, and the
 * branch has what it said.
 */
export function parseAbout(text: string, gitDir: string): SessionAbout | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { branch, root, isolation, setup } = value;
  if (typeof branch !== 'string' || typeof root !== 'string') return null;
  if (isolation !== 'worktree' && isolation !== 'in-place') return null;
  if (setup !== 'making' && setup !== 'pending' && setup !== 'done') return null;
  const head = parseHead(value['head']);
  if (head === undefined) return null;
  return {
    branch,
    root: resolve(gitDir, root),
    isolation,
    setup,
    head,
    ...optional(value),
  };
}

function optional({
  workflow,
  found,
  laying,
  phase,
  round,
  taken,
  stands,
  moving,
  movingRests,
  rests,
  since,
}: Readonly<Record<string, unknown>>): Partial<SessionAbout> {
  return {
    ...(isTextOrNull(workflow) ? { workflow } : {}),
    ...(typeof found === 'string' ? { found: found as CommitId } : {}),
    ...parseLaying(laying),
    ...(isTextOrNull(phase) ? { phase: phase as PhaseId | null } : {}),
    ...(typeof round === 'number' ? { round } : {}),
    ...(typeof taken === 'number' ? { taken } : {}),
    ...(typeof stands === 'string' ? { stands: stands as CommitId } : {}),
    ...(isTextOrNull(moving) ? { moving: moving as CommitId | null } : {}),
    ...(isTextOrNull(movingRests) ? { movingRests: movingRests as TreeId | null } : {}),
    ...(isTextOrNull(rests) ? { rests: rests as TreeId | null } : {}),
    ...(isTextOrNull(since) ? { since: since as CommitId | null } : {}),
  };
}

function parseLaying(value: unknown): Pick<SessionAbout, 'laying'> {
  if (!isObject(value)) return {};
  const { tip, from, to } = value;
  if (typeof tip !== 'string' || typeof from !== 'string') return {};
  const merged = typeof to === 'string' ? { to: to as TreeId } : {};
  return { laying: { tip: tip as CommitId, from: from as CommitId, ...merged } };
}

/** The text of `about.json`. Keeps an absolute path for a working tree on another drive, which no relative path reaches. */
export function renderAbout({ root, ...about }: SessionAbout, gitDir: string): string {
  const seen = relative(gitDir, root);
  const place = isAbsolute(seen) ? root : seen.replaceAll('\\', '/');
  return `${JSON.stringify({ schema: 1, ...about, root: place === '' ? '.' : place }, null, 2)}\n`;
}

/** Undefined if it does not have our shape. */
function parseHead(value: unknown): SessionAbout['head'] | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const { commit, branch } = value;
  return isTextOrNull(commit) && isTextOrNull(branch)
    ? { commit: commit as CommitId | null, branch }
    : undefined;
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
