import { CairnError } from '../../base/cairnError.ts';
import { notPlain } from './notPlain.ts';

/** A value whose known keys come first, in this order, and whose others follow as they were. */
export interface KeyOrder {
  readonly keys: readonly string[];
  /** For the values of these keys, or for each item where the value is a list. */
  readonly inside?: Readonly<Record<string, KeyOrder>>;
}

/**
 * JSON with a stable order of keys, two spaces and a newline at the end: the same record, the same bytes.
 *
 * @param file its name
 * @throws `internal/unfit-record` for what JSON would leave out or change without a word
 */
export function renderRecord(file: string, record: object, order: KeyOrder): string {
  const strange = notPlain(record);
  if (strange !== null)
    throw new CairnError('internal/unfit-record', { file, why: `${strange.at} is ${strange.what}` });
  return `${JSON.stringify(ordered(record, order), null, 2)}\n`;
}

function ordered(value: unknown, order: KeyOrder): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map(Object.entries(value));
  const keys = [
    ...order.keys.filter((key) => members.has(key)),
    ...[...members.keys()].filter((key) => !order.keys.includes(key)),
  ];
  return Object.fromEntries(
    keys.map((key) => {
      const inside = order.inside?.[key];
      return [key, inside === undefined ? members.get(key) : ordered(members.get(key), inside)];
    }),
  );
}
