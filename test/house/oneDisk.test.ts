import { expect, it } from 'vitest';
import { files } from './imports.ts';

const FOLDERS = /^src\/(?:git|files|host|runner)\//;

it('git, files, host and runner hand to a thread only what takes long', () => {
  const named = [...files].flatMap(([file, { text }]) => {
    const [, names] = /import \{([^}]*)\} from 'node:fs\/promises'/.exec(text) ?? [];
    return names === undefined || !FOLDERS.test(file) ? [] : [`${file}: ${names.trim()}`];
  });
  expect(named.toSorted()).toEqual([
    'src/files/tailFile.ts: open', // the last 64 KB of what a program printed
    'src/git/workingTree/indexTime.ts: copyFile', // an index of megabytes
    'src/runner/follow.ts: open', // a file that grows
    'src/runner/launch.ts: open', // for a process to write to
  ]);
});
