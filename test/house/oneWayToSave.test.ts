import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('src/**/*.ts')
  .map((file) => file.replaceAll('\\', '/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const naming = (what: RegExp): readonly string[] =>
  sources.flatMap(({ file, text }) => (what.test(text) ? [file] : [])).toSorted();
const textOf = (file: string): string => sources.find((source) => source.file === file)?.text ?? '';

/** They make the first checkpoint of a branch, which no other can stand below. */
const BEGINNINGS = ['src/session/fork/publishFork.ts', 'src/session/open/openSession.ts'];
const PUBLISH = 'src/session/checkpoint/publishCheckpoint.ts';

it('[L39] every checkpoint but the first of a branch is made by publishCheckpoint', () => {
  const makers = naming(/\brenderCheckpoint\(/).filter((file) => file !== 'src/model/checkpointMessage.ts');
  expect(makers).toEqual([PUBLISH, ...BEGINNINGS]);
  for (const file of BEGINNINGS)
    expect([...textOf(file).matchAll(/moveRef\(\w+, \{ from: (\w+)/g)].map(([, from]) => from)).toEqual([
      'null',
    ]);
  // Who else makes commits points refs of its own at them, or a branch of the person's.
  const others = naming(/\brepository\.commit\(/).filter((file) => !makers.includes(file));
  expect(others).toEqual(['src/session/effects/effectStore.ts', 'src/session/workingTree/setAside.ts']);
  for (const file of others) expect(textOf(file)).toMatch(/moveRef\((ref|rescueRef\()/);
});

it('[L39] files of the session’s folder are written where checkpoints are made, and where a session is opened', () => {
  const named =
    /\b(statusPath|requestPath|workflowPath|openingPacketPath|effectsPath|packetPath|recordPath|sessionFolder)\(/;
  const writes = /\bfiles\.write\(|\bwriteFile\w*\(|\batomicWrite\(/;
  const writers = sources.filter(({ text }) => named.test(text) && writes.test(text)).map(({ file }) => file);
  expect(writers.toSorted()).toEqual([
    'src/session/checkpoint/layPacket.ts',
    'src/session/checkpoint/renderFiles.ts',
    'src/session/checkpoint/statusFile.ts',
    'src/session/open/openSession.ts',
  ]);
});

it('[L19] files of the engine are replaced by atomicWrite alone', () => {
  const writers = naming(/\b(writeFile|rename|copyFile|createWriteStream)\(/).filter((file) =>
    file.startsWith('src/files/'),
  );
  expect(writers).toEqual([
    // Only adds to what is there.
    'src/files/appendLog.ts',
    'src/files/atomicWrite.ts',
    // These two write what was not there.
    'src/files/createSample.ts',
    'src/files/onceFile.ts',
    // Moves what git made to another name.
    'src/files/privateIndexes.ts',
  ]);
  // The session layer has no other way to the disk than its port.
  expect(naming(/from 'node:(fs|child_process)/).filter((file) => file.startsWith('src/session/'))).toEqual(
    [],
  );
});
