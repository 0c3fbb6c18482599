import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neutralised } from '../../../src/model/land/neutralised.ts';
import { cpuMs } from '../../support/lateness.ts';
import { hostileText } from '../hostileText.ts';

describe('what an agent wrote acts on nothing in the message of a commit', () => {
  test.each([
    ['a mention', 'thanks @bob', 'thanks @ bob'],
    ['one of a team', '(@org/team)', '(@ org/team)'],
    ['one behind a letter that no name has', 'é@bob', 'é@ bob'],
    ['one in emphasis', '**@bob**', '**@ bob**'],
    ['an issue that is closed', 'closes #1', 'closes # 1'],
    ['one over two lines', 'Fixes\n#12', 'Fixes\n# 12'],
    ['one of another repository', 'resolved: o/r#12', 'resolved: o/r# 12'],
    ['one by its short name', 'fix gh-7', 'fix gh- 7'],
    [
      'one by its address',
      'closes https://github.com/o/r/issues/12',
      'closes https://github.com/o/r/issues/ 12',
    ],
    [
      'a merge request',
      'closes https://x.org/g/p/-/merge_requests/3',
      'closes https://x.org/g/p/-/merge_requests/ 3',
    ],
    ['a pull request of Gitea', 'closes !12', 'closes ! 12'],
    ['an item of Azure', 'AB#4', 'AB# 4'],
    [
      'keys of a tracker',
      'Closes PROJ-12, AB-3 and CD_E-4 today',
      'Closes PROJ- 12, AB- 3 and CD_E- 4 today',
    ],
    ['keys in another case', 'FIXES PROJ-12, fixes eng-12', 'FIXES PROJ- 12, fixes eng- 12'],
    [
      'keys that are completed',
      'Completes AB-1; completed AB-2, completing AB-3',
      'Completes AB- 1; completed AB- 2, completing AB- 3',
    ],
    ['a second key', 'resolves PROJ-1 & PROJ-2', 'resolves PROJ- 1 & PROJ- 2'],
    ['keys in emphasis', 'fixes **PROJ-12**, `AB-3`', 'fixes **PROJ- 12**, `AB- 3`'],
    [
      'keys with their addresses',
      'closes [PROJ-12](x), [AB-3](https://x.org/y) and CD-4',
      'closes [PROJ- 12](x), [AB- 3](https://x.org/y) and CD- 4',
    ],
    [
      'the address of one of Linear',
      'https://linear.app/t/issue/ENG-1/login',
      'https://linear.app/t/issue/ ENG-1/login',
    ],
    ['a merge request of another project', 'group/project!12', 'group/project! 12'],
    ['a mention with a blank in it', 'thanks @"Bob B" and @{1-2}', 'thanks @ "Bob B" and @ {1-2}'],
    ['a build that is skipped, with blanks', '[ skip ci ] [ ci skip ]', '( skip ci ) ( ci skip )'],
    ['a trailer of one word', 'so\nFixes: x', 'so\n"Fixes": x'],
    ['a major release with two blanks', 'BREAKING  CHANGE: all', '"BREAKING  CHANGE": all'],
    ['a transition in another script', 'PROJ-1 #完了', 'PROJ-1 # 完了'],
    ['a transition', 'PROJ-12 #done #time 1w', 'PROJ-12 # done # time 1w'],
    ['a command in brackets', '(#PROJ-1 Fixed)', '(# PROJ-1 Fixed)'],
    ['a major version', '+semver: breaking', '+ semver: breaking'],
    [
      'the address of a key',
      'https://x.atlassian.net/browse/PROJ-12',
      'https://x.atlassian.net/browse/ PROJ-12',
    ],
    ['a build that is skipped', '[skip ci] [ci skip] [no ci]', '(skip ci) (ci skip) (no ci)'],
    [
      'one of one host',
      '[skip netlify] [CF-Pages-Skip] ***NO_CI***',
      '(skip netlify) (CF-Pages-Skip) (NO_CI)',
    ],
    ['one over two lines', '[skip\nci]', '(skip\nci)'],
    ['a trailer', 'Signed-off-by: Ada <a@b>', '"Signed-off-by": Ada <a@b>'],
    ['another author', '  Co-authored-by : x <x@y>', '  "Co-authored-by" : x <x@y>'],
    ['a change of Gerrit', 'Change-Id: I1', '"Change-Id": I1'],
    ['a major release', 'BREAKING CHANGE: all', '"BREAKING CHANGE": all'],
    ['checks that are skipped', 'skip-checks: true', '"skip-checks": true'],
    ['a quick action', 'so\n/close', 'so\n/ close'],
  ])('%s', (_what, text, then) => expect(neutralised(text)).toBe(then));

  test.each([
    'Write to ada@example.org about UTF-8 and SHA-256, on 2026-11-20: today.',
    'C# and F#, a color in rgb(1, 2, 3); see https://x.org/page#part and docs/a-b.md:12.',
    'A well-known address [see below] of a [link](https://x.org), 5 - 3 = 2!',
    '- [x] done\n- [ ] not yet\n# A heading',
  ])('ordinary words stay as they are: %s', (text) => expect(neutralised(text)).toBe(text));
});

