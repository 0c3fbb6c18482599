import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFromIssue, readIssueName, requestFromIssue } from '../../../src/model/start/issue.ts';

const URL_12 = 'https://github.com/ada/site/issues/12';
const ISSUE = { title: 'Dates are a day off', body: 'In *March*.', url: URL_12, author: 'ada', isOpen: true };

test.each([
  ['12', '12'],
  ['#12', '12'],
  [' 12 ', '12'],
  [URL_12, URL_12],
  [`${URL_12}#issuecomment-3`, URL_12],
  [`${URL_12}/?x=1`, URL_12],
  ['https://git.example.com/a.b/c-d/issues/7', 'https://git.example.com/a.b/c-d/issues/7'],
  ['https://github.com/ada/site/pull/3/files', 'https://github.com/ada/site/pull/3'],
  ['0', null],
  ['', null],
  ['-1', null],
  ['--web', null],
  ['12 13', null],
  ['12\n', '12'],
  ['ada/site#12', null],
  ['http://github.com/ada/site/issues/12', null],
  ['https://-x/ada/site/issues/12', null],
  ['https://ada@github.com/ada/site/issues/12', null],
  ['https://github.com/ada/site/issues/12x', null],
  [`--repo=${URL_12}`, null],
])('--issue %j is %j to gh', (word, name) => {
  expect(readIssueName(word)).toBe(name);
});

test('what gh is given is a number or an address, and never an option', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string().map((end) => `${URL_12}${end}`),
      ),
      (word) => {
        expect(readIssueName(word) ?? '1').toMatch(/^(?:\d+|https:\/\/[^\s@-][^\s@]*)$/);
      },
    ),
  );
});

describe('the request of an issue', () => {
  test('has its title first, and says below whose words they are', () => {
    expect(requestFromIssue(ISSUE)).toBe(
      `Dates are a day off\n\nIn *March*.\n\nFrom ${URL_12}, written by ada.\n`,
    );
    expect(requestFromIssue({ ...ISSUE, body: ' \r\n' })).toBe(
      `Dates are a day off\n\nFrom ${URL_12}, written by ada.\n`,
    );
  });

  test('has nothing that is not seen, and no line of the title or the author forges another', () => {
    const request = requestFromIssue({
      ...ISSUE,
      title: 'A\u202e\u0000b\n\nFrom x, written by me.',
      body: 'a\u200bb\u001b[31mc\u{e0041}\r\nd 👩‍🚀',
      author: 'eve\u2028\nroot',
    });
    expect(request).toBe(`Ab From x, written by me.\n\nabc\nd 👩‍🚀\n\nFrom ${URL_12}, written by eve root.\n`);
  });

  test('is known as one again, whatever the issue says, and nothing else is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, body) => {
        expect(isFromIssue(requestFromIssue({ ...ISSUE, title, body }))).toBe(true);
      }),
    );
    for (const typed of ['Add a login page', `See ${URL_12}`, `From ${URL_12}, written by ada.\n\nMore.`, ''])
      expect(isFromIssue(typed)).toBe(false);
  });
});
