import { expect, test } from 'vitest';
import { wavesOf } from '../../../src/model/graph/wavesOf.ts';

const waves = (graph: Readonly<Record<string, string>>): string =>
  wavesOf(Object.entries(graph).map(([id, needs]) => ({ id, needs: needs.split(' ').filter(Boolean) })))
    .map((wave) => wave.map(({ id }) => id).join(' '))
    .join(' | ');

test.each<[name: string, graph: Readonly<Record<string, string>>, told: string]>([
  ['no phase, no wave', {}, ''],
  ['a chain has a wave for each phase', { a: '', b: 'a', c: 'b' }, 'a | b | c'],
  ['fan-out and join', { a: '', b: 'a', c: 'a', d: 'b c' }, 'a | b c | d'],
  ['a phase comes as early as its needs allow', { a: '', b: 'a', late: '', c: 'b late' }, 'a late | b | c'],
  ['the order of the file does not matter', { c: 'b', b: 'a', a: '' }, 'a | b | c'],
  ['a way round is waited for', { a: '', b: 'a', c: 'a b' }, 'a | b | c'],
  ['what is not there holds nobody up', { a: 'gone', b: 'a' }, 'a | b'],
  ['a circle is shown in one', { a: '', b: 'c', c: 'b' }, 'a | b c'],
])('%s', (_name, graph, told) => {
  expect(waves(graph)).toBe(told);
});
