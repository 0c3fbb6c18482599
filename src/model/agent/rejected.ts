import type { JournalLine } from '../attempt/journal.ts';
import type { PermissionRecord } from '../checkpoint/phaseRecord.ts';
import { STOP } from '../checkpoint/stopAnswer.ts';
import { permissionWord } from './permissionWord.ts';
import type { CommandLine } from './shell/line.ts';

/** The `by` of what was rejected because nobody was there to be asked. */
export const NOBODY = 'nobody';

/** What a person may answer where an agent wanted what nobody was there to allow. Any other text is for the next attempt. */
export const ALLOW = 'allow';
export const DO_WITHOUT = 'do without it';

/** What a person said of an act that was rejected: `allow`, or `without`. */
export type RejectedWord = 'allow' | 'without';

/** What an answer says; null: it is for the next attempt alone. The words of a permission that is asked for mean the same here. */
export function rejectedWord(said: string): RejectedWord | null {
  if (said === DO_WITHOUT) return 'without';
  const word = permissionWord(said);
  return word === null ? null : word === 'deny' ? 'without' : 'allow';
}

/** What that means to the agent that is told of it. */
export const TOLD_OF: Readonly<Record<RejectedWord, string>> = {
  allow: 'If you still need it, ask for exactly that once more.',
  without: 'It stays denied: do not ask for it again, and do not do the same in another way.',
};

/**
 * An act as a text that no other act has: what would be run, byte for byte, where, and on which files. What the agent calls it is
 * no part of that, unless there is nothing else.
 *
 * @param at a place as it is the same in every working tree of the session
 */
export function actText(
  {
    kind,
    title,
    command,
    line,
    paths,
  }: Shown & { readonly line?: Pick<CommandLine, 'text' | 'cwd' | 'shell'> },
  at: (path: string) => string,
): string {
  const reads = line === undefined ? null : [line.text, line.cwd === null ? null : at(line.cwd), line.shell];
  return JSON.stringify([kind, command ?? null, command === undefined ? title : null, reads, paths.map(at)]);
}

/** What a person is shown of an act, as a text: cut short it is another one. */
export const shownText = ({ kind, title, command, paths }: Shown): string =>
  JSON.stringify([kind, command ?? title, paths]);

type Shown = Pick<PermissionRecord, 'kind' | 'title' | 'command' | 'paths'>;

/** An act that nobody was there to allow. */
export interface Rejected extends Shown {
  /** Hash of its {@link actText}; null: what is shown of it is not all of it, so that nobody can say yes to that. */
  readonly act: string | null;
}

/** What the latest attempt was denied as nobody was there, each once, oldest first. */
export function rejectedIn(
  lines: readonly JournalLine[],
  sha256: (text: string) => string,
): readonly Rejected[] {
  const begun = lines.findLastIndex((line) => line.type === 'attempt-begun');
  const found = new Map<string, Rejected>();
  for (const line of lines.slice(begun + 1)) {
    if (line.type !== 'permission-decided' || line.rejected === undefined) continue;
    const { kind, title, command, paths } = line.permission;
    const shown = { kind, title, paths, ...(command === undefined ? {} : { command }) };
    const isWhole = sha256(shownText(shown)) === line.rejected.shown;
    found.set(line.rejected.act, { ...shown, act: isWhole ? line.rejected.act : null });
  }
  return [...found.values()];
}

/** So many are asked about at once; those beyond are asked for again. */
const MOST = 5;

/** The question where a gate does not hold after that, and the acts that a yes covers. */
export function askAboutRejected(
  all: readonly Rejected[],
  {
    agent,
    phase,
    reasons,
  }: { readonly agent: string; readonly phase: string; readonly reasons: readonly string[] },
): { readonly text: string; readonly options: readonly string[]; readonly acts: readonly string[] } {
  const shown = all.slice(0, MOST);
  const acts = shown.flatMap(({ act }) => act ?? []);
  const [first] = shown;
  const wanted =
    first !== undefined && all.length === 1
      ? `${agent} wanted to ${sayAct(first)}, and nobody was there to allow it.`
      : [
          `${agent} wanted this, and nobody was there to allow it:`,
          ...shown.map((one) => `- ${sayAct(one)}`),
          ...(all.length > MOST ? [`- and ${all.length - MOST} more, which it is asked about again`] : []),
        ].join('\n');
  const why = reasons.length === 0 ? '' : `\nWithout that ${phase} does not hold: ${reasons.join('; ')}.`;
  return {
    text: `${wanted}${why}`,
    options: [...(acts.length === 0 ? [] : [ALLOW]), DO_WITHOUT, STOP],
    acts,
  };
}

function sayAct({ kind, title, command, paths, act }: Rejected): string {
  const what = command ?? title;
  const does = kind === 'execute' ? 'run' : kind;
  const where = paths.length === 0 ? '' : ` (${paths.join(', ')})`;
  const cut = act === null ? ' (not all of it is shown, so only somebody who is there can allow it)' : '';
  return `${does} \`${what}\`${where}${cut}`;
}
