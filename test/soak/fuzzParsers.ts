import * as fc from 'fast-check';
import { parseAbout } from '../../src/files/parseAbout.ts';
import { parseAgentSettings } from '../../src/model/agent/agentSettings.ts';
import { glanceTrailers, parseTrailers } from '../../src/model/checkpoint/checkpointMessage.ts';
import { parseEffectsRecord, renderEffectsRecord } from '../../src/model/effects/effectsRecord.ts';
import { parseInputs, renderInputs } from '../../src/model/inputs/inputsRecord.ts';
import type { Skipped } from '../../src/model/graph/planNext.ts';
import { saySentBack } from '../../src/model/graph/saySentBack.ts';
import { saySkipped } from '../../src/model/graph/saySkipped.ts';
import { sayAmount } from '../../src/model/limits/sayLimit.ts';
import { glanceStatus } from '../../src/model/status/glanceStatus.ts';
import type { SessionId, Timestamp } from '../../src/model/names/ids.ts';
import { parseJournalLine } from '../../src/model/attempt/journal.ts';
import { parsePacket } from '../../src/model/packet/parsePacket.ts';
import { packetItems } from '../../src/model/packet/packetItems.ts';
import { takeReviewed } from '../../src/model/packet/takeReviewed.ts';
import {
  parsePhaseRecord,
  renderPhaseRecord,
  type PhaseRecord,
} from '../../src/model/checkpoint/phaseRecord.ts';
import { FILLED, findProject, READ_FILES } from '../../src/model/project/findProject.ts';
import { parseStatus } from '../../src/model/status/parseStatus.ts';
import { parseWorkflow } from '../../src/model/workflow/parseWorkflow.ts';
import { readPermissionReply, readPermissionRequest } from '../../src/model/agent/permissionRequest.ts';
import { artifactPath } from '../../src/model/names/places.ts';
import { readQuestion } from '../../src/model/agent/readQuestion.ts';
import { renderStatus } from '../../src/model/status/renderStatus.ts';
import { checkRepoPath } from '../../src/model/names/repoPath.ts';
import { readSteerNote } from '../../src/model/agent/steerNote.ts';
import { readTurnJournal } from '../../src/model/chat/turnJournal.ts';
import { OBJECT_ID, PHASE_ID, SESSION_ID } from '../../src/model/text/words.ts';
import { parseAddress } from '../../src/vscode/review/documentAddress.ts';
import { hostileText } from '../model/hostileText.ts';
import { fuzzGraph } from './fuzzGraph.ts';
import { fuzz, fuzzWith, golden, must, mustReturn, type Fuzz } from './fuzzText.ts';

const S = 'a-session' as SessionId;

/** A path that was accepted stays in the repository, and out of what is git's and ours. */
function mustStay(path: string): void {
  must(checkRepoPath(path).ok, path);
  const parts = path.split('/');
  must(!parts.includes('..') && !parts.includes('') && parts[0] !== '.git', path);
}

