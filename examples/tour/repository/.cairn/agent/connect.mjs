import { importsOf } from './sources.mjs';

/** Words that say nothing about what a sentence is about. */
const EMPTY = new Set([
  'after',
  'before',
  'every',
  'from',
  'have',
  'into',
  'that',
  'their',
  'then',
  'they',
  'this',
  'with',
]);

/**
 * The TODO that explains a failing test, or undefined.
 *
 * Two things have to come together: the test imports the file that the TODO is in, and the two
 * speak of the same things. The words they share are the evidence; the TODO with most of them wins,
 * on a tie the first in the survey.
 */
export function explain(test, todos, sources) {
  const source = sources.find(({ file }) => file === test.file);
  const imported = source === undefined ? [] : importsOf(source);
  const spoken = words(`${test.name} ${test.error}`);
  const ranked = todos
    .filter((todo) => imported.includes(todo.file))
    .map((todo) => ({ todo, shared: [...words(todo.text)].filter((word) => spoken.has(word)) }))
    .filter(({ shared }) => shared.length >= 2)
    .sort((a, b) => b.shared.length - a.shared.length);
  return ranked[0];
}

/** The words of a sentence, cut to five letters so that "rounds" meets "rounded". */
function words(sentence) {
  const found = sentence.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return new Set(found.filter((word) => !EMPTY.has(word)).map((word) => word.slice(0, 5)));
}
