import { describe, expect, it } from 'vitest';
import { findFaults, type FoundEntry } from '../../../src/model/names/treeFaults.ts';

const ID = 'a'.repeat(40);
const at = (mode: string, name: string): FoundEntry => ({ name, mode, id: ID });
const file = (name: string): FoundEntry => at('100644', name);
const link = (name: string): FoundEntry => at('120000', name);
const folder = (name: string): FoundEntry => at('40000', name);
const submodule = (name: string): FoundEntry => at('160000', name);

const faults = (entries: readonly FoundEntry[], windows = false): readonly string[] =>
  findFaults([entries], windows).faults.map(({ name, why }) => `${name} ${why}`);

describe('an entry is refused as git refuses it with the rules of all file systems', () => {
  it.each([
    ['', 'empty'],
    ['.', 'dot'],
    ['..', 'up'],
    ['.. ', 'up'],
    ['. .', 'up'],
    ['.. . .', 'up'],
    ['..:x', 'up'],
    ['..::$INDEX_ALLOCATION', 'up'],
    ['.\u200d.', 'up'],
    ['\ufeff..', 'up'],
    ['a\\..\\b', 'up'],
    ['..\\a', 'up'],
    ['a/b', 'slash'],
    ['/', 'slash'],
    ['.git/', 'slash'],
    ['.git', 'git'],
    ['.Git', 'git'],
    ['.GIT', 'git'],
    ['.git ', 'git'],
    ['.git...', 'git'],
    ['.git . .', 'git'],
    ['.git:stream', 'git'],
    ['.git::$INDEX_ALLOCATION', 'git'],
    ['.git. :x', 'git'],
    ['git~1', 'git'],
    ['GIT~1', 'git'],
    ['git~1.', 'git'],
    ['git~1:x', 'git'],
    ['.git\\foo', 'git'],
    ['foo\\.git', 'git'],
    ['foo\\git~1 \\x', 'git'],
    // Each that HFS+ leaves out, at the beginning, between and at the end.
    ...[
      0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x206a, 0x206b, 0x206c, 0x206d,
      0x206e, 0x206f, 0xfeff,
    ].flatMap((code) => {
      const ignored = String.fromCodePoint(code);
      return [`${ignored}.git`, `.g${ignored}I${ignored}t`, `.git${ignored}`].map(
        (name) => [name, 'git'] as const,
      );
    }),
    // A byte that is no UTF-8 ends the name for who reads it as text.
    ['.git\udcff', 'git'],
  ] as const)('%j: %s', (name, why) => {
    for (const entry of [file(name), link(name), folder(name), submodule(name)])
      expect(faults([entry])).toEqual([`${name} ${why}`]);
  });

  it.each([
    '.gitmodules',
    '.GitModules',
    '.gitmodules ',
    '.gitmodules.:x',
    '.g\u200citmodules',
    'gitmod~1',
    'GITMOD~4',
    'gi7eba~1',
    'GI7EB~12',
    'gi7e~123',
    '~1000000',
    'x\\.gitmodules',
  ])('a link %j is refused, a file of that name is not', (name) => {
    expect(faults([link(name)])).toEqual([`${name} gitmodules`]);
    expect(faults([file(name)])).toEqual([]);
  });

  it('a name longer than git itself takes is refused', () => {
    expect(faults([file('x'.repeat(4097))])).toEqual([`${'x'.repeat(4097)} too-long`]);
  });

  it('what its mode or its place says is told, and an id of zeros', () => {
    expect(faults([{ ...file('a'), odd: 'mode' }])).toEqual(['a mode']);
    expect(faults([file('b'), { ...file('a'), odd: 'order' }])).toEqual(['a order']);
    expect(faults([{ ...file('a'), id: '0'.repeat(64) }])).toEqual(['a no-object']);
  });

  it('a backslash is refused where it divides names', () => {
    expect([faults([file('a\\b')]), faults([file('a\\b')], true)]).toEqual([[], ['a\\b backslash']]);
  });
});

describe('names that one file system or another takes for one', () => {
  it.each([
    ['A', 'a'],
    ['é', 'e\u0301'],
    ['Straße', 'STRASSE'],
    ['a', 'a.'],
    ['a', 'a '],
    ['a', 'a\u200c'],
    ['Σας', 'σΑΣ'],
  ])('%j and %j are refused beside a link or a submodule, and legal without', (one, other) => {
    expect(faults([file(one), file(other)])).toEqual([]);
    expect(faults([file(one), folder(other)])).toEqual([]);
    for (const linked of [link, submodule]) {
      const both = [`${one} beside-link`, `${other} beside-link`];
      expect(faults([linked(one), folder(other)])).toEqual(both);
      expect(faults([file(one), linked(other)])).toEqual(both);
    }
  });

  it('folders that are one are looked at together, and what meets in them is judged', () => {
    const entries = [folder('Docs'), folder('docs'), folder('src')];
    expect(findFaults([entries], false)).toEqual({
      faults: [],
      below: [[entries[0], entries[1]], [entries[2]]],
    });
    expect(findFaults([[link('out')], [folder('out')]], false).faults).toEqual([
      { name: 'out', why: 'beside-link' },
    ]);
    expect(findFaults([[file('out')], [folder('out')]], false).faults).toEqual([]);
  });

  it('a name twice in one folder is refused', () => {
    expect(faults([file('a'), folder('a')])).toEqual(['a duplicate']);
  });
});

it('legal, however odd: nothing that git takes on Linux is refused for being odd', () => {
  const odd = [
    '...',
    '....',
    '.gitignore',
    '.gitattributes',
    '.github',
    '.gitkeep',
    '.git-blame-ignore-revs',
    '.git_',
    '.gitx',
    'git',
    'git~2',
    'git~10',
    'git1',
    'x.git',
    '.cairn',
    ' ',
    'a b',
    'system-systemd\\x2dcryptsetup.slice',
    'back\\slash',
    'a\\.b',
    '\\',
    'C:',
    'Foo::Bar.3pm',
    'a:b',
    'aux.c',
    'nul',
    'NUL.txt',
    'x'.repeat(255),
    '\udcff\udcfe',
    '.gi\udce9t',
    'caf\udce9',
    'new\nline',
    'tab\tbed',
    '"quoted"',
    '-rf',
    '--output=x',
    '~',
    '~1',
    '*',
    'Ünïcödé',
    '\u{1f600}',
    'e\u0301',
    '.\u00e9',
  ];
  expect(faults(odd.map(file))).toEqual([]);
  // As links, those that git lets be links.
  expect(faults(odd.map(link))).toEqual([]);
});
