import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import type { LandFacts, LandPhase } from '../../../src/model/land/landFacts.ts';
import { landMessage } from '../../../src/model/land/landMessage.ts';
import { joined, neutralised } from '../../../src/model/land/neutralised.ts';
import { plainText } from '../../../src/model/packet/safeText.ts';
import { plainLines } from '../../../src/model/text/oneLine.ts';
import { hostileText } from '../hostileText.ts';
import type { PhaseId, Timestamp } from '../../../src/model/names/ids.ts';

const phase = (id: string, over: Partial<LandPhase> = {}): LandPhase => ({
  phase: id as PhaseId,
  title: null,
  status: 'done',
  checked: over.status === undefined ? 'passed' : null,
  round: 1,
  said: '',
  decisions: [],
  approval: null,
  ...over,
});
const check = (run: string, over: Partial<CheckRecord> = {}): CheckRecord => ({
  name: run,
  run,
  outcome: 'passed',
  exitCode: 0,
  ms: 1,
  tail: '',
  ...over,
});
const approval = (comment: string | null): LandPhase['approval'] => ({
  by: 'Ada Lovelace <ada@example.org>',
  at: '2026-11-20T10:00:00.000Z' as Timestamp,
  comment,
});

const FACTS: LandFacts = {
  part: null,
  title: 'Add a login page',
  request: 'Add a login page\n\nWith a form. It closes #12, says @ada.\n',
  phases: [
    phase('plan', { title: 'Plan it', checked: 'approved', approval: approval('Ship it, closes #3.') }),
    phase('implement', {
      round: 2,
      said: 'Added `src/login.ts`.\n\nCloses #1,\nthanks @bob.',
      decisions: ['Rate limit of 5 a minute'],
    }),
    phase('docs', { status: 'skipped', said: 'never told' }),
  ],
  checks: [
    check('npm test', { name: 'test' }),
    check('npm run lint', { outcome: 'failed', exitCode: 1 }),
    check('pytest', { outcome: 'broke', exitCode: 127, why: 'its command was not found (exit code 127)' }),
  ],
  wasChecked: true,
  branch: 'cairn/20261120-add-login-7f3k',
  seq: 7,
  isDone: true,
  checked: 'red',
  typedHere: true,
  askedHere: true,
};

test('the message says what was asked, done, decided, checked and approved; what agents wrote acts on nothing, what was typed here stays', () => {
  expect(landMessage(FACTS)).toBe(`Add a login page

With a form. It closes #12, says @ada.

What was done:
- implement: Added \`src/login.ts\`. Closes # 1, thanks @ bob.

Decisions:
- Rate limit of 5 a minute

Phases:
- plan: Plan it (approved)
- implement (checks passed, round 2)
- docs (skipped)

Checks:
- test (npm test): passed
- npm run lint: failed
- pytest: could not run: its command was not found (exit code 127)

Approvals:
- plan: Ada Lovelace, 2026-11-20: Ship it, closes #3.

Landed from cairn/20261120-add-login-7f3k, checkpoint 7.
The session is done, checks red.`);
});

test('of a session from elsewhere nothing that people wrote acts either, and a line of it forges no patch', () => {
  const message = landMessage({
    ...FACTS,
    typedHere: false,
    askedHere: false,
    title: 'Fix #1 [skip ci]',
    request: 'Thanks @ada\n---\ndiff --git a/x b/x\n/close\nSigned-off-by: Eve',
    branch: 'cairn/@bob#1',
  });
  expect(message.split('\n')[0]).toBe('Fix # 1 (skip ci)');
  expect(message).toContain('\nThanks @ ada\n ---\n diff --git a/x b/x\n/ close\n"Signed-off-by": Eve\n');
  expect(message).toContain('- plan: Ada Lovelace, 2026-11-20: Ship it, closes # 3.');
  expect(message).toContain('Landed from cairn/@ bob# 1,');
});

