import { expect, test } from 'vitest';
import { movedAndChanged, type SideChange } from '../../../src/model/merge/movedAndChanged.ts';

const [FILE, LINK, SUBMODULE] = ['100644', '120000', '160000'];
const change = (before: string | undefined | null, after: string | undefined | null): SideChange => ({
  path: 'p' as SideChange['path'],
  before: before ? { mode: before } : null,
  after: after ? { mode: after } : null,
});

test.each([
  ['a link that one side changed', change(LINK, LINK), change(LINK, null), true],
  ['a link that the other side changed', change(LINK, null), change(LINK, LINK), true],
  ['a submodule that one side moved on', change(SUBMODULE, null), change(SUBMODULE, SUBMODULE), true],
  ['a file that one side made a link', change(FILE, null), change(FILE, LINK), false],
  ['a submodule that one side made a file', change(SUBMODULE, FILE), change(SUBMODULE, null), false],
  ['a file that one side edited', change(FILE, null), change(FILE, FILE), false],
  ['a link that both changed', change(LINK, LINK), change(LINK, LINK), false],
  ['a link that both took away', change(LINK, null), change(LINK, null), false],
])('taken away by the other side: %s', (_title, ours, theirs, isTold) => {
  expect(movedAndChanged([ours], [theirs])).toEqual(isTold ? ['p'] : []);
  expect(movedAndChanged([ours], [{ ...theirs, path: 'q' as SideChange['path'] }])).toEqual([]);
});
