import type { SessionId } from './ids.ts';

/** An id that was made of a date and a request, as `defaultSessionId` makes them. */
const MADE = /^\d{8}-(.+)-([a-z0-9]{4})$/;

/** Words without a meaning of their own, at the beginning or the end of a request. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and at be by for from in into is it its me my of on or our please so some that the this to us we with'.split(
    ' ',
  ),
);
/** What a request begins with, and what the name of its subject does without. */
const VERBS: ReadonlySet<string> = new Set(
  'add build change create fix implement improve introduce let make refactor support update write'.split(' '),
);
/** They follow a command and mean something else there. */
const TAKEN: ReadonlySet<string> = new Set(['apply', 'delete', 'diff', 'list', 'opened', 'settle']);

/** The parts of an id that was made; null for one that a person chose. */
function partsOf(id: string): { readonly slug: string; readonly suffix: string } | null {
  const [, slug, suffix] = MADE.exec(id) ?? [];
  return slug === undefined || suffix === undefined ? null : { slug, suffix };
}

/** The request in an id, without date and suffix; an id that a person chose as it is. */
export const slugOfId = (id: string): string => partsOf(id)?.slug ?? id;

/** What a session may be called, the shortest first, its id last. Depends on no other session. */
export function namesFor(id: SessionId): readonly string[] {
  const parts = partsOf(id);
  if (parts === null) return [id];
  const subject = subjectOf(parts.slug);
  return [...(isName(subject) ? [subject] : []), `${subject}-${parts.suffix}`, id];
}

/** What a session is called where nothing is known of others. */
export const shortName = (id: SessionId): string => namesFor(id)[0] ?? id;

/** The shortest of its names that no other session has, whatever others are called: for what is told without a look at them. */
export const surestName = (id: SessionId): string => namesFor(id).at(-2) ?? id;

function subjectOf(slug: string): string {
  const words = slug.split('-');
  const isAt = (at: number, ...sets: readonly ReadonlySet<string>[]): boolean =>
    sets.some((set) => set.has(words[at] ?? ''));
  let [from, to] = [0, words.length];
  while (from < to - 1 && isAt(from, FILLERS, VERBS)) from += 1;
  while (to > from + 1 && isAt(to - 1, FILLERS)) to -= 1;
  const subject = words.slice(from, to).join('-');
  return isName(subject) && !FILLERS.has(subject) ? subject : slug;
}

/** A number is that of a checkpoint. */
const isName = (text: string): boolean => /^[a-z][a-z0-9-]{2,}$/.test(text) && !TAKEN.has(text);
