import { expect, test } from 'vitest';
import { sandboxed, whyNoPlace, type SandboxPlaces } from '../../../src/model/agent/sandbox.ts';

const PLACES: SandboxPlaces = {
  worktree: '/site/work.worktrees/demo+2',
  git: '/site/work/.git',
  state: '/site/work/.git/cairn',
  home: '/home/ann $& {git}',
};

test('a list of words stands behind the sandbox word by word; text stays text of a shell', () => {
  expect(sandboxed(['/usr/bin/box', '--'], ['npm', 'test', 'a b; c', ''], PLACES)).toEqual([
    '/usr/bin/box',
    '--',
    'npm',
    'test',
    'a b; c',
    '',
  ]);
  expect(sandboxed(['/usr/bin/box'], 'npm test && echo "{git}" $HOME', PLACES)).toEqual([
    '/usr/bin/box',
    '/bin/sh',
    '-c',
    'npm test && echo "{git}" $HOME',
  ]);
});

test('places are filled in once, in the arguments of the sandbox alone', () => {
  expect(
    sandboxed(
      ['{home}', '--bind', '{worktree}', '{worktree}', '--ro-bind={git}:{state}', '{home}/.cache', '{}'],
      ['echo', '{worktree}'],
      PLACES,
    ),
  ).toEqual([
    '{home}',
    '--bind',
    PLACES.worktree,
    PLACES.worktree,
    `--ro-bind=${PLACES.git}:${PLACES.state}`,
    '/home/ann $& {git}/.cache',
    '{}',
    'echo',
    '{worktree}',
  ]);
});

test('a place that there is not is told by its name', () => {
  expect(whyNoPlace('{home}/{tmp}')).toBe('has {tmp}; there are {worktree}, {git}, {state}, {home}');
  expect(whyNoPlace('{constructor}')).toContain('{constructor}');
  expect(whyNoPlace('{}')).toContain('{}');
  expect(whyNoPlace('{home}/a')).toBeNull();
  expect(whyNoPlace('--plain')).toBeNull();
});
