import { describe, expect, test } from 'vitest';
import { CairnError } from '../../../src/base/cairnError.ts';
import type { Given, Refusal } from '../../../src/base/refusal.ts';
import { ERROR_CODES, errorSentence } from '../../../src/cli/output/errorSentence.ts';
import { terminalWarning, terminalNotice } from '../../../src/cli/output/terminalNotice.ts';
import type { Notice } from '../../../src/session/notice.ts';
import type { Warning } from '../../../src/session/warning.ts';
import { paragraphOf, sentenceOf } from '../../../src/vscode/window/sentenceOf.ts';
import { windowNotice, windowWarning } from '../../../src/vscode/words/windowNotice.ts';
import { errorDetails } from '../../support/errorDetails.ts';
import { NOTICES } from '../../support/notices.ts';
import { REFUSALS, WARNINGS } from '../../support/refusals.ts';

/** What git is told has options, too, and works wherever there is a terminal. */
const typed = (text: string | null): RegExpExecArray | null =>
  /\bcairn [a-z]|(?:^|\s)--[a-z]/.exec((text ?? '').replaceAll(/`git [^`]*`|\bgit [-a-z].*/g, ''));

const notices = Object.entries(NOTICES).map(([notice, facts]) => ({ notice, ...facts }) as Notice);
const warnings = Object.entries(WARNINGS).map(([warning, facts]) => ({ warning, ...facts }) as Warning);
const refusals = Object.entries(REFUSALS).flatMap(([because, all]) =>
  all.map((facts) => ({ because, ...facts }) as never),
);
const ACTS = ['approve', 'answer', 'fork', 'restore', 'show', 'run-again', 'resume-in-place'] as const;
const GIVEN: readonly Given['given'][] = ['request', 'base', 'with-changes', 'branch', 'key', 'message'];

const gate = (of: 'gate' | 'artifacts'): Refusal => ({ because: 'gate', of, reasons: ['a.md is empty'] });

describe('a window shows no command of the terminal and no option', () => {
  test.each(notices)('in the notice $notice', (notice) => {
    const text = windowNotice(notice);
    expect(text).toMatch(/\S/);
    expect(text).not.toMatch(/undefined|\[object/);
    expect(typed(text)).toBeNull();
    expect(terminalNotice(notice)).not.toMatch(/undefined|\[object/);
  });

  test.each(warnings)('in the warning $warning', (warning) => {
    const text = windowWarning(warning);
    expect(text).not.toMatch(/undefined|\[object/);
    expect(typed(text)).toBeNull();
    expect(terminalWarning(warning)).not.toMatch(/undefined|\[object/);
  });

  test.each(ERROR_CODES)('in the error %s', (code) => {
    const text = paragraphOf(sentenceOf(new CairnError(code, errorDetails(code))));
    expect(text).not.toMatch(/undefined|\[object/);
    expect(typed(text)).toBeNull();
  });

  test.each(refusals)('in the refusal $because', (refusal) => {
    for (const act of ACTS) {
      const text = paragraphOf(
        sentenceOf(new CairnError('usage/not-possible', { act, session: 's', refusal })),
      );
      expect(text).toMatch(/^Cannot \S/);
      expect(typed(text)).toBeNull();
    }
  });

  test.each(GIVEN)('where %s was wrong', (given) => {
    const what = { given, value: 'x', against: 'base' } as const;
    const text = paragraphOf(sentenceOf(new CairnError('usage/invalid', { what, why: 'it is empty' })));
    expect(typed(text)).toBeNull();
  });
});

/** A value as a program prints it, where a person reads. */
const RAW = /[[{]"/;

describe('a person reads no raw values', () => {
  test.each(notices)('in the notice $notice', (notice) => {
    expect(terminalNotice(notice)).not.toMatch(RAW);
    expect(windowNotice(notice)).not.toMatch(RAW);
  });
  test.each(warnings)('in the warning $warning', (warning) => {
    expect(terminalWarning(warning)).not.toMatch(RAW);
    expect(windowWarning(warning)).not.toMatch(RAW);
  });
  test.each(ERROR_CODES)('in the error %s', (code) => {
    const { message, hint } = errorSentence(code, errorDetails(code));
    expect(`${message} ${hint}`).not.toMatch(RAW);
    expect(paragraphOf(sentenceOf(new CairnError(code, errorDetails(code))))).not.toMatch(RAW);
  });

  test('in the name of a file, which is no line of its own', () => {
    const paths = ['a\nPut it back: rm -rf x', 'b\u2028c'];
    const told = terminalNotice({ notice: 'uncommitted-left-behind', files: 2, paths });
    expect(told).toMatch(/^[^\n]*: a Put it back: rm -rf x, b c\.\nWith --with-changes [^\n]*$/);
  });

  test('in what only another version has words for, which is named', () => {
    const notice = { notice: 'dreamt-of', sheep: { kind: 'electric' } } as unknown as Notice;
    expect(terminalNotice(notice)).toBe(
      'Another version of Cairn told of something that this one has no words for (dreamt-of).',
    );
    expect(windowNotice(notice)).toBeNull();
    const code = 'data/dreamt-of' as 'data/corrupt';
    const details = { sheep: { kind: 'electric' } } as never;
    const said =
      'Another version of Cairn ended with an error that this one has no words for (data/dreamt-of).';
    expect(errorSentence(code, details)).toEqual({ message: said, hint: null });
    expect(sentenceOf(new CairnError(code, details)).message).toBe(said);
  });
});

describe('what a command is given is in quotes where a shell would run it', () => {
  const NAMED = new Set([
    'branch',
    'over',
    'renamed',
    'tracking',
    'workflow',
    'worktree',
    'path',
    'key',
    'other',
  ]);
  const hostile = <T>(facts: T): T =>
    JSON.parse(JSON.stringify(facts), (name, value: unknown) =>
      NAMED.has(name) && typeof value === 'string' ? `${value}/a$(id)` : value,
    ) as T;
  const expectQuoted = (text: string | null): void =>
    expect((text ?? '').replaceAll(/'[^']*'/g, '')).not.toMatch(/\b(?:git|cairn) [a-z].*\$\(/);

  test.each(ERROR_CODES)('in the error %s', (code) => {
    const details = hostile(errorDetails(code));
    expectQuoted(errorSentence(code, details).hint);
    expectQuoted(sentenceOf(new CairnError(code, details)).hint);
  });
  test.each(refusals)('in the refusal $because', (refusal) => {
    const details = { act: 'path', session: 's', refusal: hostile(refusal) } as const;
    expectQuoted(errorSentence('usage/not-possible', details).hint);
    expectQuoted(sentenceOf(new CairnError('usage/not-possible', details)).hint);
  });
  test.each(warnings)('in the warning $warning', (warning) => {
    expectQuoted(terminalWarning(hostile(warning)));
    expectQuoted(windowWarning(hostile(warning)));
  });
});

test.each<readonly [act: 'approve' | 'answer', refusal: Refusal, hint: string]>([
  ['approve', { because: 'setup-failed' }, 'Mend it and approve again'],
  ['answer', { because: 'setup-failed' }, 'Mend it and answer again'],
  ['approve', gate('gate'), 'Mend that and approve again, or resume with a new attempt'],
  ['answer', gate('gate'), 'Mend that and answer again, or say what the next attempt should do'],
  ['approve', gate('artifacts'), 'Mend the files and approve again, or reject the phase'],
  ['answer', gate('artifacts'), 'Mend the files and answer again, or say what the next attempt should do'],
])(
  'who is refused an %s is told to say that again, and no act that the phase does not wait for',
  (act, refusal, hint) => {
    const details = { act, session: 's', refusal };
    expect(sentenceOf(new CairnError('usage/not-possible', details)).hint).toBe(hint);
    expect(errorSentence('usage/not-possible', details).hint).toBe(hint);
  },
);

test('where a restore would take the plan back, a refusal in place names none to go on with', () => {
  const hint = (seq: number | null): string | null => {
    const refusal = { because: 'work-here', phase: 'build', seq, tip: 5 } as const;
    return errorSentence('usage/not-possible', { act: 'resume-in-place', session: 's', refusal }).hint;
  };
  expect(hint(3)).toMatch(/cairn restore s 3 && cairn resume s\n.* build come first/);
  expect(hint(null)).toMatch(/^(?!.*restore).*cairn fork s 5\n.* build come first/);
});

test('a rescue is called by its number, as in the tree; a terminal names the command that shows it', () => {
  const rescue = 'refs/cairn/add-login/rescue/3' as never;
  const saved: Notice = { notice: 'saved-kept', files: ['a.txt'], rescue };
  expect(windowNotice(saved)).toBe(
    'Saved while the files were being replaced, and kept aside as rescue 3: a.txt.',
  );
  expect(terminalNotice(saved)).toBe(
    'Saved while the files were being replaced, and kept aside as rescue 3 (see it: cairn rescue diff add-login 3): a.txt.',
  );
  const kept: Notice = { notice: 'work-kept', rescue };
  expect(windowNotice(kept)).toBe('Uncommitted work is kept aside as rescue 3.');
  expect(terminalNotice(kept)).toBe(
    'Uncommitted work is kept aside as rescue 3 (see it: cairn rescue diff add-login 3).',
  );
});

test('a notice of a newer runner is left to the log', () =>
  expect(windowNotice({ notice: 'dreamed' } as never)).toBeNull());
