/** What a command of a project is for. */
export type CheckKind = 'build' | 'types' | 'lint' | 'test';

/** A command that a project's own files tell of. It is made of words of ours alone: no text of a repository becomes part of it. */
export interface Found<Kind extends 'setup' | CheckKind = 'setup' | CheckKind> {
  readonly kind: Kind;
  /** For a shell, in the root of a working tree. */
  readonly run: string;
  /** The file that tells of it, from the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The program that must be on the machine. */
  readonly needs: string;
}

/** A command that was left out, and why; `file` and `line` as in {@link Found}. */
export type Doubt = { readonly file: string; readonly line: number } & (
  | {
      /** Git does not ignore what it fills, so that would become part of the work. */
      readonly doubt: 'not-ignored';
      readonly run: string;
      /** A file, or a folder with a slash at its end. */
      readonly fills: string;
    }
  /** It says nothing of the work, as npm's own placeholder for tests. It watches files and does not end. It changes what it checks. */
  | { readonly doubt: 'says-nothing' | 'watches' | 'changes-files'; readonly run: string }
  /** It installs, publishes or deploys something, or throws work away; or what it needs does. */
  | { readonly doubt: 'does-more'; readonly run: string }
  /** Targets, or recipes, of make or just that may be tests, under names of the project's own: nothing of a repository becomes a command. */
  | { readonly doubt: 'own-name'; readonly program: string; readonly names: readonly string[] }
  /** No regular file, too large, no text, or not what its name says. */
  | { readonly doubt: 'unreadable' }
  /** Several of them, and nothing says which. */
  | { readonly doubt: 'several' }
);

/** How a project is set up and checked, as its own files tell. */
export interface Project {
  /** What a new working tree needs, in this order. */
  readonly setup: readonly Found<'setup'>[];
  /** In the order in which they are run. */
  readonly checks: readonly Found<CheckKind>[];
  /** The files that were looked at. */
  readonly looked: readonly string[];
  readonly doubts: readonly Doubt[];
}

/** A project of which nothing is known. */
export const UNKNOWN_PROJECT: Project = { setup: [], checks: [], looked: [], doubts: [] };

/** What the root of a repository holds, as far as anybody may ask. */
export interface ProjectFacts {
  /** Names of its regular files. */
  readonly files: ReadonlySet<string>;
  /** Texts of those that are read; null where one could not be. */
  readonly texts: ReadonlyMap<string, string | null>;
  /** What git ignores of all that commands may fill; of a folder with a slash at its end. */
  readonly ignored: ReadonlySet<string>;
}

/** What one ecosystem tells of a project. */
export interface Part {
  readonly setup?: readonly Found<'setup'>[];
  readonly checks?: readonly Found<CheckKind>[];
  readonly doubts?: readonly Doubt[];
}

/** How one kind of project is found out. */
export interface Ecosystem {
  /** Files whose text is read. */
  readonly reads: readonly string[];
  /** Files of which it is enough that they are there. */
  readonly sees: readonly string[];
  /** What its commands fill. */
  readonly fills: readonly string[];
  /** Null: it is no such project. */
  find(facts: ProjectFacts): Part | null;
}
