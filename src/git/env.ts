/** What a git process of ours may see of the caller's environment. Everything else, every `GIT_*` above all, stays out. */
const INHERITED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'USERNAME',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramW6432',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
];

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Builds the environment of a git process from an allow-list.
 *
 * simple-git refuses a task as soon as its environment names `EDITOR`, `PAGER`, `GIT_ASKPASS` and the like, and
 * VS Code's terminals set some of them; besides, an inherited `GIT_DIR` or `GIT_INDEX_FILE` means another repository.
 */
export function gitEnvironment(
  caller: Environment,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const wanted = new Set(INHERITED.map((name) => name.toUpperCase()));
  // Windows spells them as it likes: `Path`, `SystemRoot`.
  const inherited = keep(caller, (name) => wanted.has(name.toUpperCase()));
  return {
    ...inherited,
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    ...own,
  };
}

/** For a commit as the person: their hooks may need anything, but nobody is there to be asked or to edit. */
export function personEnvironment(caller: Environment): Record<string, string> {
  const refused = /^(GIT_.*|EDITOR|VISUAL|PAGER|PREFIX|SSH_ASKPASS)$/i;
  // Who they say they are, which git believes before any config.
  const identity = /^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL)$/;
  return {
    ...keep(caller, (name) => identity.test(name) || !refused.test(name)),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
  };
}

function keep(caller: Environment, wanted: (name: string) => boolean): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(caller))
    if (value !== undefined && wanted(name)) env[name] = value;
  return env;
}

/** Config for every call: nothing of the user's runs or asks, nothing rewrites their repository behind our back. */
export const QUIET_CONFIG: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.safecrlf=false',
  'core.trustctime=true',
  'core.checkStat=default',
  'core.pager=cat',
  'color.ui=false',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'advice.detachedHead=false',
  'i18n.commitEncoding=UTF-8',
  'i18n.logOutputEncoding=UTF-8',
];

/** Besides, for calls that write: on disk before they answer; a lock held for a moment is waited for. */
export const DURABLE_CONFIG: readonly string[] = [
  'core.fsync=committed,loose-object,reference',
  'core.filesRefLockTimeout=2000',
  'core.packedRefsTimeout=2000',
];

/**
 * The same without loose objects, which we then flush ourselves, side by side (`ObjectWriter.flush`). Spelled out:
 * in `committed,-loose-object` what is named wins over what is taken out.
 */
export const FLUSHED_LATER_CONFIG: readonly string[] =
  process.platform === 'win32' ? DURABLE_CONFIG : ['core.fsync=pack,pack-metadata,commit-graph,reference'];

/** Besides, for calls on a private index: a plain file of a version that we can read, whatever the user prefers for theirs. */
export const PRIVATE_INDEX_CONFIG: readonly string[] = [
  'index.version=2',
  'index.sparse=false',
  'core.splitIndex=false',
  'core.untrackedCache=keep',
];

/** For a commit made as the person: their hooks and signing run, nothing else changes their repository. */
export const PERSONS_CONFIG: readonly string[] = [
  'gc.auto=0',
  'maintenance.auto=false',
  'core.fsmonitor=false',
  'core.quotePath=false',
];