test('an issue that a session is for is what other people wrote, whoever began the session', () => {
  const message = landMessage({
    ...FACTS,
    askedHere: false,
    title: 'Thanks @ada, fixes #3',
    request: 'Thanks @ada, fixes #3\n\nCloses PROJ-4.',
  });
  expect(message).toMatch(/^Thanks @ ada, fixes # 3\n\nCloses PROJ- 4\.\n/);
  expect(message).toContain('Ship it, closes #3.');
});

test('the commit of one phase names it behind the title, where no keyword comes to stand in front of an issue; what is cut off stands below', () => {
  const part = (title: string) => landMessage({ ...FACTS, part: 'fix', title, request: `${title}\n\nMore.` });
  expect(part('#12 login is broken')).toMatch(/^#12 login is broken \(fix\)\n\nMore\.\n/);
  const long = `Add a login page for ${'all '.repeat(12)}people`;
  expect(part(long)).toMatch(
    /^Add a login page for all .* a \(fix\)\n\nAdd a login page for (?:all\s)+people\n\nMore\.\n/,
  );
  expect(part(long).split('\n')[0]?.length).toBeLessThan(73);
});

describe('what is said of a session in which little happened', () => {
  const bare: LandFacts = {
    ...FACTS,
    request: 'Add a login page',
    phases: [phase('one', { checked: 'nothing' })],
    checks: [],
    checked: 'nothing',
    wasChecked: false,
  };

  test('is that nothing was checked, and no heading without a word below it', () => {
    expect(landMessage(bare)).toBe(
      'Add a login page\n\nPhases:\n- one (nothing checked)\n\nChecks:\n- none: nothing was checked\n\nLanded from cairn/20261120-add-login-7f3k, checkpoint 7.\nThe session is done, nothing checked.',
    );
  });

  test('is nothing of checks where they ran in another commit of it', () => {
    expect(landMessage({ ...bare, wasChecked: true })).not.toContain('Checks:');
  });

  test('of one that is not done, that it is not; what lies behind its last phase is called unfinished', () => {
    const open = { ...bare, isDone: false };
    expect(landMessage(open)).toContain('checkpoint 7.\nThe session is not done.');
    expect(landMessage({ ...open, part: 'unfinished' }).split('\n')[0]).toBe('Add a login page (unfinished)');
  });
});

test('a line has at most 72 characters, but for code and for words that are longer; an item of several lines is indented', () => {
  const word = 'x'.repeat(100);
  const long = Array.from({ length: 30 }, () => 'words').join(' ');
  const code = `\`\`\`\n${long}\n\`\`\`\n    ${long}`;
  const message = landMessage({
    ...FACTS,
    request: `Add a login page\n${long}\n- ${long}\n${word}\n${code}`,
    phases: [phase('one', { said: long })],
  });
  const lines = message.split('\n');
  expect(lines.filter((line) => line.length > 72)).toEqual([word, long, `    ${long}`]);
  expect(lines.filter((line) => /^ {2}words/.test(line)).length).toBe(4);
});

test('however much was said, a message is less than 8,000 characters, and says what it leaves out', () => {
  const long = 'many words '.repeat(5000);
  const decisions = Array.from({ length: 300 }, (_, at) => `decided ${at} ${long}`);
  const message = landMessage({
    ...FACTS,
    request: long,
    phases: Array.from({ length: 300 }, (_, at) =>
      phase(`p${at}`, { title: long, said: long, decisions, approval: approval(long) }),
    ),
    checks: Array.from({ length: 100 }, (_, at) => check(`check ${at} ${long}`)),
  });
  expect(message.length).toBeLessThan(8000);
  expect(message).toContain('words … (shortened)');
  expect(message.match(/^- … \d+ more$/gm)).toHaveLength(5);
});

test('a template of the repository says what it likes, and takes what it names', () => {
  expect(landMessage(FACTS, 'feat: {title}\n\nChecked:\n{checks}\n\nRefs: TEAM-1')).toBe(
    'feat: Add a login page\n\nChecked:\n- test (npm test): passed\n- npm run lint: failed\n- pytest: could not run: its command was not found (exit code 127)\n\nRefs: TEAM-1',
  );
});

describe('what a template and a value make together acts on nothing, while each stays as a person wrote it', () => {
  test.each([
    ['fix: {title}', 'PROJ-1 login', 'fix: PROJ- 1 login'],
    ['fix: {title}', '#12 login', 'fix: # 12 login'],
    ['Closes {title}', '#12, #13 and o/r#14', 'Closes # 12, # 13 and o/r# 14'],
    ['fixes\n{title}', 'GH-7 login', 'fixes\nGH- 7 login'],
    ['Resolve {title}', 'https://x.org/o/r/issues/12', 'Resolve https://x.org/o/r/issues/ 12'],
    ['{title} PROJ-1', 'Fix', 'Fix PROJ- 1'],
    ['{title} #1', 'Login, closes', 'Login, closes # 1'],
    ['@{title}', 'bob knows', '@ bob knows'],
    ['AB#{title}', '12', 'AB# 12'],
    ['[skip {title}]', 'ci', '(skip ci)'],
    ['{title}: done', 'Closes', '"Closes": done'],
    ['{title}-by: me', 'Signed-off', '"Signed-off-by": me'],
    // Each by itself.
    ['fix: {title}', 'Login, closes #12', 'fix: Login, closes #12'],
    ['feat: {title}', '#12 says @ada', 'feat: #12 says @ada'],
    [
      '{title}\n\nFixes: #1, PROJ-2 [skip ci]\nSigned-off-by: A <a@b>',
      'Login',
      'Login\n\nFixes: #1, PROJ-2 [skip ci]\nSigned-off-by: A <a@b>',
    ],
    ['fix: {title}', 'Login #12', 'fix: Login #12'],
  ])('%j of %j is %j', (template, title, message) => {
    expect(landMessage({ ...FACTS, title, request: title }, template)).toBe(message);
  });

  test('nor does a title with the name of its phase behind it', () => {
    expect(landMessage({ ...FACTS, part: 'ab-1', title: 'Fix', request: 'Fix' }, '{title}')).toBe(
      'Fix (ab- 1)',
    );
  });

  test('whatever the template says, nothing acts that is not whole in it or in what was typed', () => {
    const word = fc.constantFrom(
      'fix: ',
      'Closes ',
      '#',
      '12',
      'PROJ-',
      'PROJ-1',
      '@',
      'bob',
      '[skip',
      ' ci]',
      ': ',
      '\n',
      'x ',
      'Cc',
      '!',
      'GH-',
    );
    const words = fc.array(word, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(words, words, words, (before, title, behind) => {
        const message = landMessage(
          { ...FACTS, title, request: title, typedHere: false, askedHere: false },
          `${before}{title}${behind}`,
        );
        const apart = joined([
          { text: before, stays: false },
          { text: title, stays: false },
          { text: behind, stays: false },
        ]);
        expect(neutralised(apart)).toBe(apart);
        // What acts in it acts in the template alone.
        if (neutralised(before) === before && neutralised(behind) === behind && title.trim() !== '')
          expect(neutralised(message)).toBe(message);
      }),
    );
  });
});

test('one that names only what is not there says the title, as there is no commit without a message', () => {
  expect(landMessage({ ...FACTS, phases: [] }, 'By:\n{approvals}')).toBe('Add a login page');
});

test('nothing that nobody sees comes into it', () => {
  const message = landMessage({
    ...FACTS,
    title: 'Add\u202e a\u0007 login',
    request: 'x\u001b[31m\u200b\ny',
    phases: [phase('one', { said: '@\u200bbob \u001b]0;x\u0007 said' })],
  });
  expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(message).toContain('@ bob');
});

describe('what would act only in the message', () => {
  const elsewhere = { ...FACTS, typedHere: false, askedHere: false };

  test('does not once what nobody sees has gone: between a sign and a name, or within a key', () => {
    const hidden = '@\u200ebob closes #\u200e12, fixes PROJ-\u200b1, [skip\u00ad ci]';
    const message = landMessage({ ...elsewhere, title: hidden, request: `x\n\n${hidden}` });
    const broken = '@ bob closes # 12, fixes PROJ- 1, (skip ci)';
    expect(message.split('\n').filter((line) => line === broken)).toHaveLength(2);
  });

  test('does not with the name of its phase, or how a check ended, beside it', () => {
    const message = landMessage({
      ...FACTS,
      phases: [
        phase('fix', { title: 'PROJ-12 login', said: 'PROJ-12 is gone', approval: approval(null) }),
        phase('closes', { approval: { ...approval('closes #3'), by: 'AB-1' } as LandPhase['approval'] }),
      ],
      checks: [check('Change-Id')],
    });
    expect(message).toContain('- fix: PROJ- 12 is gone');
    expect(message).toContain('- fix: PROJ- 12 login');
    expect(message).toContain('- closes: AB- 1, 2026-11-20: closes #3');
    expect(message).toContain('- "Change-Id": passed');
  });

  const piece = fc.oneof(
    fc.constantFrom(
      '@',
      '\u200e',
      '\u00ad',
      '\u001b[1m',
      '#',
      '12',
      'bob',
      'fixes ',
      'PROJ-',
      '\n',
      ': ',
      '[skip',
      ' ci]',
      '/x',
      'Fixes:',
      ' ',
    ),
    hostileText,
  );
  const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

  test('whatever was said elsewhere, the message is its own cleaning, and neutralised again it is the same', () => {
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.constantFrom('fix', 'closes', 'co-authored-by'),
        (title, request, said, id) => {
          const phases = [
            phase(id, { title: said, said, decisions: [said, title], approval: approval(request) }),
          ];
          const message = landMessage({ ...elsewhere, title, request, phases, checks: [check(said)] });
          expect(plainLines(plainText(message))).toBe(message);
          expect(neutralised(message)).toBe(message);
        },
      ),
    );
  });
});
