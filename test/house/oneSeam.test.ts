import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('src/session/**/*.ts')
  .map((file) => file.replaceAll('\\', '/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const naming = (what: RegExp): readonly string[] =>
  sources.flatMap(({ file, text }) => (what.test(text) ? [file] : [])).toSorted();

/** Who starts programs, finds agents or copies a person's files, and whose world that is. */
const STARTS: Readonly<Record<string, string>> = {
  'src/session/effects/carryOut.ts': 'a command that somebody types, never one of a workflow',
  'src/session/look/agentsAhead.ts': 'finds who would do it, starts nothing',
  'src/session/look/findAgents.ts': 'finds what is installed, of no session',
  'src/session/open/whoWorks.ts': 'of a workflow that the person opens a session with',
  'src/session/run/attempt/runAttempt.ts': 'a drive',
  'src/session/run/close/startCheck.ts': 'a drive',
  'src/session/run/runSetup.ts': 'a drive',
  'src/session/trust/onlyTrusted.ts': 'the seam itself',
};

it('what a session has a machine do is done by the world of its drive alone, which looks first whether it is trusted', () => {
  expect(
    naming(/\bprocesses\.run\(|\bagents\.resolve\(|\bfiles\.copy\(|\bprocesses[,\s}].*= drive\.world/),
  ).toEqual(Object.keys(STARTS));
  for (const [file, whose] of Object.entries(STARTS)) {
    if (whose !== 'a drive') continue;
    const { text = '' } = sources.find((source) => source.file === file) ?? {};
    expect(text).toMatch(/\{[^}]*\bworld\b[^}]*\} = drive;|\} = drive\.world;/);
    // No world is handed to them beside the drive.
    expect(text).not.toMatch(/\bworld: World\b/);
  }
  expect(naming(/\bonlyTrusted\(/)).toEqual([
    'src/session/drive/withDrive.ts',
    'src/session/trust/onlyTrusted.ts',
  ]);
  // A drive is made in one place.
  expect(naming(/\bconst drive: Drive = \{/)).toEqual(['src/session/drive/openTree.ts']);
});
