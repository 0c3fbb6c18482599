import { expect, it } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { sessionsMeant, type MayBeMeant, type Purpose } from '../../../src/model/names/sessionMeant.ts';

/** `paused a`, `waiting b plan`, `done c fetched`: a state, a name, and what else is so. Older ones come last. */
function known(...said: readonly string[]): readonly MayBeMeant[] {
  return said.map((text, at) => {
    const [state = '', session = '', ...facts] = text.split(' ');
    const phases = facts.filter((fact) => fact === 'plan' || fact === 'verify');
    return {
      session: session as SessionId,
      state,
      next: phases,
      waiting: state === 'blocked' ? [] : phases,
      driven: facts.includes('driven'),
      remote: facts.includes('fetched'),
      landed: facts.includes('landed'),
      spokenTo: facts.includes('spoken'),
      updated: `2026-11-${20 - at}`,
    };
  });
}

/** `meant` ends in `!` where it has to be named although it is the only one. */
it.each<readonly [purpose: Purpose, of: readonly string[], are: string, meant: string]>([
  // To approve or reject: the one that waits, whatever else is there.
  ['decide', ['paused a', 'waiting b plan', 'done c'], 'waiting', 'b'],
  ['decide', ['running a plan', 'paused b'], 'waiting', 'a'],
  ['decide', ['waiting a plan', 'waiting b verify'], 'waiting', 'a b'],
  ['decide', ['paused a', 'blocked b'], 'blocked', 'b'],
  ['decide', ['waiting a plan', 'waiting b plan fetched'], 'waiting', 'a'],
  ['decide', ['done a', 'waiting b plan fetched'], 'known', 'a'],
  // Not what was fetched in the place of what is here, for which it is too early.
  ['decide', ['paused a', 'waiting b plan fetched'], 'unfinished', 'a'],
  ['answer', ['paused a', 'waiting b plan fetched'], 'unfinished', 'a'],
  ['decide', ['done a', 'done b'], 'known', 'a'],
  // To answer: also one at work whose agent asks.
  ['answer', ['waiting a plan', 'waiting b driven'], 'waiting', 'a b'],
  ['answer', ['waiting a plan', 'running b driven'], 'waiting', 'a'],
  ['answer', ['paused a', 'waiting b driven'], 'waiting', 'b'],
  ['decide', ['waiting a plan', 'waiting b driven'], 'waiting', 'a'],
  ['decide', ['waiting a plan driven', 'paused b'], 'waiting', 'a'],
  // To resume: what nobody drives, else the one that was over last, which says so.
  ['resume', ['running a driven', 'paused b', 'done c'], 'unfinished', 'b'],
  ['resume', ['waiting a plan', 'paused b'], 'unfinished', 'a b'],
  ['resume', ['running a driven', 'done b'], 'unfinished', 'a'],
  ['resume', ['done a', 'done b'], 'known', 'a'],
  ['resume', ['done a', 'paused b fetched'], 'known', 'a'],
  // Behind a word the one that it was said to, whatever became of it.
  ['resume', ['paused b', 'done a spoken'], 'known', 'a'],
  ['resume', ['paused b', 'waiting a plan spoken'], 'known', 'a'],
  ['resume', ['paused b', 'running a spoken driven'], 'known', 'a'],
  ['look', ['paused b', 'done a spoken'], 'unfinished', 'b'],
  // To land: what is done and was not landed, whatever works beside it; what was landed is not landed again unless it is named.
  ['land', ['paused fork', 'done a'], 'done', 'a'],
  ['land', ['done a', 'done b'], 'done', 'a b'],
  ['land', ['done a', 'done b', 'done c landed'], 'done', 'a b'],
  ['land', ['done a', 'done b landed'], 'done', 'a'],
  ['land', ['done a landed'], 'landed', 'a'],
  ['land', ['done a landed', 'paused b'], 'landed', 'a'],
  ['land', ['done a landed', 'done b landed'], 'landed', 'a b'],
  ['land', ['paused a', 'cancelled b'], 'unfinished', 'a'],
  ['land', ['paused a', 'done b fetched'], 'unfinished', 'a'],
  ['land', ['done a landed', 'done b fetched'], 'landed', 'a'],
  ['land', ['cancelled a', 'done b fetched'], 'known', 'a'],
  ['land', ['done a', 'done b fetched'], 'done', 'a'],
  ['land-unfinished', ['paused fork', 'done a'], 'unfinished', 'fork'],
  ['land-unfinished', ['done a', 'cancelled b'], 'done', 'a'],
  ['land-unfinished', ['done a landed', 'cancelled b'], 'landed', 'a'],
  ['land-unfinished', ['cancelled a', 'cancelled b'], 'over', 'a b'],
  ['stop', ['paused a', 'running b driven'], 'running', 'b'],
  ['stop', ['paused a', 'done b'], 'unfinished', 'a'],
  // To steer: the one at work, else one that is not done; what is over takes no note, and says so.
  ['steer', ['paused a', 'running b driven'], 'running', 'b'],
  ['steer', ['paused a', 'waiting b'], 'unfinished', 'a b'],
  ['steer', ['done a', 'done b'], 'known', 'a'],
  // To change it: one that is not done; one that is over only where there is no other.
  ['change', ['done a', 'paused b'], 'unfinished', 'b'],
  ['change', ['paused a', 'blocked b'], 'unfinished', 'a b'],
  ['change', ['done a'], 'over', 'a'],
  ['change', ['done a', 'cancelled b'], 'over', 'a b'],
  ['change', ['done a', 'paused b fetched'], 'over', 'a'],
  ['name', ['done a', 'paused b'], 'unfinished', 'b'],
  ['name', ['done a', 'done b'], 'over', 'a b'],
  // To look: the one that is not done, else the last one that was; what was fetched is never in its place.
  ['look', ['done a', 'paused b'], 'unfinished', 'b'],
  ['look', ['paused a', 'blocked b'], 'unfinished', 'a b'],
  ['look', ['done b', 'done a', 'cancelled c'], 'known', 'b'],
  ['look', ['paused a fetched', 'done b'], 'known', 'b'],
  // Nor is one that was fetched in the place of another: who pushes decides of nothing.
  ['look', ['done a fetched'], 'fetched', 'a'],
  ['look', ['done a fetched', 'paused b fetched'], 'fetched', 'a b'],
  // To trust: what is here, if it is not done; else what came from elsewhere, which has to be named.
  ['trust', ['paused a', 'paused b fetched'], 'unfinished', 'a'],
  ['trust', ['paused a', 'paused b'], 'unfinished', 'a b'],
  ['trust', ['done a', 'paused b fetched'], 'fetched', 'b!'],
  ['trust', ['done a', 'done b fetched'], 'known', 'a'],
  // What is recorded under an id is not recorded under one that is over, unless that is named.
  ['id', ['done a', 'paused b'], 'unfinished', 'b'],
  ['id', ['done a'], 'over', 'a!'],
  ['id', ['done a', 'done b'], 'over', 'a b!'],
  ['look', [], 'known', ''],
  ['change', [], 'known', ''],
])('to %s of %j means those that are %s: %j', (purpose, of, are, meant) => {
  expect(sessionsMeant(known(...of), purpose)).toEqual({
    are,
    among: meant
      .replace('!', '')
      .split(' ')
      .filter((name) => name !== ''),
    ...(meant.endsWith('!') ? { toName: true } : {}),
  });
});

