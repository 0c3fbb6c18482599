import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import { defaultSessionId } from '../../../src/model/names/sessionId.ts';
import { beginningWith, calledBy, shortNames, type Named } from '../../../src/model/names/sessionNames.ts';
import { namesFor, shortName, slugOfId, surestName } from '../../../src/model/names/shortName.ts';

const here = (id: string): Named => ({ session: id as SessionId, remote: false });
const fetched = (id: string): Named => ({ session: id as SessionId, remote: true });
const called = (...known: readonly Named[]): readonly string[] => [...shortNames(known).values()];

describe('the name of a session', () => {
  it.each([
    ['20261122-add-a-discount-code-to-the-itod', 'discount-code'],
    ['20261120-add-login-7f3k', 'login'],
    ['20261120-fix-the-crash-on-empty-input-a1b2', 'crash-on-empty-input'],
    ['20261120-please-make-it-so-a1b2', 'please-make-it-so'],
    ['20261120-remove-login-a1b2', 'remove-login'],
    ['20261120-login-a1b2', 'login'],
    ['20261120-session-a1b2', 'session'],
    // Not what a number or a word of a command would be.
    ['20261120-3-a1b2', '3-a1b2'],
    ['20261120-add-an-x-a1b2', 'add-an-x'],
    ['20261120-list-a1b2', 'list-a1b2'],
    ['20261120-it-a1b2', 'it-a1b2'],
    // Chosen by a person.
    ['login-two', 'login-two'],
    ['2026-plan', '2026-plan'],
  ])('of %s is %s', (id, name) => expect(shortName(id as SessionId)).toBe(name));

  it('that is told without a look at others ends in what no other has', () => {
    expect(surestName('20261120-add-login-7f3k' as SessionId)).toBe('login-7f3k');
    expect(surestName('20261120-list-a1b2' as SessionId)).toBe('list-a1b2');
    expect(surestName('login-two' as SessionId)).toBe('login-two');
  });

  it('never loses the id, nor the words of the request where a branch is named after it', () => {
    expect(namesFor('20261120-add-login-7f3k' as SessionId)).toEqual([
      'login',
      'login-7f3k',
      '20261120-add-login-7f3k',
    ]);
    expect(slugOfId('20261120-add-login-7f3k')).toBe('add-login');
    expect(slugOfId('login-two')).toBe('login-two');
  });

  it('is longer where two would have the same, and the id where that is somebody’s, too', () => {
    const [one, two] = ['20261120-add-login-7f3k', '20261121-fix-login-x2y1'];
    expect(called(here(one), here(two))).toEqual(['login-7f3k', 'login-x2y1']);
    expect(called(here(one), here('login'))).toEqual(['login-7f3k', 'login']);
    expect(called(here(one), here('login'), here('login-7f3k'))).toEqual([one, 'login', 'login-7f3k']);
  });

  it('of one that is here is no other for what was fetched, but for an id that was', () => {
    const [mine, theirs] = ['20261120-add-login-7f3k', '20261121-add-login-zzzz'];
    expect(called(here(mine), fetched(theirs))).toEqual(['login', 'login-zzzz']);
    expect(called(here(mine), fetched('login'))).toEqual(['login-7f3k', 'login']);
    expect(calledBy('login', [here(mine), fetched(theirs)])).toEqual([mine]);
    expect(beginningWith('log', [fetched(theirs), here(mine)])).toEqual([mine]);
    expect(calledBy('login', [fetched(theirs)])).toEqual([theirs]);
  });
});

describe('the beginning of a name', () => {
  const known = ['20261120-add-login-7f3k', '20261120-speed-up-k2x1', 'login-two'].map(here);
  it.each([
    ['spe', ['20261120-speed-up-k2x1']],
    ['login-7', ['20261120-add-login-7f3k']],
    ['20261120-s', ['20261120-speed-up-k2x1']],
    ['20261120', ['20261120-add-login-7f3k', '20261120-speed-up-k2x1']],
    ['log', ['20261120-add-login-7f3k', 'login-two']],
    ['lo', []],
    // The number of a checkpoint.
    ['202', []],
    ['2026112', []],
    ['add', []],
  ])('%j is that of %j', (word, sessions) => expect(beginningWith(word, known)).toEqual(sessions));
});

const word = fc.constantFrom('add', 'a', 'the', 'login', 'page', 'list', 'x', '3', 'fix', 'to');
const made = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 5 }), fc.stringMatching(/^[ab1]{4}$/))
  .map(([words, suffix]) =>
    defaultSessionId(words.join(' '), '2026-11-20T10:00:00.000Z' as Timestamp, suffix),
  );
const id = fc.oneof(
  { weight: 4, arbitrary: made },
  fc.constantFrom('login', 'login-page', 'login-a1b1').map((text) => text as SessionId),
);
const sessions = fc.uniqueArray(fc.record({ session: id, remote: fc.boolean() }), {
  selector: ({ session }) => session,
  maxLength: 8,
});

/** As a word is read: the id of a session here means that one. */
const find = (name: string, known: readonly Named[]): readonly string[] =>
  known.some(({ session, remote }) => session === name && !remote) ? [name] : calledBy(name, known);

it('what is shown finds its session alone, and whatever comes later, that one or several', () => {
  fc.assert(
    fc.property(sessions, sessions, (known, more) => {
      const names = shortNames(known);
      const later = [...known, ...more.filter(({ session }) => !names.has(session))];
      expect(new Set(names.values()).size).toBe(names.size);
      for (const { session, remote } of known) {
        const name = names.get(session) ?? '';
        // One that was fetched may have as its id what a session here is called.
        if (name !== session) expect(find(name, known)).toEqual([session]);
        const [taker, ...others] = find(name, later);
        if (taker === session || others.length > 0) continue;
        // Only one that is here takes a name: that of what was fetched, or as the very id that a person gives it.
        expect(later.find((one) => one.session === taker)?.remote).toBe(false);
        expect(remote || taker === name).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
