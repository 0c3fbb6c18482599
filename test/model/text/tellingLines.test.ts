import { expect, test } from 'vitest';
import { tellingLines, withoutNews } from '../../../src/model/text/oneLine.ts';

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

test.each([
  ['npm', 'npm notice\nnpm notice New major version of npm available! 10.9.2 -> 11.4.0'],
  ['npm', 'npm warn config production Use `--omit=dev` instead.'],
  ['pnpm', 'pnpm notice new minor version'],
  ['pip', '[notice] A new release of pip is available: 23.0 -> 24.2'],
])('what %s says about itself is not among the last lines: %j', (_manager, news) => {
  const lines = [
    '1 failing',
    ...news.split('\n'),
    '  the sum is wrong',
    'npm error Lifecycle script `test` failed',
  ];
  expect(withoutNews(lines)).toEqual([
    '1 failing',
    '  the sum is wrong',
    'npm error Lifecycle script `test` failed',
  ]);
});
