import type { RepoPath } from '../names/ids.ts';
import type { NotCaptured } from '../checkpoint/phaseRecord.ts';

/** How the reason begins if a file is too large to capture: people can do something about that. */
export const TOO_LARGE = 'larger than';

/** A path that differs on disk, as the working tree reports it. */
export interface CaptureCandidate {
  readonly path: RepoPath;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly kind: 'file' | 'link' | 'submodule' | 'nested-repository' | 'special' | 'unreadable';
  readonly bytes: number;
  readonly tracked: boolean;
}

export interface CapturePlan {
  readonly take: readonly RepoPath[];
  readonly leave: readonly NotCaptured[];
}

/**
 * Decides what a checkpoint takes: everything that git does not ignore, except what it lists as not captured.
 *
 * @param limits `maxBytes`: larger untracked files are not captured
 */
export function planCapture(
  candidates: readonly CaptureCandidate[],
  limits: { readonly maxBytes: number },
): CapturePlan {
  const take: RepoPath[] = [];
  const leave: NotCaptured[] = [];
  for (const candidate of candidates) {
    const why = whyNotTaken(candidate, limits.maxBytes);
    if (why === null) take.push(candidate.path);
    else leave.push({ path: candidate.path, why });
  }
  return { take, leave };
}

function whyNotTaken(candidate: CaptureCandidate, maxBytes: number): string | null {
  if (candidate.change === 'deleted') return null;
  switch (candidate.kind) {
    case 'special':
      return 'not a regular file';
    case 'unreadable':
      return 'cannot be read';
    case 'nested-repository':
      return 'a repository of its own';
    case 'submodule':
      return 'content of a submodule';
    case 'file':
    case 'link':
      if (!candidate.tracked && candidate.bytes > maxBytes)
        return `${TOO_LARGE} ${Math.round(maxBytes / 1_000_000)} MB`;
      if (!candidate.tracked && isSecretFile(candidate.path)) return 'a file of keys or secrets by its name';
      return null;
  }
}

/** True for names that by convention hold secrets: never taken unless the person already tracks the file. */
function isSecretFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (/^\.env(\..+)?$/.test(name)) return !/\.(example|sample|template|dist)$/.test(name);
  return /^id_(rsa|dsa|ecdsa|ed25519)$/.test(name) || /\.(pem|key|p12|pfx|keystore|jks)$/.test(name);
}
