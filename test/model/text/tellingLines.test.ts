import { expect, test } from 'vitest';
import { tellingLines } from '../../../src/model/text/oneLine.ts';

test.each([
  [
    'added 3 packages\nnpm error code ERESOLVE\nnpm error could not resolve\n\nnpm notice\nnpm notice New major version of npm\n',
    ['npm error code ERESOLVE', 'npm error could not resolve'],
  ],
  ['one\ntwo\nthree\n', ['two', 'three']],
  ['npm notice New major version\n', []],
])('of what a command printed, the lines that say why it failed: %j', (output, told) => {
  expect(tellingLines(output, 2)).toEqual(told);
});