function workflow(text: string): void {
  const read = parseWorkflow('w.yaml', text);
  if (!read.ok) {
    must(read.error.length > 0, text);
    for (const { line, column } of read.error) must(line >= 1 && column >= 1, { line, column });
    return;
  }
  const { branchPrefix, phases, worktree } = read.value;
  must(
    /^[^-\s~^:?*[\\\p{Cc}][^\s~^:?*[\\\p{Cc}]*\/$/u.test(branchPrefix) && !branchPrefix.includes('..'),
    branchPrefix,
  );
  for (const path of worktree.copy) mustStay(path);
  for (const [index, { id, artifacts }] of phases.entries()) {
    must(PHASE_ID.test(id), id);
    for (const { path } of artifacts) mustStay(artifactPath(S, index + 1, id, path));
  }
}

function status(text: string): void {
  glanceStatus(text);
  const read = mustReturn(text, (one) => parseStatus('STATUS.md', one), renderStatus);
  if (read === null) return;
  const { session, branch, base, rows } = read;
  must(SESSION_ID.test(session) && OBJECT_ID.test(base) && !/\s/.test(branch), { session, branch, base });
  for (const { phase } of rows) must(PHASE_ID.test(phase), phase);
}

function phaseRecord(text: string): void {
  const read = mustReturn(text, (one) => parsePhaseRecord('phase.json', one), renderPhaseRecord);
  for (const { blob } of read?.artifacts ?? []) must(OBJECT_ID.test(blob), blob);
  if (read?.held !== undefined) must(OBJECT_ID.test(read.held.commit), read.held);
  saidOfGraph(read);
}

/** What a record says of rounds, conditions and limits is shown, and told to agents. */
function saidOfGraph(read: PhaseRecord | null): void {
  if (read?.skipped !== undefined) saySkipped(read.skipped as Skipped);
  saySentBack(read?.loop?.because);
  saySentBack(read?.reopened?.because);
  for (const { limit, to } of read?.raised ?? []) if (to !== null) sayAmount(limit, to);
}

/** Whatever stands in a file of a project, of each kind at once. */
function project(text: string): void {
  const found = findProject({
    files: new Set([...READ_FILES, 'uv.lock']),
    texts: new Map(READ_FILES.map((name) => [name, text])),
    ignored: new Set(FILLED),
  });
  for (const { run, line } of [...found.setup, ...found.checks])
    must(/^[\w ./:&"[\]=-]+$/.test(run) && line >= 1, { run, line });
}

const effects = (text: string): void =>
  void mustReturn(text, (one) => parseEffectsRecord('effects.json', one), renderEffectsRecord);

const inputs = (text: string): void =>
  void mustReturn(text, (one) => parseInputs('inputs.json', one), renderInputs);

function packet(text: string): void {
  packetItems(text);
  const reviewed = takeReviewed('PACKET.md', PACKET, text, (one) => one.length);
  must(reviewed.ok || reviewed.error.every(({ line }) => line >= 1), text);
  const read = parsePacket('PACKET.md', text);
  if (read.ok) must(OBJECT_ID.test(read.value.commit) && SESSION_ID.test(read.value.session), read.value);
}

function trailers(text: string): void {
  glanceTrailers(text);
  const read = parseTrailers(text);
  if (read === null) return;
  must(SESSION_ID.test(read.session) && read.seq >= 1, read);
  must(read.phase === null || PHASE_ID.test(read.phase), read);
  for (const id of [...(read.next ?? []), ...(read.waiting ?? [])]) must(PHASE_ID.test(id), read);
  must((read.round ?? 1) >= 1 && (read.held == null || OBJECT_ID.test(read.held)), read);
}

function journal(text: string): void {
  const line = parseJournalLine(text);
  if (line?.type === 'attempt-begun') must(OBJECT_ID.test(line.tip) && PHASE_ID.test(line.phase), line);
  if (line?.type === 'restore-begun') must(OBJECT_ID.test(line.from) && OBJECT_ID.test(line.to), line);
  must(line === null || !text.includes('\n') || JSON.parse(text) !== null, text);
}

function question(text: string): void {
  const read = readQuestion(text);
  if (read === null) return;
  // It is shown in a terminal and in a window.
  for (const shown of [read.question, ...(read.options ?? [])])
    must(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(shown), shown);
}

function agents(text: string): void {
  const read = parseAgentSettings('agents.yaml', text);
  if (!read.ok) for (const { line, column } of read.error) must(line >= 1 && column >= 1, { line, column });
}

function address(text: string): void {
  const read = parseAddress(text, '/repo/a.txt');
  if (read === null) return;
  must(/^[0-9a-f]{40,64}$/.test(read.commit) && !read.path.split('/').includes('..'), read);
}

function ownFiles(text: string): void {
  parseAbout(text, '/repo/.git');
  readPermissionRequest(text);
  readPermissionReply(text);
  readSteerNote(text);
  readTurnJournal(text);
}

/** Ways out of a folder, and into what is git's and ours, as some file system or other takes them. */
const STEPS = [
  '..',
  '.',
  '.git',
  '.GIT',
  'git~1',
  '.git ',
  '.g\u200cit',
  '.cairn',
  '',
  'C:',
  '\\',
  '...',
  'a',
  'a.md',
  '~',
  '-x',
];
const anyPath = fc
  .array(fc.oneof(fc.constantFrom(...STEPS), hostileText), { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join('/'));

/** A workflow with this path at each place that takes one. */
const pathsIn = (path: string): string =>
  `schema: 1\nname: w\nworktree: {copy: [${JSON.stringify(path)}]}\nphases:\n  - {id: one, artifacts: [a.md, ${JSON.stringify(path)}]}\n`;

const fuzzPaths: Fuzz = fuzzWith(anyPath, (path) => {
  // One place at a time: a path that is refused in one says nothing of the other.
  workflow(pathsIn(path).replace(/worktree.*\n/, ''));
  workflow(pathsIn(path).replace(/, "(?:[^"\\]|\\.)*"\]\}/, ']}'));
});

const PACKET = golden('packet/plan.md');
const AT = '2026-11-20T10:00:00.000Z';
const JOURNAL = JSON.stringify({
  type: 'restore-begun',
  at: AT,
  from: 'a'.repeat(40),
  to: 'b'.repeat(40),
  undo: false,
  rescue: 'refs/cairn/a-session/rescue/1',
});
const EFFECTS = renderEffectsRecord({
  schema: 3,
  effects: [
    {
      key: 'one/mail',
      input: `sha256:${'c'.repeat(64)}`,
      command: ['mail', 'ada'],
      at: AT as Timestamp,
      outcome: { kind: 'ran', at: AT as Timestamp, exitCode: 0, output: 'sent\n', sha256: 'd'.repeat(64) },
    },
  ],
});
const PACKAGE = JSON.stringify({
  packageManager: 'yarn@4',
  scripts: { test: 'x', lint: 'y' },
  dependencies: {},
});
const AGENTS = `agents:\n  mine:\n    kind: command\n    command: [my-agent, "{prompt}"]\n    env: { CI: "1" }\n  gemini: { kind: acp, permissions: ask }\n`;
const ABOUT = JSON.stringify({
  branch: 'cairn/a-session',
  root: '/r',
  isolation: 'worktree',
  setup: 'done',
  head: { commit: null, branch: null },
});
const ADDRESS = JSON.stringify({
  repository: '/r',
  root: '/r',
  commit: 'a'.repeat(40),
  path: 'a',
  label: 'l',
});

const GRAPH_RECORD = JSON.stringify({
  ...(JSON.parse(golden('phase.json')) as object),
  question: { about: 'loop', text: 'On?', asked: AT, options: ['stop'], limit: { limit: 'cost', of: null } },
  held: { commit: 'a'.repeat(40), base: 'b'.repeat(40), round: 2 },
  loop: { round: 2, because: { file: 'plan/a.json', at: '/ok', found: [false] } },
  reopened: { by: 'plan', round: 2, max: 3, because: { reasons: ['no'] } },
  skipped: { file: 'plan/a.json', at: '/ok', found: { a: null }, needs: ['plan'] },
  raised: [{ limit: 'timeMs', of: 'plan', to: 3_600_000, at: AT }],
  edited: [{ path: 'a', change: 'modified' }],
});

/** Whatever a repository, an agent or a torn disk may hold of our files. */
const INPUTS = 'inputs: {a: {pattern: ^b, default: b, enum: [b]}}\n';

export const fuzzParsers: Readonly<Record<string, Fuzz>> = {
  'a workflow': fuzz(`${golden('workflow.yaml')}${INPUTS}`, workflow),
  'the paths of a workflow': fuzzPaths,
  'STATUS.md': fuzz(golden('STATUS.md'), status),
  'phase.json': fuzz(golden('phase.json'), phaseRecord),
  'phase.json of rounds, conditions and limits': fuzz(GRAPH_RECORD, phaseRecord),
  'effects.json': fuzz(EFFECTS, effects),
  'inputs.json': fuzz(renderInputs(new Map([['a', 'b']])), inputs),
  'package.json': fuzz(PACKAGE, project),
  'a Makefile or justfile': fuzz(
    '.PHONY: test\n@test a="b" *c: d\n\techo $(x)\nlint::\n\tx --fix\n',
    project,
  ),
  'pyproject.toml': fuzz(
    '[project.optional-dependencies]\ntest = ["pytest", "mypy"]\n[tool.mypy]\nfiles = ["a"]\n',
    project,
  ),
  'a packet': fuzz(PACKET, packet),
  'the trailers of a commit': fuzz(
    `${golden('checkpoint.txt').trimEnd()}\nCairn-Waiting: plan, docs\nCairn-Held: ${'a'.repeat(40)}\n`,
    trailers,
  ),
  'a line of the journal': fuzz(JOURNAL, journal),
  'QUESTION.md': fuzz('Which one?\n\n- [ ] this\n- [ ] that\n', question),
  'agents.yaml': fuzz(AGENTS, agents),
  'the address of a document': fuzz(ADDRESS, address),
  'files of this machine': fuzz(ABOUT, ownFiles),
  ...fuzzGraph,
};