it.each<Purpose>([
  'decide',
  'answer',
  'resume',
  'land',
  'land-unfinished',
  'stop',
  'steer',
  'change',
  'trust',
  'id',
  'name',
])('to %s what was only fetched has to be named, also where nothing else is there', (purpose) => {
  for (const state of ['paused', 'waiting', 'running', 'done', 'cancelled'])
    expect(sessionsMeant(known(`${state} a plan fetched`), purpose)).toEqual({
      are: 'fetched',
      among: ['a'],
      toName: true,
    });
});

it.each<readonly [purpose: Purpose, phase: string, of: readonly string[], meant: string]>([
  ['decide', 'verify', ['waiting a plan', 'waiting b verify'], 'b'],
  ['decide', 'plan', ['waiting a plan', 'waiting b verify'], 'a'],
  ['decide', 'plan', ['waiting a verify', 'blocked b plan'], 'b'],
  ['answer', 'plan', ['waiting a plan', 'waiting b driven'], 'a'],
  ['decide', 'verify', ['waiting a plan', 'waiting b verify fetched'], 'a'],
  ['decide', 'other', ['waiting a plan', 'waiting b verify'], 'a b'],
  ['look', 'plan', ['done a plan', 'paused b'], 'b'],
])('to %s %s of %j means %j', (purpose, phase, of, meant) => {
  expect(sessionsMeant(known(...of), purpose, phase).among.join(' ')).toBe(meant);
});
