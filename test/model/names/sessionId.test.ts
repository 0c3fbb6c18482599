import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import { checkSessionId, defaultSessionId, readSessionName } from '../../../src/model/names/sessionId.ts';
import { titleOf } from '../../../src/model/text/title.ts';
import { hostileText } from '../hostileText.ts';
import { cpuMs } from '../../support/lateness.ts';

const at = '2026-11-20T10:01:22.123Z' as Timestamp;
const why = (text: string): string => {
  const read = checkSessionId(text);
  return read.ok ? 'ok' : read.error;
};

describe('checkSessionId', () => {
  it.each(['abc', '20261120-add-login-7f3k', '0--', 'a'.repeat(63), 'console', 'com10'])('takes %s', (id) => {
    expect(why(id)).toBe('ok');
  });

  it.each([
    ['', 'it is empty'],
    ['ab', 'it has 2 characters, not 3 to 63'],
    ['a'.repeat(64), 'it has 64 characters, not 3 to 63'],
    ['Add-login', 'only a-z, 0-9 and "-" may be in it, not "A"'],
    ['-abc', 'it starts with "-"'],
    ['a/b', 'only a-z, 0-9 and "-" may be in it, not "/"'],
    ['..x', 'only a-z, 0-9 and "-" may be in it, not "."'],
    ['abc\n', 'only a-z, 0-9 and "-" may be in it, not "\\n"'],
    ['con', 'Windows reserves this name'],
    ['lpt9', 'Windows reserves this name'],
  ])('refuses %j', (id, reason) => {
    expect(why(id)).toBe(reason);
  });

  it('agrees with the pattern of the format on every text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.stringMatching(/^[a-z0-9-]{1,66}$/), hostileText), (text) => {
        const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/.test(text);
        expect(checkSessionId(text).ok).toBe(
          /^[a-z0-9][a-z0-9-]{2,62}$/.test(text) && !text.includes('\n') && !reserved,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('readSessionName', () => {
  it('[A7] takes a session by its id and by its branch, with any prefix', () => {
    for (const text of ['abc', 'cairn/abc', 'refs/heads/cairn/abc'])
      expect(readSessionName(text)).toEqual({ ok: true, value: 'abc' });
    for (const text of ['abc', 'work/agents/abc', 'cairn/abc'])
      expect(readSessionName(text, 'work/agents/')).toEqual({ ok: true, value: 'abc' });
    expect(readSessionName('other/abc').ok).toBe(false);
    expect(readSessionName('cairn/').ok).toBe(false);
  });
});

describe('defaultSessionId', () => {
  it.each([
    ['Add login', '20261120-add-login-7f3k'],
    ['# Fix "don\'t crash" in C++ & Go!\nmore', '20261120-fix-dont-crash-in-c-plus-plus-7f3k'],
    ['Größe & Façade über Łódź prüfen', '20261120-grosse-and-facade-uber-lodz-7f3k'],
    ['ログイン画面を追加', '20261120-session-7f3k'],
    ['🚀🔥', '20261120-session-7f3k'],
    ['🚀 Ship it 日本', '20261120-ship-it-7f3k'],
    ['', '20261120-untitled-request-7f3k'],
    ['\n\n  \nSecond line counts', '20261120-second-line-counts-7f3k'],
    ['a'.repeat(80), `20261120-${'a'.repeat(30)}-7f3k`],
    ['Refactor the authentication middleware completely', '20261120-refactor-the-authentication-7f3k'],
    ['../../etc/passwd', '20261120-etc-passwd-7f3k'],
  ])('of %j is %s', (request, id) => {
    expect(defaultSessionId(request, at, '7f3k')).toBe(id);
  });

  it('is always a session id, with a slug of at most 30', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'grapheme' })), (request) => {
        const id: SessionId = defaultSessionId(request, at, '7f3k');
        expect(checkSessionId(id)).toEqual({ ok: true, value: id });
        expect(id).toMatch(/^20261120-[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?-7f3k$/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('titleOf', () => {
  it.each([
    ['Add login', 'Add login'],
    ['Add login\nwith OAuth', 'Add login'],
    ['\r\n\r\n  Add\tlogin \r\nx', 'Add login'],
    ['Add \u0007\u001b[31mlogin\u202e', 'Add [31mlogin'],
    ['', 'Untitled request'],
    ['\u200e\ufeff\n \n', 'Untitled request'],
    ['x'.repeat(100), 'x'.repeat(72)],
    [`${'x'.repeat(71)}👩‍👩‍👧`, 'x'.repeat(71)],
    ['two  spaces stay', 'two  spaces stay'],
  ])('of %j is %j', (request, title) => {
    expect(titleOf(request)).toBe(title);
  });

  it('is one line of 1 to 72 characters that UTF-8 can hold, and its own title', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'grapheme', maxLength: 200 })), (request) => {
        const title = titleOf(request);
        expect(
          title.length >= 1 && title.length <= 72 && title.isWellFormed() && title.trim() === title,
        ).toBe(true);
        expect(title).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
        expect(titleOf(title)).toBe(title);
      }),
      { numRuns: 1000 },
    );
  });

  it('is found quickly in a request of megabytes', () => {
    // Looking at the whole of it for each of its characters would be hours.
    const ms = cpuMs(() => {
      titleOf('x'.repeat(5_000_000));
      titleOf('\n'.repeat(2_000_000));
    });
    expect(ms).toBeLessThan(3000);
  });
});
