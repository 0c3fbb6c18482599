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
const COMPOSE = 'src/session/checkpoint/composeCheckpoint.ts';
const HOLD = 'src/session/checkpoint/holdWork.ts';
/** It keeps work whose attempt has ended below a ref of its own, until a checkpoint has it. */
const QUEUE = 'src/session/checkpoint/queueWork.ts';
const PUBLISH = 'src/session/checkpoint/publishCheckpoint.ts';

it('[L39] every checkpoint but the first of a branch is made by publishCheckpoint', () => {
  const makers = naming(/\brenderCheckpoint\(/).filter(
    (file) => file !== 'src/model/checkpoint/checkpointMessage.ts',
  );
  expect(makers).toEqual([COMPOSE, ...BEGINNINGS]);
  expect(naming(/\bcomposeCheckpoint\(/)).toEqual([COMPOSE, PUBLISH]);
  // Last of all before it moves the ref it looks once more at what the tree was taken from.
  expect(textOf(PUBLISH)).toMatch(/await lookOnceMore\([^]*?await moveOwnRef\(/);
  for (const file of BEGINNINGS)
    expect(
      [...textOf(file).matchAll(/moveOwnRef\(world, \w+, \{ from: (\w+)/g)].map(([, from]) => from),
    ).toEqual(['null']);
  // Who else makes commits points refs of its own at them, or a branch of the person's.
  const others = naming(/\brepository\.commit\(/).filter((file) => !makers.includes(file));
  expect(others).toEqual([
    HOLD,
    QUEUE,
    'src/session/effects/changeEffects.ts',
    'src/session/workingTree/setAside.ts',
  ]);
  // Held work is the second parent of the checkpoint that holds it.
  expect(naming(/\bholdWork\(/)).toEqual([HOLD, PUBLISH]);
  for (const file of others.slice(1))
    expect(textOf(file)).toMatch(/move(Own)?Ref\((world, )?(ref|rescueRef\()/);
});

it('who holds the lease moves refs through the one that unlocks what the dead have locked', () => {
  expect(naming(/\brepository\.moveRef\(/)).toEqual([
    // The branch that a session is landed on is the person's: its lock is named, and left.
    'src/session/decide/landOnBranch.ts',
    // Without the lease, which an agent's `cairn effect` cannot have, and a rescue's end does not need.
    'src/session/effects/changeEffects.ts',
    'src/session/moveOwnRef.ts',
    'src/session/rescue/rescueApply.ts',
  ]);
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

const GONE_WITH_ITS_OWNER = 'whoever wrote it is gone after a power cut, and nobody else goes by it';
const CACHE_OF_GIT = 'of a cache: one that does not fit its signature is made anew from the tree';
const FIRST_ONLY =
  'a person’s from then on: what is wrong in it is told with its line, and what is there stays';
const PROBE = 'a file that nobody reads, in a folder of its own that goes at once';
const SCRATCH = 'in a scratch folder that goes with its process';

/** Who else puts bytes or names on the disk, and why a torn one harms nobody. */
const OTHER_WAYS: Readonly<Record<string, string>> = {
  'src/agents/languageModel/tools/editTools.ts': 'the work of an agent, in the tree that it was given',
  'src/agents/languageModel/turnLog.ts': 'only adds, flushed: a torn last line is dropped when it is read',
  'src/agents/manualAgent.ts': 'the output of an attempt, for people to look at',
  'src/files/appendLog.ts':
    'only adds, flushed where it matters: a torn last line is cut off by the next one',
  'src/files/createWorkflow.ts': FIRST_ONLY,
  'src/files/moveAside.ts':
    'moves what somebody put in the way to a free name beside it: there or here, whole',
  'src/files/onceFile.ts': `beside and then linked, so that one of all who try succeeds; a lease or a permission: ${GONE_WITH_ITS_OWNER}`,
  'src/files/privateIndexes.ts': `moves what git made to another name, ${CACHE_OF_GIT}`,
  'src/files/sessionState.ts':
    'what an attempt is told: nobody reads it before the attempt has begun, and one that died before is begun anew',
  'src/files/tryWatching.ts': PROBE,
  'src/git/commitAsPerson.ts': SCRATCH,
  'src/git/damagedObjects.ts':
    'moves broken objects out of git’s way: half of them moved, the next repair goes on',
  'src/git/linkedFolders.ts':
    'writes only where nothing is: a torn tie leads nowhere, and the next repair moves it aside and writes it anew',
  'src/git/looseObjects.ts':
    'made beside and then renamed, as git does; flushed before a ref moves, and a torn one is moved out of git’s way',
  'src/git/mendRef.ts':
    'flushes, renames and flushes the folder itself, as git’s own lock is the file beside',
  'src/git/merge/scratch.ts': SCRATCH,
  'src/git/moveAside.ts':
    'moves what stands in our place to a name that is free: it is whole in either place',
  'src/git/workingTree/asideFolder.ts':
    'moves files of the person’s aside: each is whole under one name or the other, and the note that says which is flushed before',
  'src/git/workingTree/inDoubt.ts': 'an empty file, for the time that the disk gives it',
  'src/git/workingTree/indexLock.ts':
    'a lock, of which git asks only whether it is there: one without our mark is waited for like that of a git',
  'src/git/workingTree/indexMarker.ts':
    'written over: a torn one does not end in the signature of the index that it is of, and is void',
  'src/git/workingTree/indexTime.ts': CACHE_OF_GIT,
  'src/git/workingTree/putInPlace.ts': 'gives a file that is whole another name, where nothing has it',
  'src/git/workingTree/stageFiles.ts':
    'made beside and then put in its place: what a crash leaves there is made anew',
  'src/git/worktrees.ts': 'moves a tree away that is removed: what stays is removed by the next removal',
  'src/host/disk.ts': 'only passes on what its callers write, each of which is named here',
  'src/host/keptCode.ts':
    'beside and then renamed: each part has a checksum, and one that is torn is compiled anew',
  'src/host/machineId.ts': 'flushed beside and then linked, so that one of all who try succeeds',
  'src/host/tryPlace.ts': PROBE,
  'src/process/boundedOutput.ts': 'only adds: the output of an attempt, for people to look at',
  'src/runner/run.ts': 'an empty flag: that it is there says all',
  'src/runner/runsHere.ts': 'only adds: a log for people to look at',
  'src/runner/writeEvents.ts': `only adds: news of a run for who follows it; ${GONE_WITH_ITS_OWNER}`,
};

it('[L19] files of the engine are saved by atomicWrite alone; of who else writes it is said why a torn one harms nobody', () => {
  const writing =
    /\b(writeFile|appendFile|rename|copyFile|cp|link|symlink|createWriteStream)(Sync)?\(|\bopen(Sync)?\([^)]*'(w|a|r\+)/;
  const writers = naming(writing).filter((file) => file !== 'src/host/atomicWrite.ts');
  expect(writers).toEqual(Object.keys(OTHER_WAYS));
  // The session layer has no other way to the disk than its port.
  expect(naming(/from 'node:(fs|child_process)/).filter((file) => file.startsWith('src/session/'))).toEqual(
    [],
  );
});
