import { A, B, crlf, FAR, lines, ONE, TWO, type MergeRow } from './mergeRow.ts';

/** What merges. */
export const CLEAN: Readonly<Record<string, MergeRow>> = {
  'the same file apart': {
    base: { f: lines() },
    ours: { f: A },
    theirs: { f: FAR },
    is: { f: lines('', { 3: 'A', 15: 'far' }) },
  },
  'the same line in the same way': {
    base: { f: lines() },
    ours: { f: A },
    theirs: { f: A, g: 'g' },
    is: { f: A, g: 'g' },
  },
  'a rename against an edit': {
    base: { f: lines() },
    ours: { f: null, g: lines() },
    theirs: { f: A },
    is: { g: A },
  },
  'an edit against a rename': {
    base: { f: lines() },
    ours: { f: A },
    theirs: { f: null, g: lines() },
    is: { g: A },
  },
  'a rename against a mode': {
    base: { f: lines() },
    ours: { f: null, g: lines() },
    theirs: { f: { run: lines() } },
    is: { g: `+x ${lines()}` },
  },
  'an edit against a mode': {
    base: { f: lines() },
    ours: { f: A },
    theirs: { f: { run: lines() } },
    is: { f: `+x ${A}` },
  },
  'both renamed it alike': {
    base: { f: lines() },
    ours: { f: null, g: lines() },
    theirs: { f: null, g: A },
    is: { g: A },
  },
  'both added the same': {
    base: { k: 'k' },
    ours: { f: 'x\n' },
    theirs: { f: 'x\n', j: 'j' },
    is: { k: 'k', f: 'x\n', j: 'j' },
  },
  'both deleted it': {
    base: { f: 'x', k: 'k' },
    ours: { f: null },
    theirs: { f: null, j: 'j' },
    is: { k: 'k', j: 'j' },
  },
  'a folder deleted against a new file in it': {
    base: { 'd/a': 'a', k: 'k' },
    ours: { 'd/a': null },
    theirs: { 'd/n': 'n' },
    is: { 'd/n': 'n', k: 'k' },
  },
  'a file became a folder, the other side left it alone': {
    base: { f: lines(), k: 'k' },
    ours: { f: null, 'f/x': 'x' },
    theirs: { k: 'K' },
    is: { 'f/x': 'x', k: 'K' },
  },
  'a submodule moved on one side': {
    base: { s: ONE, k: 'k' },
    ours: { k: 'K' },
    theirs: { s: TWO },
    is: { s: `submodule ${TWO.submodule}`, k: 'K' },
  },
  'a file became a link, the other side left it alone': {
    base: { f: lines(), k: 'k' },
    ours: { f: { link: 'k' } },
    theirs: { k: 'K' },
    is: { f: '-> k', k: 'K' },
  },
  'merge=union takes both': {
    base: { f: lines(), '.gitattributes': 'f merge=union\n' },
    ours: { f: A },
    theirs: { f: B },
    is: { f: lines('', { 3: 'A\nB' }), '.gitattributes': 'f merge=union\n' },
  },
  'merge=text is text': {
    base: { f: lines(), '.gitattributes': '* -text merge=text\n' },
    ours: { f: A },
    theirs: { f: FAR },
    is: { f: lines('', { 3: 'A', 15: 'far' }), '.gitattributes': '* -text merge=text\n' },
  },
  'a merge driver of a file that one side changed': {
    base: { f: lines(), k: 'k', '.gitattributes': 'f merge=mine\n' },
    ours: { f: A },
    theirs: { k: 'K' },
    is: { f: A, k: 'K', '.gitattributes': 'f merge=mine\n' },
  },
  'line endings stay as each side has them': {
    base: { f: crlf(lines()), '.gitattributes': '* text=auto eol=lf\n' },
    ours: { f: crlf(A) },
    theirs: { f: crlf(FAR) },
    is: { f: crlf(lines('', { 3: 'A', 15: 'far' })), '.gitattributes': '* text=auto eol=lf\n' },
  },
  'a merged file keeps its missing end of line': {
    base: { f: lines('').trimEnd() },
    ours: { f: A.trimEnd() },
    theirs: { f: FAR.trimEnd() },
    is: { f: lines('', { 3: 'A', 15: 'far' }).trimEnd() },
  },
  'a file became a folder, and what was like it is gone on both sides': {
    base: { d: lines(), 'e/a': lines(), k: lines() },
    ours: { d: null, 'd/a': lines('y'), 'e/a': null },
    theirs: { 'e/a': null },
    is: { 'd/a': lines('y'), k: lines() },
  },
};
