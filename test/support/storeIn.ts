import type { GitRepo } from './gitRepo.ts';
import type { Store } from './hostileTrees.ts';

/** Stores objects as they are, also those that git would refuse to make. */
export const storeIn =
  (repo: Pick<GitRepo, 'gitWithInput'>): Store =>
  (type, bytes) =>
    repo.gitWithInput(bytes, 'hash-object', '-t', type, '--literally', '-w', '--stdin');
