import { expect, test } from 'vitest';
import { withoutDrivers } from '../../src/git/merge/attributes.ts';

test.each([
  ['a driver', '*.lock merge=mine -diff', '*.lock -merge -diff'],
  ['a driver behind a tab', '*.lock\tmerge=mine\r', '*.lock\t-merge\r'],
  ['a driver in a macro', '[attr]own merge=mine', '[attr]own -merge'],
  ['two of them', 'a merge=x merge=union merge=y', 'a -merge merge=union -merge'],
  ['a driver without a name', 'a merge=', 'a -merge'],
  ['a driver called nearly as git’s', 'a merge=Union b=merge=text', 'a -merge b=merge=text'],
  ['the drivers of git', 'a merge=text\nb merge=binary\nc merge=union\nd merge -merge !merge', null],
  ['a quoted pattern', '"a merge=x" merge=y', '"a merge=x" -merge'],
  ['a quoted pattern with no blank behind', '"a\\"\\303"merge=y', '"a\\"\\303"-merge'],
  ['a pattern that only begins like a quoted one', '"a merge=x', '"a -merge'],
  ['a pattern called as a driver', 'merge=x text', null],
  ['the length of markers', '* conflict-marker-size=3 text\n', '*  text\n'],
  ['bytes that are no text', '\u00e9\u00ff merge=\u00ff\n\n', '\u00e9\u00ff -merge\n\n'],
  ['an attribute that ends in merge', 'a premerge=x xmerge', null],
])('attributes without drivers: %s', (_title, text, safe) => {
  expect(withoutDrivers(text)).toBe(safe ?? text);
});
