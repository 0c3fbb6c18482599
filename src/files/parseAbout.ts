import { isAbsolute, relative, resolve } from 'node:path';
import { isObject, parseJson } from '../base/json.ts';
import type { CommitId, PhaseId, TreeId } from '../model/names/ids.ts';
import type { NotedStanding } from '../model/slot/standing.ts';
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
    ...parseStanding(value),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function optional({ workflow, found, laying }: Fields): Partial<SessionAbout> {
  return {
    ...(isTextOrNull(workflow) ? { workflow } : {}),
    ...(typeof found === 'string' ? { found: found as CommitId } : {}),
    ...parseLaying(laying),
  };
}

/** Flat in the file, as it was before it was one value; with `phase` there is one. */
function parseStanding({ phase, round, taken, moving, ...of }: Fields): Pick<SessionAbout, 'standing'> {
  if (!isTextOrNull(phase)) return {};
  const to = textIn(moving) as CommitId | null;
  return {
    standing: {
      phase: phase as PhaseId | null,
      round: typeof round === 'number' ? round : 1,
      ...(typeof taken === 'number' ? { taken } : {}),
      stands: textIn(of['stands']) as CommitId | null,
      rests: textIn(of['rests']) as TreeId | null,
      since: textIn(of['since']) as CommitId | null,
      ...(to === null ? {} : { moving: { to, rests: textIn(of['movingRests']) as TreeId | null } }),
    },
  };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function parseLaying(value: unknown): Pick<SessionAbout, 'laying'> {
  if (!isObject(value)) return {};
  const { tip, from, to } = value;
  if (typeof tip !== 'string' || typeof from !== 'string') return {};
  const merged = typeof to === 'string' ? { to: to as TreeId } : {};
  return { laying: { tip: tip as CommitId, from: from as CommitId, ...merged } };
}

/** The text of `about.json`. Keeps an absolute path for a working tree on another drive, which no relative path reaches. */
export function renderAbout({ root, standing = null, ...about }: SessionAbout, gitDir: string): string {
  const seen = relative(gitDir, root);
  const place = isAbsolute(seen) ? root : seen.replaceAll('\\', '/');
  const all = { schema: 1, ...about, ...flat(standing), root: place === '' ? '.' : place };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function flat(standing: NotedStanding | null): object {
  if (standing === null) return {};
  const { moving = null, ...noted } = standing;
  return moving === null ? noted : { ...noted, moving: moving.to, movingRests: moving.rests };
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
