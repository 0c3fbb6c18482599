/**
 * Variables that turn every git below to another repository, another index, or another place in it. git sets them for hooks
 * and aliases, and editors do for their own: whoever starts Cairn from there means the repository, and not these.
 */
const REDIRECTING = new Set([
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_NAMESPACE',
  'GIT_CEILING_DIRECTORIES',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_REPLACE_REF_BASE',
  'GIT_ATTR_SOURCE',
  'GIT_CONFIG',
  'GIT_PREFIX',
  'GIT_INTERNAL_TOPLEVEL_GITDIR',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_REFLOG_ACTION',
]);

/** Whether a variable of the caller's environment would send a git somewhere else: then no process of ours gets it. */
export function redirectsGit(name: string): boolean {
  return REDIRECTING.has(name.toUpperCase()) || /^GIT_PUSH_OPTION_/i.test(name);
}
