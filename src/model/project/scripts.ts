import type { CheckKind, Doubt, Found, Part } from './project.ts';

/** A script, target or recipe that a project names for people. */
export interface Script {
  /** What it runs, as far as that is known. */
  readonly text: string;
  readonly line: number;
  /** True if it acts on more than the working tree that it runs in. */
  readonly isMore?: boolean;
}

/** Names under which projects have what is asked for, best first. No other name is ever run. */
export type Names = Readonly<Partial<Record<CheckKind, readonly string[]>>>;

/**
 * Chooses of each kind the first script that says something, ends, and leaves the files that it checks as they are; of a kind that
 * has none, why the first of them was left out.
 *
 * @param commandOf what runs a script of this name
 */
export function chooseScripts(
  names: Names,
  scripts: ReadonlyMap<string, Script>,
  {
    file,
    needs,
    commandOf,
  }: Pick<Found, 'file' | 'needs'> & { readonly commandOf: (name: string) => string },
): Part {
  const checks: Found<CheckKind>[] = [];
  const doubts: Doubt[] = [];
  for (const [kind, wanted] of Object.entries(names) as [CheckKind, readonly string[]][]) {
    const there = wanted.flatMap((name) => {
      const script = scripts.get(name);
      return script === undefined
        ? []
        : [
            {
              name,
              ...script,
              wrong: script.isMore === true ? ('does-more' as const) : whatIsWrong(script.text),
            },
          ];
    });
    const fit = there.find(({ wrong }) => wrong === null);
    const [first] = there;
    if (fit !== undefined) checks.push({ kind, run: commandOf(fit.name), file, line: fit.line, needs });
    else if (first?.wrong != null)
      doubts.push({ doubt: first.wrong, run: commandOf(first.name), file, line: first.line });
  }
  return { checks, doubts };
}

/** `npm init` writes one that says this and fails. */
const NONE_SPECIFIED = /\bno tests?(?: is| are)? specified\b/i;
const NOTHING = /^(?:echo\b[^|\x60$]*|exit \d+|true|:)?$/;
const WATCHES = /(?:^|\s)(?:--watch(?:All)?(?:=true)?(?!\s+false)(?=\s|$)|nodemon(?=\s|$))/;
const CHANGES = /(?:^|\s)--(?:fix|write)(?=\s|$)/;

/** Why a script is no check; null where nothing speaks against it. */
export function whatIsWrong(text: string): 'says-nothing' | 'watches' | 'changes-files' | null {
  if (NONE_SPECIFIED.test(text) || text.split(/&&|;|\n/).every((part) => NOTHING.test(part.trim())))
    return 'says-nothing';
  if (WATCHES.test(text)) return 'watches';
  return CHANGES.test(text) ? 'changes-files' : null;
}
