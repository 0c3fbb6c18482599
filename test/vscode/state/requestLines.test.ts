import { expect, test } from 'vitest';
import { repositoryOfFile } from '../../../src/vscode/state/repositoryOfFile.ts';
import { requestLines } from '../../../src/vscode/state/requestLines.ts';

test.each([
  ['', null],
  ['Add a login page', null],
  ['  Add a login page\n\n', null],
  ['Add a login page\n\n- a form\n', { label: 'Add a login page', detail: '3 lines · - a form' }],
  ['\r\nAdd\r\n\tit', { label: 'Add', detail: '2 lines · it' }],
  ['Add\u2028it', { label: 'Add', detail: '2 lines · it' }],
])('a request of several lines is offered as it is, not in a box for one: %j', (request, offered) => {
  expect(requestLines(request)).toEqual(offered);
});

const REPOSITORIES = [
  { key: 'outer', root: '/projects/site' },
  { key: 'inner', root: '/projects/site/docs' },
  { key: 'windows', root: 'C:\\work\\site' },
];

test.each([
  ['/projects/site/a.ts', 'outer'],
  ['/projects/site/docs/a.md', 'inner'],
  ['/projects/site-2/a.ts', null],
  ['/projects/site', null],
  ['c:\\work\\site\\a.ts', 'windows'],
  ['Untitled-1', null],
])('%s is of the repository %s', (file, key) => {
  expect(repositoryOfFile(REPOSITORIES, file)).toBe(key);
});
