/** Has `git-lfs` leave pointers in place of large files: nothing is fetched, so it works offline. */
export const POINTERS: Readonly<Record<string, string>> = { GIT_LFS_SKIP_SMUDGE: '1' };
