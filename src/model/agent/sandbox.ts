import type { Command } from '../workflow/workflow.ts';

/** A program that runs another one, which stands behind its own arguments. */
export type Sandbox = readonly [program: string, ...args: string[]];

/** What `{…}` in an argument of a sandbox stands for; every path is absolute. */
export interface SandboxPlaces {
  /** Where the program works: the working tree of the session, or of its slot. */
  readonly worktree: string;
  /** The git directory of the repository. */
  readonly git: string;
  /** What Cairn notes on this machine: below that. */
  readonly state: string;
  /** The folder of the person. */
  readonly home: string;
}

const NAMES: readonly (keyof SandboxPlaces)[] = ['worktree', 'git', 'state', 'home'];
const PLACE = /\{([^{}]*)\}/g;

/** What is wrong with the places that an argument names; null for nothing. */
export function whyNoPlace(argument: string): string | null {
  const unknown = [...argument.matchAll(PLACE)].find(([, name]) => !NAMES.some((known) => known === name));
  return unknown === undefined
    ? null
    : `has ${unknown[0]}; there are ${NAMES.map((name) => `{${name}}`).join(', ')}`;
}

/** A command below a sandbox; one that is text stays one for `/bin/sh`. */
export function sandboxed([program, ...args]: Sandbox, command: Command, places: SandboxPlaces): Command {
  const given: Readonly<Record<string, string>> = { ...places };
  const filled = args.map((argument) => argument.replace(PLACE, (all, name: string) => given[name] ?? all));
  return [program, ...filled, ...(typeof command === 'string' ? ['/bin/sh', '-c', command] : command)];
}
