import type { PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import type { PromptInput } from '../../../src/model/prompt/promptInput.ts';

const root = '/home/ann/app.worktrees/20261120-add-login-7f3k';
const sessionDir = `${root}/.cairn/sessions/20261120-add-login-7f3k`;

/** A second phase in its first attempt, nothing special about it. */
export const plainInput: PromptInput = {
  session: '20261120-add-login-7f3k' as SessionId,
  phase: {
    id: 'plan' as PhaseId,
    title: 'Plan the change',
    prompt: 'Write the steps.\nName what could go wrong.\n',
    number: 2,
    of: 4,
  },
  round: null,
  attempt: 1,
  request: 'Add login\n\nWith a form and a session cookie.\n',
  earlier: [],
  packet: '---\nschema: 3\n---\n\n## Goal\nAdd login\n',
  places: {
    root,
    phaseDir: `${sessionDir}/02-plan`,
    sessionDir,
    packetFile: `${sessionDir}/01-research/PACKET.md`,
    requestFile: `${sessionDir}/REQUEST.md`,
  },
  artifacts: [
    {
      path: `${sessionDir}/02-plan/plan.md`,
      rule: { path: 'plan.md', minBytes: null, headings: [], schema: null },
      existed: false,
    },
  ],
  checks: [],
  approval: 'none',
  meanwhile: { edits: [], leftovers: null, differs: [] },
  lastAttempt: null,
  effects: [],
  words: [],
};

/** The same phase with everything that can be told. */
export const fullInput: PromptInput = {
  ...plainInput,
  attempt: 3,
  artifacts: [
    {
      path: `${sessionDir}/02-plan/plan.md`,
      rule: { path: 'plan.md', minBytes: 200, headings: ['Steps', 'Risks'], schema: null },
      existed: true,
    },
    {
      path: `${sessionDir}/02-plan/tasks.json`,
      rule: { path: 'tasks.json', minBytes: null, headings: [], schema: { type: 'array', minItems: 1 } },
      existed: false,
    },
    {
      path: `${root}/docs/login.md`,
      rule: { path: '/docs/login.md', minBytes: null, headings: ['Login'], schema: null },
      existed: false,
    },
  ],
  checks: [
    { name: 'npm test', run: 'npm test', timeoutMs: 600_000, expect: 'pass', red: 'must-pass' },
    {
      name: 'links',
      run: ['node', 'scripts/links.js', 'with space'],
      timeoutMs: 90_000,
      expect: 'pass',
      red: 'must-pass',
    },
  ],
  approval: 'required',
  meanwhile: {
    edits: [
      { path: 'src/form.ts', change: 'modified' },
      { path: 'src/old.ts', change: 'deleted' },
    ],
    leftovers: {
      kind: 'rescued',
      files: ['src/half.ts'],
      ref: 'refs/cairn/20261120-add-login-7f3k/rescue/1',
    },
    differs: ['notes.txt'],
  },
  lastAttempt: {
    attempt: 2,
    outcome: 'completed',
    reasons: ['docs/login.md is missing', 'the check "npm test" failed with exit code 1'],
    tail: ['1 failing', '```', 'AssertionError: 401'],
  },
  words: [
    { kind: 'rejected', by: 'Ann <ann@example.com>', text: 'Say what happens\nwhen the cookie is stolen.' },
    {
      kind: 'answered',
      by: 'Bob <bob@example.com>',
      text: 'Postgres.',
      question: { text: 'Which database?' },
    },
    { kind: 'note', by: 'Ann <ann@example.com>', text: 'Keep it short.' },
  ],
};
