import type { RepoPath } from '../../model/names/ids.ts';
import { askWhatDiffers } from './filters.ts';
import { decodePath, splitNul } from '../bytes.ts';
import type { Place } from './place.ts';

export interface Found {
  readonly path: RepoPath;
  readonly tracked: boolean;
  /** What git says of it; the disk decides. */
  readonly hint: 'submodule' | 'nested-repository' | 'unreadable' | 'gone' | null;
}

/**
 * Replaces `git status`, which answers nothing if HEAD points at a lost object although we need only index and disk. Takes two
 * processes instead of one.
 */
export async function readWithoutHead({ git, root, index }: Place): Promise<readonly Found[]> {
  const call = { cwd: root, index };
  const [tracked, others] = await Promise.all([
    askWhatDiffers(
      git,
      ['diff', '--raw', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none'],
      call,
    ),
    git(['ls-files', '-z', '--others', '--exclude-standard'], call),
  ]);
  return [...changesIn(splitNul(tracked.out)), ...splitNul(others.out).map(untracked)];
}

/** `:mode mode id id X`, then the path. */
function changesIn(fields: readonly Buffer[]): readonly Found[] {
  const found: Found[] = [];
  for (let at = 0; at + 2 <= fields.length; at += 2) {
    const what = fields[at]?.toString('latin1') ?? '';
    const hint = what.startsWith(':160000') ? 'submodule' : what.endsWith('D') ? 'gone' : null;
    found.push({ path: decodePath(fields[at + 1] ?? Buffer.alloc(0)), tracked: true, hint });
  }
  return found;
}

/** A nested repository ends in `/`. */
function untracked(line: Buffer): Found {
  const nested = line.at(-1) === 0x2f;
  return {
    path: decodePath(line.subarray(0, nested ? -1 : undefined)),
    tracked: false,
    hint: nested ? 'nested-repository' : null,
  };
}
