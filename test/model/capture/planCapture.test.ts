import { expect, test } from 'vitest';
import type { RepoPath } from '../../../src/model/names/ids.ts';
import { planCapture, type CaptureCandidate } from '../../../src/model/capture/planCapture.ts';

const file = (path: string, change: Partial<CaptureCandidate> = {}): CaptureCandidate => ({
  path: path as RepoPath,
  change: 'added',
  kind: 'file',
  bytes: 10,
  tracked: false,
  ...change,
});
const plan = (...candidates: readonly CaptureCandidate[]) =>
  planCapture(candidates, { maxBytes: 10_000_000 });

test('everything is taken, whoever made it', () => {
  expect(plan(file('a'), file('b', { change: 'deleted' }), file('c', { kind: 'link' })).take).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test.each([
  ['[M40] an untracked file over the limit', file('model.bin', { bytes: 20_000_000 }), 'larger than 10 MB'],
  ['a repository of its own', file('lib', { kind: 'nested-repository' }), 'a repository of its own'],
  [
    'a submodule',
    file('lib', { kind: 'submodule', tracked: true, change: 'modified' }),
    'content of a submodule',
  ],
  ['what cannot be read', file('x', { kind: 'unreadable' }), 'cannot be read'],
  ['a pipe', file('x', { kind: 'special' }), 'not a regular file'],
  ['.env', file('app/.env.local'), 'a file of keys or secrets by its name'],
  ['a key file', file('id_ed25519'), 'a file of keys or secrets by its name'],
])('%s is left out and named', (_name, candidate, why) => {
  expect(plan(candidate)).toEqual({ take: [], leave: [{ path: candidate.path, why }] });
});

test('what is tracked already is taken whatever its size or name', () => {
  expect(
    plan(
      file('model.bin', { tracked: true, change: 'modified', bytes: 20_000_000 }),
      file('.env', { tracked: true, change: 'modified' }),
    ).take,
  ).toEqual(['model.bin', '.env']);
});

test('a template of an environment file holds no secrets', () => {
  expect(plan(file('.env.example')).take).toEqual(['.env.example']);
});