/** What hosts say that they look for: GitHub, GitLab, Gitea, Azure, Jira; builds that are skipped; trailers as git reads them. */
const ACTS: readonly RegExp[] = [
  /(?:^|[^A-Za-z0-9_])@[A-Za-z0-9]/,
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s+(?:[\w.-]+\/[\w.-]+)?#\d/i,
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s+GH-\d/i,
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s+https?:\/\/\S+\/(?:issues|pull)\/\d/i,
  /\b(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?)(?::?) +(?:(?:issues? +)?(?:[\w/.-]*#\d+|[A-Z][A-Z0-9_]+-\d+))/,
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|complet(?:e[sd]?|ing))\b:?\s+[*`[(]*[a-z][a-z0-9_]+-\d/i,
  /!\d/,
  /(?:^|[^A-Za-z0-9_])@["{]/,
  /\bAB#\d/,
  /\[(?:skip ci|ci skip|no ci|skip actions|actions skip| skip ci )\]/i,
  /\*\*\*NO_CI\*\*\*/,
  /^(?:Signed-off-by|Co-authored-by|Change-Id|Reviewed-by|skip-checks):/im,
  /^[\s|*]*BREAKING(?:-| +)CHANGE:/m,
  /^(?:Fixes|Closes):/im,
];

const piece = fc.oneof(
  fc.constantFrom(
    '@',
    '#',
    '1',
    'bob',
    'closes ',
    'Fixes: ',
    'fixed\n',
    'o/r',
    'GH-',
    'gh-',
    'PROJ-12',
    'eng-1',
    'COMPLETES ',
    '**',
    '](x)',
    ' & ',
    '{id}',
    ' skip ci ',
    'BREAKING  CHANGE',
    'https://h.org/o/r/issues/',
    '[',
    ']',
    'skip ci',
    'no ci',
    '***',
    'NO_CI',
    '\n',
    ' ',
    ', ',
    ' and ',
    '"',
    '(',
    'AB',
    '!',
    '/close',
    'issue ',
    'Signed-off-by',
    'Co-authored-by',
    'Change-Id',
    'BREAKING CHANGE',
    'BREAKING-CHANGE',
    ':',
    ' : ',
    '- ',
    '* ',
  ),
  hostileText,
);
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

test('whatever it is made of, nothing that hosts look for is left in it, and a second look changes nothing', () => {
  fc.assert(
    fc.property(text, (written) => {
      const then = neutralised(written);
      expect(ACTS.filter((act) => act.test(then)).map(String)).toEqual([]);
      expect(neutralised(then)).toBe(then);
    }),
  );
});

test('a long text takes no longer than a moment', () => {
  for (const one of [
    '@',
    '#',
    'a-',
    '[skip ',
    'Closes A1-1',
    'issues/',
    '- ',
    '!1',
    'fixes ',
    'fixes [',
    'fix\n',
    'fixes AB-1 &',
    'fixes AB-1](x',
    '[ ',
    'BREAKING ',
  ])
    expect(cpuMs(() => neutralised(one.repeat(200_000 / one.length)))).toBeLessThan(3000);
});
