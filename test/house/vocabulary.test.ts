import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('src/**/*.ts').map((file) => {
  const text = readFileSync(file, 'utf8');
  return { file, text, code: text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '') };
});

/** Words that once meant something in code, and what says it now; ARCHITECTURE.md has the vocabulary. */
const RETIRED: readonly (readonly [word: RegExp, now: string])[] = [
  [/\blying\b/, 'onDisk'],
  [/\b(?:\w+Sight\w*|[sS]ight(?:s|ed|ing)?|sight[A-Z]\w*)\b/, 'activity'],
  [/\bheed\w*\b/, 'throwIfStopRequested'],
  [/\bonTip\b/, 'movedTo'],
  [/\bstandingHere\b/, 'stateHere'],
  [/\boutcomeOf\b/, 'whose outcome: agentOutcomeOf, turnsOutcome, runOutcome'],
];

it.each(RETIRED)('%s is no word of the code any more: it is %s', (word) => {
  expect(sources.filter(({ code }) => word.test(code)).map(({ file }) => file)).toEqual([]);
});

it('to settle is to say whether an effect in doubt has happened, and nothing else', () => {
  const elsewhere = sources.filter(({ code }) => /\bsettle\w*\(/i.test(code) && !/effect/i.test(code));
  expect(elsewhere.map(({ file }) => file)).toEqual([]);
});

it('what is left is leftovers, left alone, or a number of retries', () => {
  const compound = /(?<!['-])\b(?:[a-z]\w*Left\w*|left[A-Z]\w*)\b/g;
  const known = /^(?:\w*(?:[lL]eftAlone|Leftovers)\w*|retriesLeft)$/;
  const others = sources.flatMap(({ file, code }) =>
    [...code.matchAll(compound)].flatMap(([word]) => (known.test(word) ? [] : [`${file}: ${word}`])),
  );
  expect(others).toEqual([]);
});

it('comments name a heading of FORMAT.md, not a number', () => {
  const numbered = sources.filter(({ text }) => /\bformat,? sections? \d/.test(text));
  expect(numbered.map(({ file }) => file)).toEqual([]);
  const headings = [...readFileSync('FORMAT.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title);
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/FORMAT\.md, \*([^*]+)\*/g)].map(([, title]) => title),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((title) => !headings.includes(title))).toEqual([]);
});
