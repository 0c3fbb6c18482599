import { isObject, parseJson } from '../base/json.ts';
import type { GitSeen } from '../session/ports.ts';

/** Reads `git-seen.json`; null if it does not have our shape: then nothing can be compared, and nothing is reported. */
export function parseGitSeen(text: string): GitSeen | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { who, root, files } = value;
  if (typeof who !== 'string' || typeof root !== 'string' || !isObject(files)) return null;
  const looks = Object.entries(files);
  if (!looks.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return null;
  return { who, root, files: new Map(looks) };
}

export const renderGitSeen = ({ who, root, files }: GitSeen): string =>
  `${JSON.stringify({ schema: 1, who, root, files: Object.fromEntries(files) })}\n`;
