import type { SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { CairnError } from '../../src/base/cairnError.ts';
import type { CommitId, PhaseId, RefName, SessionId, Timestamp } from '../../src/model/names/ids.ts';
import { UNKNOWN_PROJECT } from '../../src/model/project/project.ts';
import { AGENTS } from './scriptedAgents.ts';
import { AHEAD } from './scriptedAhead.ts';
import type { TrustView } from '../../src/session/trustResults.ts';
import type { CairnApi } from '../../src/session/api.ts';
import type { ActResult, LedgerEntry, LogEntry } from '../../src/session/results.ts';
import type { Outcome, PhaseView, StatusView } from '../../src/session/results.ts';

/** An engine that answers what a test wrote down and remembers what it was asked. */
export interface ScriptedApi extends CairnApi {
  readonly calls: (readonly [name: string, ...args: readonly unknown[]])[];
}

export const SESSION = '20261120-add-login-7f3k' as SessionId;
export const NOW = Date.parse('2026-11-20T10:06:30.000Z');

const phase = (id: string): PhaseId => id as PhaseId;
const time = (text: string): Timestamp => text as Timestamp;
const commit = (digit: string): CommitId => digit.repeat(40) as CommitId;

export const PHASES: readonly PhaseView[] = [
  {
    ...row(1, 'research', 'done', 1, '2026-11-20T10:01:22.123Z', [['findings.md', true]]),
    agent: { kind: 'acp', name: 'claude', version: '2.1.0', mode: 'acceptEdits', model: 'opus' },
    usage: { inputTokens: 11_000, outputTokens: 1400, totalTokens: 12_400, costUsd: 0.18 },
  },
  {
    ...row(2, 'plan', 'waiting', 2, '2026-11-20T10:06:02.000Z', [
      ['plan.md', true],
      ['tasks.json', true],
    ]),
    needs: [phase('research')],
  },
  { ...row(3, 'implement', 'pending', 0, null, [['summary.md', false]]), needs: [phase('plan')] },
];

export const STATUS: StatusView = {
  schema: 1,
  session: SESSION,
  title: 'Add login',
  workflow: 'feature',
  branch: `cairn/${SESSION}`,
  worktree: `/site/work.worktrees/${SESSION}`,
  isolation: 'worktree',
  state: 'waiting',
  checked: null,
  seq: 4,
  next: [phase('plan')],
  plan: `sha256:${'5'.repeat(64)}`,
  working: [],
  leftovers: 0,
  phases: PHASES,
  rescues: [],
  addedBytes: 24_576,
  usage: { inputTokens: 11_000, outputTokens: 1400, totalTokens: 12_400, costUsd: 0.18 },
  opened: time('2026-11-20T09:52:04.000Z'),
  workedMs: 383_000,
  effects: { done: 0, failed: 0, inDoubt: 0 },
  doubts: [],
  warnings: [],
  question: { text: 'plan waits for your approval.', options: [], kind: 'approval' },
  questions: [{ phase: phase('plan'), text: 'plan waits for your approval.', options: [], kind: 'approval' }],
  permissions: [],
  notes: [],
  drivenBy: null,
};

const handed = (
  id: string,
  section: string,
  phase: string,
  text: string,
  over: Partial<LedgerEntry> = {},
): LedgerEntry => ({
  id,
  section,
  phase: phase as PhaseId,
  seq: 2,
  text,
  closedBy: null,
  removedBy: null,
  ...over,
});

export const LEDGER: readonly LedgerEntry[] = [
  handed('01-research.1', 'constraints', 'research', 'Node 22 stays supported'),
  handed(
    '01-research.2',
    'decisions',
    'research',
    'Sessions live in a cookie\nbecause there is no server store',
  ),
  handed('01-research.3', 'decisions', 'research', 'md5 will do', { removedBy: 'plan' as PhaseId }),
  handed('01-research.4', 'questions', 'research', 'Which database?', { closedBy: '02-plan.1' }),
  handed('02-plan.1', 'decisions', 'plan', 'Answered: Which database? Postgres, says Bob.', { seq: 3 }),
  handed('02-plan.2', 'questions', 'plan', 'Which port?', { seq: 3 }),
];

export const LOG: readonly LogEntry[] = [
  entry(1, 'opened', null, null, 'running', '1', 'cairn: opened'),
  entry(2, 'phase', 'research', 1, 'running', '2', 'cairn: research is done, nothing checked'),
  entry(3, 'phase', 'plan', 1, 'running', '3', 'cairn: plan is done, checks passed', true),
  entry(4, 'restore', 'research', null, 'running', '4', 'cairn: restored to research'),
];

/** What a session of another clone would run. */
export const TRUST: TrustView = {
  session: SESSION,
  hash: `sha256:${'7'.repeat(64)}`,
  commands: [
    { phase: null, does: 'runs', what: 'npm ci' },
    { phase: 'plan', does: 'agent', what: 'auto (as this machine has it)' },
    { phase: 'plan', does: 'check', what: 'npm test' },
  ],
  file: `.cairn/sessions/${SESSION}/workflow.yaml`,
  commit: commit('4'),
  by: ['Ada <ada@example.invalid>'],
  heldBy: [`origin/cairn/${SESSION}`],
  partlyBy: [],
  warnings: [],
};

const ENDED: Outcome = {
  session: SESSION,
  reason: 'completed',
  seq: 4,
  state: 'done',
  phase: null,
  commit: null,
  stopped: { because: 'was-done' },
};

export const OUTCOME: SaidOutcome = {
  session: SESSION,
  reason: 'waiting',
  seq: 4,
  state: 'waiting',
  phase: phase('plan'),
  commit: commit('4'),
  message: 'plan waits for your approval.',
};

const ACT: ActResult = { session: SESSION, seq: 5, commit: commit('5'), state: 'running' };

/** The scripted engine, with some members replaced. */
export function scriptedApi(replaced: Partial<CairnApi> = {}): ScriptedApi {
  const calls: ScriptedApi['calls'] = [];
  const found = { session: SESSION, phase: null };
  const api: CairnApi = {
    start: async () => ENDED,
    resume: async () => ENDED,
    previewStart: async ({ id }) => ({
      session: (id ?? SESSION) as SessionId,
      uncommitted: [],
      told: [],
      ahead: AHEAD,
      unattended: null,
    }),
    lookAhead: async () => ({
      ahead: AHEAD,
      missing: null,
      only: null,
      inputs: [],
      approvals: [],
      uncommitted: [],
    }),
    workflows: async () => [],
    shipped: async () => ({ text: '', project: UNKNOWN_PROJECT }),
    whyNotInput: async () => null,
    list: async () => [
      {
        session: SESSION,
        title: 'Add login',
        workflow: 'feature',
        state: 'waiting',
        checked: null,
        seq: 4,
        next: [phase('plan')],
        waiting: [phase('plan')],
        updated: time('2026-11-20T10:06:02.000Z'),
        branch: STATUS.branch,
        driven: false,
        remote: false,
      },
      {
        session: '20261118-speed-up-k2x1' as SessionId,
        title: 'Speed up the start page',
        workflow: 'feature',
        state: 'done',
        checked: 'nothing',
        seq: 9,
        next: [],
        waiting: [],
        updated: time('2026-11-18T08:00:00.000Z'),
        branch: 'cairn/20261118-speed-up-k2x1',
        driven: false,
        remote: true,
      },
    ],
    find: async (name) => {
      if (name === null || name === SESSION || name === `cairn/${SESSION}`) return found;
      if (PHASES.some(({ id }) => id === name)) return { session: SESSION, phase: phase(name) };
      const searched = [`refs/heads/cairn/${name}`];
      throw new CairnError('usage/unknown-session', { session: name, searched });
    },
    findStatus: async (name) => {
      const meant = await api.find(name);
      const status = meant.phase === null ? await api.status(meant.session) : null;
      return { ...meant, status, sessions: name === null ? await api.list() : null };
    },
    status: async () => STATUS,
    conditions: async () => [],
    checkpoints: async () => [],
    log: async () => LOG,
    outputs: async () => [],
    attemptOutput: async () => null,
    checkOutput: async () => '/state/check.log',
    output: async (_, phase) => ({
      file: `/state/output/${phase}-1/agent.log`,
      text: 'line one\nline two\n',
      cut: [],
    }),
    diff: async (session, phase) => ({
      session,
      phase: phase as PhaseId | null,
      from: commit('1'),
      to: commit('2'),
      root: null,
      changed: [],
      notCaptured: [],
    }),
    patch: async () => new Uint8Array(),
    packet: async () => '# Goal\n\nAdd login\n',
    ledger: async () => LEDGER,
    show: async () => Buffer.from('the file\n'),
    result: async () => ({ path: 'verdict.json', bytes: Buffer.from('{"ok":true}\n') }),
    path: async () => `/site/work.worktrees/${SESSION}`,
    workFile: async () => null,
    readAt: async () => null,
    listAt: async () => [],
    approve: async () => ACT,
    reject: async () => ACT,
    fork: async () => ({ ...ACT, session: 'add-login-again' as SessionId, seq: 1 }),
    previewFork: () => Promise.reject(new Error('not scripted')),
    permit: async () => true,
    claimPermission: async () => true,
    steer: async () => ACT,
    noteWord: async () => undefined,
    answer: async () => ACT,
    layConflict: async () => {
      throw new Error('nothing conflicts here');
    },
    restore: async (session, _, { dryRun }) => ({
      session,
      restoredTo: { phase: phase('research'), seq: 2 },
      seq: dryRun ? 4 : 5,
      commit: dryRun ? null : commit('5'),
      rescue: dryRun ? null : (`refs/cairn/${SESSION}/rescue/1` as RefName),
      changed: [
        { path: 'src/login.ts', change: 'modified' },
        { path: 'src/new.ts', change: 'deleted' },
      ],
      skipped: [{ path: 'build', why: 'a folder is in the way' }],
      notUndone: [{ key: 'plan/announce', state: 'done' }],
    }),
    land: async (_, how) => {
      const branch = 'branch' in how ? how.branch : null;
      return { ...ACT, branch, changed: ['src/login.ts'], commits: [] };
    },
    effect: async (session, { key }) => ({
      session,
      key,
      state: 'done',
      how: 'ran',
      replayed: false,
      exitCode: 0,
      output: '',
    }),
    effects: async () => [],
    settleEffect: async () => ACT,
    commands: async () => ({ ...TRUST, trusted: false }),
    trust: async () => undefined,
    trusted: async () => [],
    withdrawTrust: async () => true,
    rescues: async () => [
      {
        number: 1,
        ref: `refs/cairn/${SESSION}/rescue/1` as RefName,
        at: time('2026-11-20T09:06:02.000Z'),
        why: 'before a restore',
        files: 2,
      },
    ],
    rescueDiff: async () => ({ from: commit('1'), to: commit('2'), changed: [] }),
    rescueApply: async () => ({ written: ['src/login.ts'], skipped: [] }),
    rescueDelete: async () => {},
    stop: async () => ACT,
    pause: async () => ACT,
    cancel: async () => ({ ...ACT, state: 'cancelled' }),
    delete: async () => ACT,
    verify: async () => [{ session: SESSION, violations: [] }],
    agentsAhead: async () => [],
    agents: async () => AGENTS,
    watchPaths: () => [],
    dispose: async () => {},
    ...replaced,
  };
  const recording = Object.fromEntries(
    Object.entries(api).map(([name, member]) => [
      name,
      (...args: readonly unknown[]): unknown => {
        calls.push([name, ...args]);
        return (member as (...args: readonly unknown[]) => unknown)(...args);
      },
    ]),
  );
  return { ...(recording as unknown as CairnApi), calls };
}

function row(
  number: number,
  id: string,
  status: string,
  attempt: number,
  updated: string | null,
  artifacts: readonly (readonly [path: string, present: boolean])[],
): PhaseView {
  return {
    number,
    id: phase(id),
    title: null,
    status,
    checked: status === 'done' ? 'nothing' : null,
    round: 1,
    attempt,
    needs: [],
    artifacts: artifacts.map(([path, present]) => ({ path, present, bytes: present ? 120 : 0 })),
    updated: updated === null ? null : time(updated),
    commit: null,
    checks: [],
    blockedBy: null,
    reasons: [],
    notCaptured: [],
    agent: null,
    usage: null,
    output: null,
  };
}

function entry(
  seq: number,
  kind: string,
  id: string | null,
  attempt: number | null,
  state: string,
  digit: string,
  subject: string,
  superseded = false,
): LogEntry {
  const at = time(`2026-11-20T10:0${seq}:00.000Z`);
  return {
    seq,
    kind,
    phase: id === null ? null : phase(id),
    attempt,
    state,
    checked: null,
    commit: commit(digit),
    at,
    by: 'Cairn <cairn@localhost>',
    subject,
    superseded,
  };
}
