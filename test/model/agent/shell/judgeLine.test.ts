import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { shellWords } from '../../../../src/base/shellWords.ts';
import { readLine, readPast } from '../../../../src/bundles/shellParser.ts';
import { judgeLine } from '../../../../src/model/agent/shell/judgeLine.ts';
import { runsOf } from '../../../support/seeds.ts';
import { ALLOWED } from './allowedLines.ts';
import { asLine, judged, patterns, RULES, SHELL } from './judgedBy.ts';
import { REFUSED } from './refusedLines.ts';

const refused = Object.entries(REFUSED).flatMap(([why, lines]) => lines.map((line) => [line, why] as const));

describe('a command line is judged by its parts', () => {
  it('in a table of at least 220 lines, each once, of which more are hostile', () => {
    const all = [...ALLOWED, ...refused.map(([line]) => line)];
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(220);
    expect(refused.length).toBeGreaterThan(ALLOWED.length);
  });

  test.each(ALLOWED.map((line) => [line]))('allowed: %j', (line) => {
    expect(judged(line)).toBe('allow');
  });

  test.each(refused)('not allowed: %j, by reason of %s', (line, why) => {
    expect(judged(line)).toBe(why);
  });

  it('a line that holds one that is not allowed is not allowed, wherever it stands', () => {
    const whole = refused.filter(([line, why]) => why !== 'syntax' && line.trim() !== '');
    for (const [line] of whole)
      for (const text of [`npm test; ${line}`, `${line}\nnpm test`, `npm test && ${line}`])
        expect([text, judged(text) === 'allow']).toEqual([text, false]);
  });
});

describe('what is always allowed', () => {
  it('is not where files may not be read without asking', () => {
    const rules = { ...RULES, always: 'nothing' as const };
    for (const line of ['ls', 'node verify.mjs', 'npm run check --silent && ls', '"$CAIRN_BIN" ledger'])
      expect([line, judged(line, rules)]).toEqual([line, 'program']);
    expect(judged('npm test', rules)).toBe('allow');
  });

  it('is but what Cairn shows where all commands are one word', () => {
    const rules = { ...RULES, allow: [], always: 'own' as const };
    for (const line of ['"$CAIRN_BIN" ledger', 'cd src && "$CAIRN_BIN" show x 2>&1'])
      expect([line, judged(line, rules)]).toEqual([line, 'allow']);
    for (const line of [
      'ls',
      'node verify.mjs',
      '"$CAIRN_BIN" effect --key a -- ls',
      '"$CAIRN_BIN" ledger | cat',
    ])
      expect([line, judged(line, rules)]).toEqual([line, 'program']);
  });

  it('is no program that may be found in the working tree', () => {
    const found = (line: string, path: string): unknown => judged(asLine(line, { path }));
    for (const path of [
      '.',
      ':/bin',
      '/bin:',
      'node_modules/.bin:/bin',
      '/repo/tree/bin:/bin',
      '/repo/tree',
      '/bin/../repo/tree',
    ])
      for (const line of ['ls', 'git status', 'bash -c "npm test"'])
        expect([path, line, found(line, path)]).toEqual([path, line, 'search-path']);
    for (const line of ['npm test', '"$CAIRN_BIN" ledger', 'node verify.mjs'])
      expect([line, found(line, '.:/bin')]).toEqual([line, 'allow']);
    for (const path of ['', '/bin', '/repo/tree/.git/cairn/bin:/bin', '/repo/treehouse/bin:/repo/bin'])
      expect([path, found('ls', path)]).toEqual([path, 'allow']);
  });

  it('of git behind a pattern neither: it is a folder and a config of its own that options name', () => {
    const rules = { ...RULES, allow: patterns('timeout 5 git -C src diff', 'git diff *') };
    expect(judged('timeout 5 git -C src diff', rules)).toBe('option');
    expect(judged(asLine('git diff', { path: '.:/bin' }), rules)).toBe('search-path');
    for (const cwd of ['src', '/repo/tree/src'])
      for (const line of ['git diff', 'git fsck', 'node verify.mjs'])
        expect([line, judged(asLine(line, { cwd }), rules) === 'allow']).toEqual([line, false]);
  });

  it('of git only as long as what it runs is what it was', () => {
    const git = (line: string): unknown => judgeLine(asLine(line), RULES, SHELL);
    expect(git('git status')).toEqual({ ok: true, value: { paths: ['.'], git: true } });
    expect(git('ls && git log')).toMatchObject({ value: { git: true } });
    for (const line of [
      'git diff --stat',
      'git fsck',
      'git fsck | cat',
      "bash -c 'git fsck'",
      'timeout 5 git gc',
    ])
      expect([line, git(line)]).toMatchObject([line, { value: { git: true } }]);
    expect(git('node verify.mjs && npm test')).toMatchObject({ value: { git: false } });
  });
});

