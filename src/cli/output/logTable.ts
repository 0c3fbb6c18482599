import type { LogEntry } from '../../session/results.ts';
import type { Context } from '../commands/command.ts';
import { howLongAgo } from './howLong.ts';
import { called, type Naming } from './withNames.ts';
import { plainLine } from '../terminal/plainText.ts';
import { renderTable, type Cell, type Column } from './renderTable.ts';
import { statusWord } from './statusWords.ts';

const LOG: readonly Column[] = [
  { title: 'No.', right: true },
  { title: 'Kind' },
  { title: 'Phase', shrink: { to: 8, keep: 'ends', after: 3 } },
  { title: 'Attempt', right: true, drop: 6 },
  // The state in which the checkpoint left the session.
  { title: 'Session', drop: 4 },
  { title: 'Commit', drop: 3 },
  { title: 'When', drop: 5 },
  { title: 'What', drop: 2, shrink: { to: 28, keep: 'start' } },
];

/** For a fork, adds the inherited checkpoints, oldest first: `of` names the session they belong to. */
function withInherited(
  entries: readonly LogEntry[],
  of: string | null,
): readonly { readonly entry: LogEntry; readonly of: string | null }[] {
  return entries.flatMap((entry) => [
    ...(entry.forkedFrom === undefined ? [] : withInherited(entry.forkedFrom.log, entry.forkedFrom.session)),
    { entry, of },
  ]);
}

/** As its commit says it, with what a session is called that it was forked from. */
function subjectOf({ subject, forkedFrom }: LogEntry, named: Pick<Naming, 'short'>): string {
  const said = plainLine(subject).replace(/^cairn: /, '');
  return forkedFrom === undefined
    ? said
    : said.replace(forkedFrom.session, () => called(named, forkedFrom.session));
}

/** Dims and marks checkpoints that a later restore went back behind, and those that a fork inherited. */
export function logTable(
  entries: readonly LogEntry[],
  context: Pick<Context, 'style' | 'width' | 'terminal'> & Pick<Naming, 'short'>,
): string {
  const { style, width, terminal } = context;
  const rows = withInherited(entries, null).map(({ entry, of }): readonly Cell[] => {
    const state = statusWord(plainLine(entry.state), entry.checked, style);
    const notes = [
      of === null ? [] : [`in ${called(context, of)}`],
      entry.superseded ? ['undone'] : [],
    ].flat();
    const subject = subjectOf(entry, context);
    const cells: readonly Cell[] = [
      String(entry.seq),
      plainLine(entry.kind),
      plainLine(entry.phase ?? ''),
      // A phase that was skipped, or asked about, may have had none.
      (entry.attempt ?? 0) === 0 ? '' : String(entry.attempt),
      // Most checkpoints leave the session running, so only other states get a colour.
      { text: state.word, paint: entry.state === 'running' ? style.dim : state.paint },
      { text: entry.commit.slice(0, 10), paint: style.dim },
      { text: howLongAgo(entry.at, terminal.now()), paint: style.dim },
      // In front: what is behind may be cut off.
      notes.length === 0 ? subject : `(${notes.join(', ')}) ${subject}`,
    ];
    return notes.length > 0
      ? cells.map((cell) => ({ text: typeof cell === 'string' ? cell : cell.text, paint: style.dim }))
      : cells;
  });
  return renderTable(LOG, rows, width, style.dim).join('\n');
}
