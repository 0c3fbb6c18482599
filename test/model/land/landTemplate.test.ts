import { describe, expect, test } from 'vitest';
import {
  fillLandTemplate,
  LAND_TEMPLATE,
  parseLandTemplate,
  PLACEHOLDERS,
} from '../../../src/model/land/landTemplate.ts';
import { joined } from '../../../src/model/land/neutralised.ts';

const FILE = '.cairn/land.md';
const EMPTY = {
  title: 'T',
  request: '',
  summary: '',
  decisions: '',
  plan: '',
  checks: '',
  approvals: '',
  session: '',
};

describe('a template of a repository', () => {
  test('may hold what that of Cairn holds, which is all there is', () => {
    expect(parseLandTemplate(FILE, LAND_TEMPLATE)).toEqual({ ok: true, value: LAND_TEMPLATE.trim() });
    expect(PLACEHOLDERS.filter((name) => !LAND_TEMPLATE.includes(`{${name}}`))).toEqual([]);
  });

  test.each([
    [
      'feat: {title}\n\n{request}\n\nAnd {tittle}',
      '.cairn/land.md:5:5: there is no {tittle}; did you mean {title}?',
    ],
    [
      '{ title }\n  {nobody}',
      `.cairn/land.md:2:3: there is no {nobody}; there are ${PLACEHOLDERS.join(', ')}`,
    ],
    ['{title} {title}', '.cairn/land.md:1:9: {title} is there twice'],
    ['{constructor}', `.cairn/land.md:1:1: there is no {constructor}; there are ${PLACEHOLDERS.join(', ')}`],
    [' \r\n\t\n', '.cairn/land.md:1:1: says nothing'],
  ])('says where it is wrong: %j', (text, problem) => {
    const read = parseLandTemplate(FILE, text);
    const told = read.ok ? [] : read.error;
    expect(told.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)).toEqual([
      problem,
    ]);
  });

  test('tells all that is wrong at once', () => {
    const read = parseLandTemplate(FILE, '{a}\n{b}\n{title}');
    expect(read.ok ? [] : read.error.map(({ line }) => line)).toEqual([1, 2]);
  });

  test('other braces are text, and what nobody sees is left out', () => {
    expect(parseLandTemplate(FILE, '\ufeff{title}\r\n\r\n\r\n{} { a b } {1} \u202ex\u0000\n')).toEqual({
      ok: true,
      value: '{title}\n\n{} { a b } {1} x',
    });
  });
});

/** What comes of it where nothing acts. */
const filled = (template: string, values: Readonly<Record<keyof typeof EMPTY, string>>): string =>
  joined(
    fillLandTemplate(
      template,
      Object.fromEntries(
        Object.entries(values).map(([name, text]) => [name, [{ text, stays: false }]]),
      ) as unknown as Parameters<typeof fillLandTemplate>[1],
    ),
  );

describe('filled in', () => {
  test('a heading goes with a value that is empty, and so does a line of its own', () => {
    const template = '{title}\n\nWhy:\n{request}\n\nChecks: {checks}\nBy: {approvals}\n\nMade with care';
    expect(filled(template, { ...EMPTY, checks: 'ok' })).toBe('T\n\nChecks: ok\n\nMade with care');
  });

  test('what comes in the place of a value is not looked at again', () => {
    const values = { ...EMPTY, title: '{request} $& $1 {nobody}', request: '{title}\n\n{title}' };
    expect(filled('{title}\n\n{request}', values)).toBe('{request} $& $1 {nobody}\n\n{title}\n\n{title}');
  });
});
