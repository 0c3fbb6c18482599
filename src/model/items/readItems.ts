import { isObject } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { FileValue } from '../graph/readFileValue.ts';
import { valueAt } from '../graph/valueAt.ts';
import type { PhaseId } from '../names/ids.ts';
import { circleFrom } from '../graph/circleFrom.ts';
import { shownLine } from '../text/oneLine.ts';
import { MOST_ITEMS, type Item } from './item.ts';
import { itemPhase, LONGEST_PHASE } from './itemPhase.ts';
import { renderItems } from './itemsRecord.ts';

/** A phase that is there once for each item. */
export interface Template {
  readonly id: PhaseId;
  readonly forEach: { readonly file: string; readonly at: string };
  /** The keys of an item that its title and prompt name. */
  readonly asks: readonly string[];
}

/**
 * The items of a list, or what is wrong with it, in words for the gate of the phase that wrote it.
 *
 * @param taken ids of the other phases, those of other lists too
 */
export function readItems(
  template: Template,
  file: FileValue,
  taken: ReadonlySet<string>,
  sha256: (text: string) => string,
): Result<readonly Item[], readonly string[]> {
  const { forEach } = template;
  if (file.kind === 'unreadable') return err([`${forEach.file} cannot be read: ${file.why}`]);
  const list = file.kind === 'missing' ? undefined : valueAt(file.value, forEach.at)?.value;
  const place = sayList(template);
  if (!Array.isArray(list)) return err([`${place} is no list of items for ${template.id}`]);
  if (list.length > MOST_ITEMS) return err([`${place} has ${list.length} items, and may have ${MOST_ITEMS}`]);
  const read = list.map((value, index): Read => readItem(template, value, index, sha256));
  const known = knownIn(read);
  const problems = [
    ...read.flatMap((item, index) => whyNot(item, index, known, template, taken)),
    ...circlesIn(read, known),
  ];
  if (problems.length > 0)
    return err(problems.slice(0, MOST_TOLD).map((problem) => sayOfList(template, problem)));
  const items = read.map(({ phase, id, needs, value }) => ({
    phase,
    id,
    needs: phasesNeeded(needs, known),
    value,
  }));
  const { length } = renderItems([{ template: template.id, items }]);
  return length <= MOST_KEPT
    ? ok(items)
    : err([`${place}: its items have ${length} characters as they are kept, and may have ${MOST_KEPT}`]);
}

const sayList = ({ forEach: { file, at } }: Pick<Template, 'forEach'>): string =>
  at === '' ? file : `${file} ${at}`;

/** What is wrong with a list, after its file and where it is in that. */
export const sayOfList = (template: Pick<Template, 'forEach'>, problem: string): string =>
  shownLine(`${sayList(template)}: ${problem}`, LONGEST);

const MOST_TOLD = 20;
/** An id may be as long as the file, and what is wrong with it is said after it. */
const LONGEST_ID = 100;
const LONGEST = 300;
/** Of the record that they are kept in. */
export const MOST_KEPT = 400_000;

interface Read {
  readonly phase: PhaseId;
  readonly id: string | null;
  readonly needs: readonly string[];
  readonly value: unknown;
  /** What of it is no item. */
  readonly odd: readonly string[];
}

function readItem(
  { id: template }: Template,
  value: unknown,
  index: number,
  sha256: (text: string) => string,
): Read {
  const { id, needs } = isObject(value) ? value : {};
  const own = typeof id === 'string' && id.trim() !== '' ? id : typeof id === 'number' ? String(id) : null;
  const listed = Array.isArray(needs) ? needs : [];
  return {
    phase: itemPhase(template, own ?? String(index + 1), sha256),
    id: own,
    needs: listed.filter(isId).map(String),
    value,
    odd: [
      ...(id === undefined || own !== null ? [] : [whyNoId(id)]),
      ...(needs === undefined || (Array.isArray(needs) && listed.every(isId))
        ? []
        : ['its needs are no list of ids']),
    ],
  };
}

const whyNoId = (id: unknown): string =>
  typeof id === 'string' ? 'its id is empty' : 'its id is neither a text nor a number';

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Whom a list has: by id, and which entry is the first of each phase. A list may be long. */
interface Known {
  readonly ids: ReadonlyMap<string | null, PhaseId>;
  readonly firsts: ReadonlyMap<PhaseId, number>;
}

const knownIn = (items: readonly Read[]): Known => ({
  ids: new Map(items.map(({ id, phase }) => [id, phase])),
  firsts: new Map(items.map(({ phase }, index) => [phase, index] as const).toReversed()),
});

function whyNot(
  item: Read,
  index: number,
  { ids, firsts }: Known,
  { asks }: Template,
  taken: ReadonlySet<string>,
): readonly string[] {
  const name = `item ${item.id === null ? index + 1 : shownLine(JSON.stringify(item.id), LONGEST_ID)}`;
  const { phase } = item;
  const same = firsts.get(phase) ?? index;
  return [
    ...item.odd.map((what) => `${name}: ${what}`),
    ...(same < index ? [`${name} would be the phase ${phase}, as item ${same + 1} is`] : []),
    ...(taken.has(phase) ? [`${name} would be the phase ${phase}, which is there already`] : []),
    ...(phase.length > LONGEST_PHASE
      ? [
          `${name} would be the phase ${phase}, whose name has ${phase.length} characters, and may have ${LONGEST_PHASE}: give it a shorter id`,
        ]
      : []),
    ...item.needs.flatMap((need) =>
      need === item.id
        ? [`${name} needs itself`]
        : ids.has(need)
          ? []
          : [`${name} needs ${JSON.stringify(need)}, which is no item`],
    ),
    ...whyNoTexts(item.value, asks).map((why) => `${name}${why}`),
  ];
}

/** What keeps an item from filling in what its title and prompt ask for. */
function whyNoTexts(value: unknown, asks: readonly string[]): readonly string[] {
  if (asks.length === 0) return [];
  if (!isObject(value))
    return [` is ${kindOf(value)} and no object, and its phase asks for its ${asks.join(', ')}`];
  return asks
    .filter((key) => textOf(value, key) === null)
    .map((key) =>
      Object.hasOwn(value, key)
        ? `: its ${key} is ${kindOf(value[key])}, and must be a text or a number`
        : ` has no ${key}`,
    );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'a text' : 'a number';
}

const phasesNeeded = (needs: readonly string[], { ids }: Known): readonly PhaseId[] =>
  needs.flatMap((need) => ids.get(need) ?? []);

/** By their phases: an item without an id may have the phase that is called like the id of another one. */
function circlesIn(items: readonly Read[], known: Known): readonly string[] {
  const needs = new Map(items.map((item) => [item.phase as string, phasesNeeded(item.needs, known)]));
  const names = new Map(items.map(({ phase, id }) => [phase as string, id ?? phase]));
  const walked = new Set<string>();
  const [circle] = [...needs.keys()]
    .flatMap((phase) => [circleFrom(phase, needs, walked) ?? []])
    .filter(({ length }) => length > 2);
  const said = circle?.map((phase) => names.get(phase) ?? phase).join(' needs ');
  return said === undefined ? [] : [`these items wait for each other: ${said}`];
}

/** The text of an item under a key: of a text, a number, or true and false; null where there is none. */
export function textOf(value: unknown, key: string): string | null {
  const text = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return ['string', 'number', 'boolean'].includes(typeof text) ? String(text) : null;
}
