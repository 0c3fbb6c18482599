import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { files } from './imports.ts';

/**
 * Calls of a port that write, by what stands before them where the name alone does not tell: refs, working trees and their
 * private index, worktrees, plain files, what this machine notes of a session, leases; and programs, which may write
 * anything. An object that nothing points at (`writeBlob`, `compose`) is scratch paper: the diff of a fork needs it.
 */
const WRITES: readonly (readonly [of: string, members: readonly string[]])[] = [
  ['', ['moveRef', 'mendRef', 'clearLocks', 'commitAsPerson']],
  [
    '',
    [
      'addWorktree',
      'markWorktree',
      'followWorktree',
      'forgetWorktree',
      'repairWorktree',
      'clearWorktreeLocks',
    ],
  ],
  ['', ['removeWorktree', 'putBackCutOff', 'capture']],
  [
    '',
    [
      'adoptIndex',
      'journal',
      'resetJournal',
      'recordPublished',
      'outputFolder',
      'outputFile',
      'seeGit',
      'clearOwnLocks',
    ],
  ],
  ['repository', ['commit']],
  ['[tT]ree', ['load', 'write', 'release', 'reset']],
  ['files', ['write', 'remove', 'makeFolder', 'moveAside', 'copy', 'sweep']],
  ['(?:state|here|folder|of\\(\\w+\\))', ['create', 'note', 'remove', 'request']],
  ['(?:permissions|trust|notes|box)', ['ask', 'answer', 'claim', 'close', 'add', 'clear', 'remove']],
  ['leases', ['take']],
  ['processes', ['run', 'end']],
];
const writing = WRITES.map(([of, members]) => new RegExp(`${of}\\.(?:${members.join('|')})\\(`));

/** What runs where somebody only looks, each with who brought it in. */
function reached(): ReadonlyMap<string, string> {
  const from = new Map<string, string>();
  const next = [...files.keys()].filter((file) => file.startsWith('src/session/look/'));
  for (const file of next) from.set(file, 'look');
  for (const file of next)
    for (const { to, isType } of files.get(file)?.imports ?? []) {
      if (isType || from.has(to)) continue;
      from.set(to, file);
      next.push(to);
    }
  return from;
}

it('who looks writes nothing, nor does anything that it brings along', () => {
  const found = reached();
  expect(found.size).toBeGreaterThan(100);
  const breaches = [...found].filter(([file]) =>
    writing.some((call) => call.test(files.get(file)?.text ?? '')),
  );
  expect(breaches).toEqual([]);
});

it('everything that counts as writing is a member of a port', () => {
  const ports = globSync('src/session/ports/*.ts').map((file) => readFileSync(file, 'utf8'));
  const unknown = WRITES.flatMap(([, members]) => members).filter(
    (member) => !ports.some((text) => new RegExp(`^  ${member}\\(`, 'm').test(text)),
  );
  expect(unknown).toEqual([]);
});
