import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Texts of the format: files and prompts that name a command of the terminal on purpose, for whoever reads them there. */
const WRITTEN = new Set([
  'src/model/ledger/ownItems.ts',
  'src/model/packet/shownItem.ts',
  'src/model/prompt/buildPrompt.ts',
  'src/model/workflow/shipped/feature.ts',
  'src/model/workflow/shipped/refactor.ts',
  'src/model/workflow/shipped/review.ts',
  'src/model/workflow/shipped/writeParts.ts',
]);
/** Files that say how programs are started, or how a line that starts one is read. */
const PROGRAMS = new Set([
  'src/model/agent/knownAgents.ts',
  ...['git', 'own', 'readers', 'starters'].map((name) => `src/model/agent/shell/${name}.ts`),
  ...['cargo', 'cmake', 'composer', 'jvm', 'nodeManagers', 'python'].map(
    (name) => `src/model/project/ecosystems/${name}.ts`,
  ),
]);

/**
 * Who may hold text all the same, and why: it is data of the format, or says where a file is wrong as a compiler does. A path
 * that ends in a slash is a room. Whatever else is said to a person is a value with facts; `src/sentences/` and the edges have the words.
 */
const TEXT: Readonly<Record<string, readonly string[]>> = {
  'becomes the message of a commit, the reason of a rescue or a line of a reflog': [
    'src/model/checkpoint/heldMessage.ts',
    'src/model/land/',
    'src/model/text/changedWords.ts',
    'src/session/checkpoint/keepUnpublished.ts',
    'src/session/checkpoint/rescueEdits.ts',
    'src/session/decide/completeByWord.ts',
    'src/session/decide/deleteSession.ts',
    'src/session/decide/lateWord.ts',
    'src/session/drive/bringToTip.ts',
    'src/session/checkpoint/layWork.ts',
    'src/session/drive/mendBranch.ts',
    'src/session/drive/withDrive.ts',
    'src/session/record/recordErrors.ts',
    'src/session/fork/publishFork.ts',
    'src/session/open/openSession.ts',
    'src/session/restore/publishRestore.ts',
    'src/session/resume/leftovers.ts',
    'src/session/resume/takeOverWorkflow.ts',
    'src/session/checkpoint/queueWork.ts',
    'src/session/decide/approvePassed.ts',
    'src/session/decide/closeWaiting.ts',
    'src/session/run/slots/crew.ts',
    'src/session/run/slots/takeSlot.ts',
    'src/session/run/baseline/askAboutBroken.ts',
    'src/session/run/baseline/putBack.ts',
    'src/session/run/close/closePhase.ts',
    'src/session/run/close/closeSession.ts',
    'src/session/run/close/publishEdit.ts',
    'src/session/run/close/publishRound.ts',
    'src/session/run/next/askOfLimit.ts',
    'src/session/run/next/publishSkipped.ts',
    'src/session/workingTree/head.ts',
    'src/session/workingTree/keepSaved.ts',
    'src/session/workingTree/setAside.ts',
    'src/model/plan/planRestoring.ts',
  ],
  'becomes a reason of a gate, a question, a packet or an item of the ledger in phase.json, STATUS.md, PACKET.md, LEDGER.md':
    [
      'src/session/look/askedNow.ts',
      'src/session/resume/firstStep.ts',
      'src/session/run/askWhereToGoOn.ts',
      'src/session/run/close/closeAttempt.ts',
      'src/session/run/close/conflicts.ts',
      'src/session/run/close/judgeArtifacts.ts',
      'src/session/run/close/openMarkers.ts',
      'src/session/run/close/askOfStop.ts',
      'src/session/run/close/byLoop.ts',
      'src/session/run/close/planLoop.ts',
      'src/session/run/next/askOfCondition.ts',
      'src/session/run/close/reviewPacket.ts',
      'src/session/run/runSetup.ts',
      'src/session/workingTree/captureWork.ts',
      'src/session/workingTree/leftAlone.ts',
      'src/session/workingTree/withoutSecrets.ts',
      'src/model/agent/denials.ts',
      'src/model/agent/rejected.ts',
      'src/model/attempt/openAttempt.ts',
      'src/model/capture/',
      'src/model/checkpoint/goOnHere.ts',
      'src/model/effects/doubt.ts',
      'src/model/gate/',
      'src/model/graph/',
      'src/model/items/',
      'src/model/ledger/',
      'src/model/limits/',
      'src/model/merge/',
      'src/model/packet/',
    ],
  'is read by an agent, or by whoever opens a sample': [
    'src/model/chat/fitConversation.ts',
    'src/model/prompt/',
    'src/model/project/',
    'src/model/start/issue.ts',
  ],
  'says what a file, a name or a value must be: a problem has its line and column, a schema its descriptions':
    [
      'src/session/open/artifactPlaces.ts',
      'src/session/open/chooseHere.ts',
      'src/session/open/planOpening.ts',
      'src/session/open/sessionName.ts',
      'src/session/record/refuseUnfit.ts',
      'src/session/record/sessionRecord.ts',
      'src/session/resume/unfitInputs.ts',
      'src/model/agent/agentSettings.ts',
      'src/model/agent/ownPrograms.ts',
      'src/model/agent/shell/pattern.ts',
      'src/session/record/chooseWorkflow.ts',
      'src/model/attempt/journal.ts',
      'src/model/chat/turnJournal.ts',
      'src/model/checkpoint/kindProblems.ts',
      'src/model/checkpoint/ledgerProblems.ts',
      'src/model/checkpoint/rescueMessage.ts',
      'src/model/checkpoint/trailers.ts',
      'src/model/effects/effectsRecord.ts',
      'src/model/inputs/',
      'src/model/names/',
      'src/model/parsing/',
      'src/model/status/',
      'src/model/template/templateRules.ts',
      'src/model/text/readDuration.ts',
      'src/model/workflow/',
    ],
  'says which rule of the format a session breaks, and where': [
    'src/session/look/readForVerify.ts',
    'src/session/look/verifyHere.ts',
    'src/session/look/verifyObjects.ts',
    'src/session/look/verifySession.ts',
    'src/session/look/verifyWork.ts',
    'src/model/checkpoint/closingProblems.ts',
    'src/model/checkpoint/heldProblems.ts',
    'src/model/checkpoint/questionsOf.ts',
    'src/model/checkpoint/rowProblems.ts',
    'src/model/checkpoint/trailerProblems.ts',
    'src/model/checkpoint/verifyRules.ts',
    'src/session/resume/questions.ts',
  ],
  'is the `why` or the `what` of an error, or of a file that was left out: both are printed as data, too': [
    'src/session/record/approvable.ts',
    'src/session/decide/takeArtifacts.ts',
    'src/session/decide/landHere.ts',
    'src/session/decide/landMessages.ts',
    'src/session/decide/landOnBranch.ts',
    'src/session/decide/landSession.ts',
    'src/session/decide/settle.ts',
    'src/session/effects/',
    'src/session/look/findAgents.ts',
    'src/session/look/showPointer.ts',
    'src/session/record/rows.ts',
    'src/session/rescue/',
    'src/session/resume/resumeSession.ts',
    'src/session/workingTree/halfMade.ts',
    'src/session/workingTree/planOverwriting.ts',
    'src/session/workingTree/workingTreeOf.ts',
    'src/model/agent/shownCommands.ts',
    'src/model/merge/markers.ts',
    'src/model/plan/phaseMachine.ts',
    'src/model/plan/planOverwrite.ts',
  ],
  'is names of programs and options, by which a command line is read': [
    'src/model/agent/shell/git.ts',
    'src/model/agent/shell/places.ts',
    'src/model/agent/shell/readers.ts',
    'src/model/agent/shell/starters.ts',
  ],
  'goes into the log': [
    'src/session/checkpoint/logCheckpoint.ts',
    'src/session/run/attempt/countWork.ts',
    'src/session/run/attempt/judgeAct.ts',
    'src/session/run/attempt/letWork.ts',
  ],
};

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=[;,{}()]) \/\/.*$/gm;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** A command of ours as it is typed, or an option of one. What git is told has options, too. */
const TYPED = /\bcairn [a-z]|(?<![\w-])--[a-z]/;

