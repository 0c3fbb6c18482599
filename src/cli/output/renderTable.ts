import { shorten, shortenMiddle, textWidth } from '../terminal/textWidth.ts';

export interface Column {
  readonly title: string;
  readonly right?: boolean;
  /**
   * May be shortened to this many columns; names keep both ends. `after`: not before every column whose `drop` is higher is gone, as
   * somebody has to type what stands here.
   */
  readonly shrink?: { readonly to: number; readonly keep: 'start' | 'ends'; readonly after?: number };
  /** Dropped when the terminal is still too narrow; the highest goes first. */
  readonly drop?: number;
}

/** A cell's text holds no colours; `paint` adds them once all widths are known. */
export type Cell = string | { readonly text: string; readonly paint: (text: string) => string };

const GAP = '  ';

/** The lines of a table that fits into `width` columns; the first line has the titles. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  title: (text: string) => string,
): readonly string[] {
  const all = [columns.map((column): Cell => ({ text: column.title, paint: title })), ...rows];
  const fit = fitWidths(columns, all, width);
  return all.map((cells) => {
    const parts = fit.flatMap(({ index, width }, place) => {
      const cell = cells[index] ?? '';
      const column = columns[index];
      const text = cut(typeof cell === 'string' ? cell : cell.text, width, column);
      const shown = typeof cell === 'string' ? text : cell.paint(text);
      const blank = ' '.repeat(Math.max(0, width - textWidth(text)));
      if (column?.right === true) return [blank + shown];
      return [place === fit.length - 1 ? shown : shown + blank];
    });
    return parts.join(GAP).trimEnd();
  });
}

interface Fit {
  readonly index: number;
  readonly width: number;
}

/** Shortens what may be shortened; as long as that is not enough, drops the column that matters least. */
function fitWidths(
  columns: readonly Column[],
  all: readonly (readonly Cell[])[],
  limit: number,
): readonly Fit[] {
  const natural = columns.map((_, index) => Math.max(...all.map((row) => cellWidth(row[index]))));
  const dropOf = (index: number): number => columns[index]?.drop ?? 0;
  // Leave out columns that are empty in every row.
  const says = (index: number): boolean => all.slice(1).some((row) => cellWidth(row[index]) > 0);
  let kept = [...columns.keys()].filter((index) => all.length === 1 || says(index));
  for (;;) {
    const droppable = kept.toSorted((a, b) => dropOf(b) - dropOf(a))[0];
    const next = droppable === undefined ? 0 : dropOf(droppable);
    const fits = shrink(
      columns.map(({ shrink: may, ...column }) =>
        may === undefined || next > (may.after ?? Infinity) ? column : { ...column, shrink: may },
      ),
      kept.map((index) => ({ index, width: natural[index] ?? 0 })),
      limit,
    );
    if (excess(fits, limit) <= 0 || next === 0) return fits;
    kept = kept.filter((index) => index !== droppable);
  }
}

function shrink(columns: readonly Column[], fits: readonly Fit[], limit: number): readonly Fit[] {
  let over = excess(fits, limit);
  return fits.map(({ index, width }) => {
    const least = columns[index]?.shrink?.to ?? width;
    const taken = Math.max(0, Math.min(over, width - least));
    over -= taken;
    return { index, width: width - taken };
  });
}

function excess(fits: readonly Fit[], limit: number): number {
  return fits.reduce((sum, { width }) => sum + width, (fits.length - 1) * GAP.length) - limit;
}

function cellWidth(cell: Cell | undefined): number {
  return textWidth(cell === undefined ? '' : typeof cell === 'string' ? cell : cell.text);
}

function cut(text: string, width: number, column: Column | undefined): string {
  return column?.shrink?.keep === 'ends' ? shortenMiddle(text, width) : shorten(text, width);
}
