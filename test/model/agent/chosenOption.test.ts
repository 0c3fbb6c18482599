import { expect, test } from 'vitest';
import { chosenOption, namesNoOption } from '../../../src/model/agent/chosenOption.ts';
import { permissionWord } from '../../../src/model/agent/permissionWord.ts';

test.for([
  ['1', 'a cat'],
  [' 2. ', '7'],
  ['7', '7'],
  ['3', '3'],
  ['0', '0'],
  ['1 of them', '1 of them'],
  ['a cat', 'a cat'],
  ['A Cat. ', 'a cat'],
])('of the options "a cat" and "7" the answer %j means %j', ([said, meant]) => {
  expect(chosenOption(said ?? '', ['a cat', '7'])).toBe(meant);
});

test('a permission is answered by the numbers of its three words as well', () => {
  expect(['1', '2', '3', '4'].map(permissionWord)).toEqual(['allow', 'allow-always', 'deny', null]);
});

test.for([
  ['3', ['red', 'blue'], true],
  [' 0. ', ['red', 'blue'], true],
  ['1234', ['red', 'blue'], true],
  ['2', ['red', 'blue'], false],
  ['3 of them', ['red', 'blue'], false],
  ['3', [], false],
  // How many? 5 or 10: seven is an answer.
  ['7', ['5', '10'], false],
] as const)('the answer %j to the options %j names none of them: %j', ([said, options, none]) =>
  expect(namesNoOption(said, options)).toBe(none),
);