describe('where a line is run', () => {
  it('by another shell than Bash or sh nothing is allowed; without a shell its words are what they are', () => {
    for (const shell of ['zsh', 'fish', 'pwsh', 'cmd', 'nu', ''])
      expect(judged(asLine('npm test', { shell }))).toBe('shell');
    for (const shell of ['bash', 'sh', 'dash', null])
      expect(judged(asLine('npm test', { shell }))).toBe('allow');
  });

  it.each([
    [{ cwd: '/repo/tree' }, 'git status', 'allow'],
    [{ cwd: '/repo/tree/packages/a' }, 'npm test', 'allow'],
    [{ cwd: 'packages/a' }, 'cat package.json', 'allow'],
    [{ cwd: '/repo/tree/packages/a' }, 'git status', 'folder'],
    [{ cwd: '/repo' }, 'npm test', 'outside'],
    [{ cwd: '/repo/treehouse' }, 'npm test', 'outside'],
    [{ cwd: '/repo/tree/../x' }, 'npm test', 'folder'],
    [{ cwd: '/repo/tree/link' }, 'ls', 'outside'],
  ] as const)('told to be in %j: %s, %s', (over, text, answer) => {
    expect(judged(asLine(text, over))).toBe(answer);
  });

  it.each([
    [
      ['ls src/*.ts | head', 'X=1 npm test', 'echo "$HOME" > out', '(cd / && ls)', '"$CAIRN_BIN" ledger'],
      'allow',
    ],
    [['if [ -f x ]; then npm test; fi', 'cat <<E\n$(id)\nE', 'grep "a\\|b" x 2>/dev/null &'], 'allow'],
    [['cd packages/a && npm test'], 'folder'],
    [['cd /repo/tree && npm test', 'cd ./'], 'allow'],
    [['cd /etc'], 'folder'],
    [['cd ..'], 'folder'],
    [['cd "$X"'], 'folder'],
    [['cd'], 'folder'],
    [['c""d link'], 'folder'],
    [['pushd src'], 'folder'],
    [['chdir src'], 'folder'],
    [['PATH=. :'], 'folder'],
    [['PATH=. ":"'], 'folder'],
    [['PATH=. shift'], 'folder'],
    [[`ls ${'a'.repeat(8_190)}`], 'folder'],
    [[`node verify.mjs${' '.repeat(8_190)}`], 'folder'],
    [Array.from({ length: 1_001 }, () => 'cd .'), 'folder'],
    [null, 'folder'],
    [['export PATH=.'], 'folder'],
    [['PATH=.'], 'folder'],
    [['alias git=rm'], 'folder'],
    [['git() { rm x; }'], 'folder'],
    [['. ./env.sh'], 'folder'],
    [['$X y'], 'folder'],
    [['for PATH in .; do ls; done'], 'folder'],
    [['echo ${PATH:=.}', 'ls'], 'folder'],
    [['echo $((PATH=1))'], 'folder'],
    [['npm test "'], 'folder'],
    [['ls', 'ls', 'eval x', 'ls'], 'folder'],
    [['for f in *.sh; do shellcheck "$f"; done', 'node verify.mjs'], 'allow'],
  ] as const)('in a shell that has run %j before: git status, %s', (ran, answer) => {
    expect(judged(asLine('git status', { ran }))).toBe(answer);
  });

  it('each path is looked at from every folder in which the shell may stand', () => {
    const at = (line: string, ran: readonly string[] = []): unknown =>
      judgeLine(asLine(line, { ran }), RULES, SHELL);
    expect(at('cat a', ['cd b', 'cd c'])).toEqual({
      ok: true,
      value: { paths: ['.', 'b', 'c', 'b/c', 'a', 'b/a', 'c/a', 'b/c/a'], git: false },
    });
    expect(at('cd b && cat a /repo/tree/d')).toMatchObject({ value: { paths: ['.', 'b', 'a', 'b/a', 'd'] } });
    expect(at(Array.from({ length: 40 }, (_, n) => `cd d${n}`).join(' && '))).toEqual({
      ok: false,
      error: 'folder',
    });
  });

  it('`cd` is not allowed where CDPATH may lead it elsewhere', () => {
    expect(judged(asLine('cd packages && npm test', { cdPath: '/etc' }))).toBe('folder');
  });
});

