import type { GitSeen } from '../session/ports.ts';

/** Reads `git-seen.json`; null when it is not in our shape: what cannot be compared is not told. */
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // cut short or edited
  }
}
