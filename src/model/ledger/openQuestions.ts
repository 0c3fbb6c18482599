import { wordsKey } from './itemKey.ts';

/** Questions that nobody has answered yet, by what they ask, so that an answer finds its own among thousands. */
export class OpenQuestions {
  /** Places of questions by what they ask; two may ask the same, one without its question mark. */
  readonly #asked = new Map<string, Set<string>>();
  /** How many there are of each length. */
  readonly #lengths = new Map<number, number>();

  add(question: string, place: string): void {
    const asked = askedBy(question);
    if (asked === '') return;
    const places = this.#asked.get(asked);
    if (places === undefined) this.#lengths.set(asked.length, 1 + (this.#lengths.get(asked.length) ?? 0));
    this.#asked.set(asked, (places ?? new Set()).add(place));
  }

  remove(question: string, place: string): void {
    const asked = askedBy(question);
    const places = this.#asked.get(asked);
    if (places?.delete(place) !== true || places.size > 0) return;
    this.#asked.delete(asked);
    this.#lengths.set(asked.length, (this.#lengths.get(asked.length) ?? 1) - 1);
  }

  /** The questions that this answers, `<question> <answer>`: of several that it begins with the longest. */
  answeredBy(answer: string): readonly string[] {
    const said = wordsKey(answer);
    for (let { length } = said; length > 0; length -= 1) {
      if ((this.#lengths.get(length) ?? 0) === 0) continue;
      const places = this.#asked.get(said.slice(0, length));
      if (places !== undefined && endsAt(said, length)) return [...places];
    }
    return [];
  }
}

const askedBy = (question: string): string => wordsKey(question).replace(/ ?\?$/, '');

const IN_WORD = /[\p{Ll}\p{N}]/u;
/** What stands between a question and its answer. */
const DIVIDER = /\?|:(?: |$)| (?:[-=]+>?|[–—→]) /u;

/**
 * Whether the question that is said ends there: where its answer is divided from it or, if nothing divides the two, behind any word.
 * Scripts that put no space between words have none.
 */
function endsAt(said: string, length: number): boolean {
  const rest = said.slice(length);
  const divided = rest.search(DIVIDER);
  if (divided >= 0) return rest.slice(0, divided).trim() === '';
  return !(IN_WORD.test(said.charAt(length - 1)) && IN_WORD.test(rest.charAt(0)));
}
