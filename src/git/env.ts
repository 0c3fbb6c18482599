import { redirectsGit } from '../model/attempt/redirectsGit.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables of the person's environment that we withhold from git, besides those that redirect it, and why. Git gets everything
 * else, because it runs the person's filters and transports: `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_COUNT`, `GNUPGHOME`,
 * `SSH_AUTH_SOCK`, `GIT_SSH_COMMAND`, proxies, a password.
 */
const WITHHELD: readonly { readonly names: RegExp; readonly why: string }[] = [
  { names: /^(GIT_(SEQUENCE_)?EDITOR|EDITOR|VISUAL|GIT_MERGE_AUTOEDIT)$/, why: 'nobody is there to edit' },
  { names: /^(GIT_PAGER|PAGER|GIT_PAGER_IN_USE)$/, why: 'what it prints is read by us' },
  {
    names: /^GIT_(LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS$/,
    why: 'our arguments would mean other files',
  },
  {
    names: /^GIT_(EXTERNAL_DIFF|DIFF_OPTS|DIFF_PATH_.*|PRINT_SHA1_ELLIPSIS|FLUSH|ADVICE)$/,
    why: 'it would say something else, or later, than we read',
  },
  {
    names: /^GIT_(TRACE.*|TR2_.*|CURL_VERBOSE|REDIRECT_.*)$/,
    why: 'what it says on standard error is read by us',
  },
  {
    names: /^GIT_(INDEX_VERSION|INDEX_THREADS|DEFAULT_HASH|DEFAULT_REF_FORMAT|FORCE_UNTRACKED_CACHE)$/,
    why: 'the private index would be of a kind that we cannot read',
  },
  {
    names: /^GIT_(OPTIONAL_LOCKS|NO_REPLACE_OBJECTS|NO_LAZY_FETCH|REF_PARANOIA)$/,
    why: 'each call says that itself',
  },
  {
    names: /^(GIT_(AUTHOR|COMMITTER)_.*)$/,
    why: 'checkpoints have an identity and a time of their own, and a date that git cannot read stops it',
  },
  { names: /^GIT_(EXEC_PATH|TEST_.*)$/, why: 'programs of another git than the one that runs' },
  { names: /^ELECTRON_RUN_AS_NODE$/, why: 'it is ours, and would make a node of what a filter starts' },
];

/**
 * The environment of a git process in the person's repository.
 *
 * simple-git refuses a task whose environment names an editor, a config path and the like: `createGit` opts out of that by
 * name.
 */
export function gitEnvironment(
  caller: Environment,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    ...inEnglish(keep(caller, (name) => whyWithheld(name) === null)),
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    ...own,
  };
}

/** In a git directory of ours: no config, attributes or preferences of a person or a machine, and nothing is fetched. */
export function aloneEnvironment(caller: Environment): Record<string, string> {
  return {
    ...inEnglish(keep(caller, (name) => !/^GIT_/i.test(name) && whyWithheld(name) === null)),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/** For a commit as the person: what their hooks need, and their identity variables, which git prefers to any config. */
export function personEnvironment(caller: Environment): Record<string, string> {
  const identity = /^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL)$/i;
  return {
    ...keep(caller, (name) => identity.test(name) || whyWithheld(name) === null),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
  };
}

/** Null if git gets this variable. */
export function whyWithheld(name: string): string | null {
  if (redirectsGit(name)) return 'another repository, or another place in it, than the one that is meant';
  return WITHHELD.find(({ names }) => names.test(name.toUpperCase()))?.why ?? null;
}

/** We parse git's messages, so they must be English. Filters keep the character set of the person's language. */
function inEnglish(env: Record<string, string>): Record<string, string> {
  const { LC_ALL: all, LC_MESSAGES: _messages, LANGUAGE: _language, ...others } = env;
  // LC_ALL would override ours, so it is replaced by the categories it stands for.
  const rest = all === undefined || all === '' ? others : { ...others, ...categories(all) };
  return { ...rest, LC_MESSAGES: 'C', LANGUAGE: 'C' };
}

function categories(locale: string): Record<string, string> {
  const names = ['LANG', 'LC_CTYPE', 'LC_COLLATE', 'LC_NUMERIC', 'LC_TIME', 'LC_MONETARY'];
  return Object.fromEntries(names.map((name) => [name, locale]));
}

function keep(caller: Environment, wanted: (name: string) => boolean): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(caller))
    if (value !== undefined && wanted(name)) env[name] = value;
  return env;
}

/**
 * For a repository that nobody vouches for: never fetch what it lacks, since its settings choose the program. Older gits know only one
 * of the variables.
 */
export const FETCHES_NOTHING: Readonly<Record<string, string>> = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
};

/** Config for every call: nothing of the person's runs or prompts, nothing rewrites their repository in the background. */
export const QUIET_CONFIG: readonly string[] = [
  'core.hooksPath=/dev/null',
  // We chose the common directory ourselves to ask what all working trees share.
  'safe.bareRepository=all',
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

/** Added for calls that write: on disk before they answer, and patient with a briefly held lock. */
export const DURABLE_CONFIG: readonly string[] = [
  'core.fsync=committed,loose-object,reference',
  'core.filesRefLockTimeout=2000',
  'core.packedRefsTimeout=2000',
];

/**
 * The same without loose objects, which we flush ourselves in parallel (`Objects.flush`). Spelled out, because in
 * `committed,-loose-object` the first part wins.
 */
export const FLUSHED_LATER_CONFIG: readonly string[] =
  process.platform === 'win32' ? DURABLE_CONFIG : ['core.fsync=pack,pack-metadata,commit-graph,reference'];

/** Added for calls on a private index: a plain file of a version that we can read, whatever the person prefers for theirs. */
export const PRIVATE_INDEX_CONFIG: readonly string[] = [
  'index.version=2',
  'index.sparse=false',
  'core.splitIndex=false',
  'core.untrackedCache=keep',
];

/** For a commit as the person: their hooks and signing run, nothing else changes their repository. */
export const PERSONS_CONFIG: readonly string[] = [
  'safe.bareRepository=all',
  'gc.auto=0',
  'maintenance.auto=false',
  'core.fsmonitor=false',
  'core.quotePath=false',
];
