import { readPattern, type Pattern } from './shell/pattern.ts';

/** What an agent may do without asking, in one word of the agent settings. */
export const PERMISSION_POLICIES = ['allow-in-worktree', 'ask', 'deny', 'allow'] as const;
export type PermissionPolicy = (typeof PERMISSION_POLICIES)[number];

/** What a policy says of an act before anybody is asked. */
export const DECISIONS = ['ask', 'deny', 'allow'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The same kind by kind, as it is written; what is left out is as under `allow-in-worktree`. */
interface WrittenPermissions {
  readonly files?: 'in-worktree' | Decision;
  readonly commands?: Decision | { readonly allow?: readonly string[]; readonly else?: Decision };
  readonly network?: Decision;
}

/** As written in the agent settings. */
export type Permissions = PermissionPolicy | WrittenPermissions;

/** The same with everything filled in. */
export interface PermissionRules {
  /** Reading and changing files. */
  readonly files: 'in-worktree' | Decision;
  readonly commands: {
    /** Command lines that are allowed, if each part of them is covered by one of these. */
    readonly allow: readonly Pattern[];
    readonly else: Decision;
  };
  /** Only what an agent asks for as such: nobody sees what a command does. */
  readonly network: Decision;
}

const SHORT: Readonly<Record<PermissionPolicy, WrittenPermissions>> = {
  'allow-in-worktree': {},
  ask: { files: 'ask', commands: 'ask', network: 'ask' },
  deny: { files: 'deny', commands: 'deny', network: 'deny' },
  allow: { files: 'allow', commands: 'allow', network: 'allow' },
};

/** What is written, kind by kind. A pattern that is none allows nothing; the settings refuse it. */
export function rulesOf(permissions: Permissions): PermissionRules {
  const written = typeof permissions === 'string' ? SHORT[permissions] : permissions;
  const { files = 'in-worktree', commands = {}, network = 'ask' } = written;
  const { allow = [], else: rest = 'ask' } = typeof commands === 'string' ? { else: commands } : commands;
  const patterns = allow.map(readPattern).flatMap((read) => (read.ok ? [read.value] : []));
  return { files, commands: { allow: patterns, else: rest }, network };
}

/**
 * What is allowed without a pattern: checks of the phase at work, calls of Cairn itself and programs that only read, of those the calls
 * of Cairn that only read, or nothing.
 */
export type AlwaysAllowed = 'all' | 'own' | 'nothing';

/** Wherever files may be read without asking; whoever writes a word for all commands means all. */
export function alwaysAllowed(permissions: Permissions): AlwaysAllowed {
  const { files } = rulesOf(permissions);
  if (files !== 'in-worktree' && files !== 'allow') return 'nothing';
  const { commands } = typeof permissions === 'string' ? SHORT[permissions] : permissions;
  return commands === 'ask' || commands === 'deny' ? 'own' : 'all';
}