/** Three words in a row, or more. */
const SENTENCE = /(?:[A-Za-z]+[,:]? ){2}[A-Za-z]{2}/;

const literalsOf = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(COMMENT, '')
    .match(LITERAL) ?? [];

const typedIn = (file: string): readonly string[] =>
  literalsOf(file).filter((literal) => TYPED.test(literal.replaceAll(/`?git .*/g, '')));

const sentencesIn = (file: string): readonly string[] =>
  literalsOf(file).filter((literal) => SENTENCE.test(literal.replaceAll(/\$\{[^}]*\}/g, 'x')));

const files = ['src/session', 'src/model'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file).replaceAll('\\', '/')),
);

test('session and model spell no command of the terminal and no option: an edge says what can be typed there', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files
    .filter((file) => !WRITTEN.has(file) && !PROGRAMS.has(file))
    .flatMap((file) => typedIn(file).map((literal) => `${file}: ${literal}`));
  expect(found).toEqual([]);
});

const mayHoldText = (file: string): boolean =>
  Object.values(TEXT)
    .flat()
    .some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));

test('session and model hold no sentences but those of the format: facts are told, the edges have the words', () => {
  const found = files
    .filter((file) => !mayHoldText(file))
    .flatMap((file) => sentencesIn(file).map((literal) => `${file}: ${literal}`));
  expect(found).toEqual([]);
});

test('each place that may hold text, does', () => {
  const places = Object.values(TEXT).flat();
  expect(places).toEqual([...new Set(places)]);
  const holders = files.filter((file) => sentencesIn(file).length > 0);
  expect(places.filter((place) => !holders.some((file) => file === place || file.startsWith(place)))).toEqual(
    [],
  );
});

test('each file that may spell a command, does', () =>
  expect([...WRITTEN, ...PROGRAMS].filter((file) => typedIn(file).length === 0)).toEqual([]));
