import type { CaptureCandidate } from './planCapture.ts';

/** Folders with more new files than this are reported: nobody wrote them by hand. */
export const CROWDED = 2000;

/** Folders that tools fill, to be ignored as a whole: the names inside differ from tool to tool. */
const FILLED = new Set([
  'node_modules',
  'bower_components',
  'target',
  'venv',
  '.venv',
  'vendor',
  '__pycache__',
]);

export interface Crowded {
  readonly folder: string;
  readonly files: number;
  /** The line for the root `.gitignore` that keeps them out. */
  readonly ignore: string;
}

/** The folders with that many untracked files: the deepest one that contains them all. Files at the root have none. */
export function crowdedFolders(candidates: readonly CaptureCandidate[]): readonly Crowded[] {
  const root: Counted = { files: 0, below: new Map() };
  for (const { path, tracked, change } of candidates) if (!tracked && change === 'added') count(root, path);
  return [...crowded(root, '')];
}

interface Counted {
  files: number;
  readonly below: Map<string, Counted>;
}

function count(root: Counted, path: string): void {
  let folder = root;
  for (const name of path.split('/').slice(0, -1)) {
    const next = folder.below.get(name) ?? { files: 0, below: new Map() };
    folder.below.set(name, next);
    next.files += 1;
    folder = next;
    if (FILLED.has(name)) return;
  }
}

function* crowded({ below }: Counted, prefix: string): Generator<Crowded> {
  for (const [name, counted] of below) {
    if (counted.files <= CROWDED) continue;
    const folder = `${prefix}${name}`;
    const deeper = [...crowded(counted, `${folder}/`)];
    yield* deeper;
    const left = counted.files - deeper.reduce((sum, { files }) => sum + files, 0);
    if (left > CROWDED) yield { folder, files: left, ignore: `/${escaped(folder)}/` };
  }
}

/** Escapes what a pattern of `.gitignore` would misread. */
const escaped = (folder: string): string => folder.replace(/[\\*?[]/g, '\\$&');