describe('a pattern', () => {
  it('with `*` does not stand for an option by which a reading program does more', () => {
    const allow = patterns(
      'cat *',
      'git diff *',
      'sort *',
      'find *',
      'rg *',
      'sed -i s/a/b/ *',
      'git diff --output *',
    );
    const rules = { ...RULES, allow };
    for (const line of [
      'cat a',
      'sort -u x',
      'find src -name a',
      'sed -i s/a/b/ x',
      'git diff --output x',
      'git diff a b',
    ])
      expect([line, judged(line, rules)]).toEqual([line, 'allow']);
    for (const line of [
      'git diff --output=x',
      'sort -o x y',
      'find . -delete',
      'rg --pre ./evil x',
      'git diff -O x',
    ])
      expect([line, judged(line, rules)]).toEqual([line, 'option']);
  });

  it.each([
    ['git log -n *', 'git log -n 1 --output=F'],
    ['find . -name *', 'find . -name a -delete'],
    ['rg -e *', 'rg -e a --pre ./evil'],
    ['rg --pretty *', 'rg --pretty --pre ./evil a'],
    ['sort -k *', 'sort -k 1 -o out'],
    ['grep -e *', 'grep -e a -f /etc/passwd'],
    ['git branch -d *', 'git branch -d -D x'],
    ['/usr/bin/git diff *', '/usr/bin/git diff --output=x'],
    ['timeout 5 git diff *', 'timeout 5 git diff --output=x'],
  ])('%j does not stand for an option that follows a value: %j', (pattern, line) => {
    expect(judged(line, { ...RULES, allow: patterns(pattern), always: 'nothing' })).toBe('program');
  });

  it.each([
    ['git diff *', 'git diff /dev/null /home/u/.ssh/id_rsa'],
    ['timeout 5 git diff *', 'timeout 5 git diff /dev/null /home/u/.ssh/id_rsa'],
    ['/bin/cat *', '/bin/cat ../x'],
    ['cat *', 'cat a link/x'],
    ['cat *', 'cd src && cat link'],
    ['sed -i s/a/b/ *', 'sed -i s/a/b/ /etc/hosts'],
  ])('%j of a program that reads stays in the worktree: %j', (pattern, line) => {
    const rules = { ...RULES, allow: patterns(pattern), always: 'nothing' as const };
    expect(judged(line, rules)).toBe('outside');
  });

  it('that names a place outside itself may read there', () => {
    const rules = { ...RULES, allow: patterns('cat /etc/hosts *', 'cat *', 'git diff -- ../docs *') };
    for (const line of ['cat /etc/hosts /etc/passwd', 'git diff -- ../docs ../src', 'cat /etc/hosts'])
      expect([line, judged(line, rules)]).toEqual([line, 'allow']);
    expect(judged('cat /etc/passwd', rules)).toBe('outside');
  });

  it('without `*` covers one list of words, however it is written', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(word, { minLength: 1, maxLength: 4 }),
        (own, other) => {
          const rules = { ...RULES, always: 'nothing' as const, allow: patterns(`run-${own.join(' ')}`) };
          const [first = '', ...rest] = other;
          const isSame = other.join(' ') === own.join(' ');
          expect(judged(shellWords([`run-${first}`, ...rest]), rules)).toBe(isSame ? 'allow' : 'program');
          expect(judged(`run-${other.map((one) => `'${one}'`).join(' ')}`, rules)).toBe(
            isSame ? 'allow' : 'program',
          );
        },
      ),
    );
  });
});

describe('whatever a line is', () => {
  const TOKENS =
    `npm test run ls ; && || | & > < 2>&1 $ ( ) { } " ' # ! * ~ = a -o -- /etc .. cd $(id) \\ @`.replace(
      '@',
      '`',
    );
  const soup = fc
    .array(fc.constantFrom(...TOKENS.split(' '), ' ', ' ', '\n', '\t', '\0', '\u00a0'), { maxLength: 14 })
    .map((parts) => parts.join(''));

  it('it is answered soon', () => {
    for (const line of [
      `${'a|'.repeat(4_000)}b #`,
      `${'a||'.repeat(2_700)}b #`,
      `ls ${'>&1'.repeat(2_700)} #`,
      `ls ${"'a'".repeat(2_700)}\\`,
    ])
      expect(judged(line)).not.toBe('allow');
  });

  it('it is answered, and never by an error', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (line) => {
        expect(typeof judged(line)).toBe('string');
        expect(Array.isArray(readPast(line) ?? [])).toBe(true);
      }),
      { numRuns: runsOf(2_000, 50_000) },
    );
  });

  it('what is read of it means the same once it is quoted word by word', () => {
    fc.assert(
      fc.property(soup, (line) => {
        const read = readLine(line);
        if (!read.ok) return;
        for (const { words } of read.value)
          if (words.every((word) => !/["']/.test(word)))
            expect(readLine(words.map((word) => `'${word}'`).join(' '))).toMatchObject({
              ok: true,
              value: [{ words }],
            });
      }),
      { numRuns: runsOf(2_000, 50_000) },
    );
  });
});
