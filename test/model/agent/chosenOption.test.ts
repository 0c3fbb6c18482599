import { expect, test } from 'vitest';
import { chosenOption } from '../../../src/model/agent/chosenOption.ts';
import { permissionWord } from '../../../src/model/agent/permissionWord.ts';

test.for([
  ['1', 'a cat'],
  [' 2. ', '7'],
  ['7', '7'],
  ['3', '3'],
  ['0', '0'],
  ['1 of them', '1 of them'],
  ['a cat', 'a cat'],
])('of the options "a cat" and "7" the answer %j means %j', ([said, meant]) => {
  expect(chosenOption(said ?? '', ['a cat', '7'])).toBe(meant);
});

test('a permission is answered by the numbers of its three words as well', () => {
  expect(['1', '2', '3', '4'].map(permissionWord)).toEqual(['allow', 'allow-always', 'deny', null]);
});
