import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStartWords, type StartRead } from '../../../src/model/start/startWords.ts';

const WORKFLOWS = ['flow', 'feature', 'fix', 'refactor', 'review'];
const FILES = ['my flow.yaml', 'flows/odd', 'Odd', 'a b'];

const read = (words: readonly string[], hasRequest = false): StartRead =>
  readStartWords({ words, hasRequest, workflows: WORKFLOWS, isFile: FILES.includes(words[0] ?? '') });

const by = (workflow: string | null, request: string | null): StartRead => ({ workflow, request });
const typo = (word: string, near: string | null): StartRead => ({ refused: 'no-workflow', word, near });
const unquoted = (workflow: string | null, request: string): StartRead => ({
  refused: 'unquoted',
  workflow,
  request,
});

test.each<readonly [readonly string[], StartRead]>([
  [[], by(null, null)],
  [['Add a login page'], by(null, 'Add a login page')],
  [['add a login page'], by(null, 'add a login page')],
  [['fix the login page'], by(null, 'fix the login page')],
  [['Add\na login page\n'], by(null, 'Add\na login page\n')],
  [[' feature'], by(null, ' feature')],
  [[''], by(null, '')],
  [['Login'], by(null, 'Login')],
  [['Fix'], typo('Fix', 'fix')],
  [['Feature_'], typo('Feature_', 'feature')],
  [['fix:'], by(null, 'fix:')],
  [['-x'], by(null, '-x')],
  [['--request'], by(null, '--request')],
  [['#12'], by(null, '#12')],
  [['Änderung'], by(null, 'Änderung')],
  [['Fix .github/workflows/ci.yml'], by(null, 'Fix .github/workflows/ci.yml')],
  [['Read docs/a b.yaml'], by(null, 'Read docs/a b.yaml')],
  [['flow'], by('flow', null)],
  [['feature'], by('feature', null)],
  [['review'], by('review', null)],
  [['Odd'], by('Odd', null)],
  [['flows/odd'], by('flows/odd', null)],
  [['my flow.yaml'], by('my flow.yaml', null)],
  [['fetaure'], typo('fetaure', 'feature')],
  [['fixx'], typo('fixx', 'fix')],
  [['login'], typo('login', null)],
  [['x'], typo('x', null)],
  [['add-login'], typo('add-login', null)],
  [['flows/gone.yaml'], { refused: 'no-file', word: 'flows/gone.yaml' }],
  [['gone.yml'], { refused: 'no-file', word: 'gone.yml' }],
  [['../gone'], { refused: 'no-file', word: '../gone' }],
  [['C:\\gone.yaml'], { refused: 'no-file', word: 'C:\\gone.yaml' }],
  [['fix', 'Dates are wrong'], by('fix', 'Dates are wrong')],
  [['fix', 'dates'], by('fix', 'dates')],
  [['fix', ''], by('fix', '')],
  [['fetaure', 'Add a login page'], by('fetaure', 'Add a login page')],
  [['flows/gone.yaml', 'x'], by('flows/gone.yaml', 'x')],
  [['my flow.yaml', 'x'], by('my flow.yaml', 'x')],
  [['Add', 'login'], unquoted(null, 'Add login')],
  [['Add a', 'login page'], unquoted(null, 'Add a login page')],
  [['Add', 'a', 'login', 'page'], unquoted(null, 'Add a login page')],
  [['add', 'a', 'login', 'page'], unquoted(null, 'add a login page')],
  [['feature', 'Add', 'a', 'login page'], unquoted('feature', 'Add a login page')],
  [['flows/odd', 'Add', 'it'], unquoted('flows/odd', 'Add it')],
])('start %j is %j', (words, means) => {
  expect(read(words)).toEqual(means);
});

test.each<readonly [readonly string[], StartRead]>([
  [[], by(null, null)],
  [['feature'], by('feature', null)],
  [['fetaure'], by('fetaure', null)],
  [['my flow.yaml'], by('my flow.yaml', null)],
  [['a b'], by('a b', null)],
  [['gone flow.yaml'], by('gone flow.yaml', null)],
  [['Add a login page'], { refused: 'two-requests' }],
  [['feature', 'x'], { refused: 'two-requests' }],
  [['feature', 'x', 'y'], { refused: 'two-requests' }],
])('with a request by an option, start %j is %j', (words, means) => {
  expect(read(words, true)).toEqual(means);
});

test('a request is taken whole or not at all, whatever is in it', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.lorem(),
    fc.constantFrom(...WORKFLOWS, ...FILES),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), fc.boolean(), (words, isFile) => {
      const means = readStartWords({ words, hasRequest: false, workflows: WORKFLOWS, isFile });
      const alone = readStartWords({ words, hasRequest: true, workflows: WORKFLOWS, isFile });
      if (!('refused' in alone)) expect(alone).toEqual(by(words[0] ?? null, null));
      if (!('refused' in means)) {
        const kept = [means.workflow, means.request].filter((each) => each !== null);
        expect(kept).toEqual(words);
      } else if (means.refused === 'unquoted') {
        expect([...(means.workflow === null ? [] : [means.workflow]), means.request].join(' ')).toBe(
          words.join(' '),
        );
      } else {
        expect(words).toEqual(['word' in means ? means.word : '']);
      }
    }),
  );
});
