import type { CommitId, PhaseId, RefName, SessionId, Timestamp } from '../../src/model/names/ids.ts';
import type { PermissionRequest } from '../../src/model/agent/permissionRequest.ts';
import type { PhaseView, SessionSummary, StatusView } from '../../src/session/results.ts';
import type { FolderState, SessionNode, WindowState } from '../../src/vscode/state/windowState.ts';

export const NOW = Date.parse('2026-11-20T12:00:00.000Z');
export const KEY = '/repo/.git';

export const commit = (n: number): CommitId => String(n).repeat(40).slice(0, 40) as CommitId;
export const ago = (minutes: number): Timestamp =>
  new Date(NOW - minutes * 60_000).toISOString() as Timestamp;

export function summary(over: Partial<SessionSummary> = {}): SessionSummary {
  return {
    session: '20261120-add-login-7f3k' as SessionId,
    title: 'Add login',
    workflow: 'feature',
    state: 'running',
    checked: null,
    seq: 2,
    next: ['plan' as PhaseId],
    waiting: [],
    updated: ago(4),
    branch: 'cairn/20261120-add-login-7f3k',
    driven: over.state === undefined || over.state === 'running',
    remote: false,
    ...over,
  };
}

export function phase(number: number, id: string, over: Partial<PhaseView> = {}): PhaseView {
  return {
    number,
    id: id as PhaseId,
    title: null,
    status: 'pending',
    checked: null,
    round: 1,
    attempt: 0,
    needs: [],
    artifacts: [{ path: `${id}.md`, present: false, bytes: 0 }],
    updated: null,
    commit: null,
    checks: [],
    blockedBy: null,
    reasons: [],
    notCaptured: [],
    agent: null,
    usage: null,
    output: null,
    ...over,
  };
}

export const donePhase = (number: number, id: string, over: Partial<PhaseView> = {}): PhaseView =>
  phase(number, id, {
    status: 'done',
    attempt: 1,
    artifacts: [{ path: `${id}.md`, present: true, bytes: 1234 }],
    updated: ago(4),
    commit: commit(number),
    ...over,
  });

export function status(of: SessionSummary, over: Partial<StatusView> = {}): StatusView {
  const view = viewOf(of, over);
  const { question } = view;
  const asking = view.phases.find(({ status: is }) => is === 'waiting')?.id;
  const asked = question === null || question.kind === 'permission' || asking === undefined;
  return { ...view, questions: over.questions ?? (asked ? [] : [{ phase: asking, ...question }]) };
}

function viewOf(of: SessionSummary, over: Partial<StatusView>): StatusView {
  return {
    schema: 1,
    session: of.session,
    title: of.title,
    workflow: of.workflow,
    branch: of.branch,
    worktree: '/repo.worktrees/x',
    isolation: 'worktree',
    state: of.state,
    checked: of.checked,
    seq: of.seq,
    next: of.next,
    plan: 'sha256:0',
    working: [],
    leftovers: 0,
    phases: [
      donePhase(1, 'research'),
      phase(2, 'plan', {
        status: of.state === 'running' ? 'running' : of.state,
        attempt: 1,
        updated: ago(1),
        needs: ['research' as PhaseId],
      }),
      phase(3, 'implement', { needs: ['plan' as PhaseId] }),
    ],
    addedBytes: 1_258_291,
    rescues: [],
    usage: null,
    effects: { done: 0, failed: 0, inDoubt: 0 },
    doubts: [],
    warnings: [],
    question: null,
    questions: [],
    permissions: [],
    notes: [],
    drivenBy: null,
    ...over,
  };
}

/** A session in a state, looked at unless `over` says null. */
export function node(
  state: string,
  over: { summary?: Partial<SessionSummary>; status?: Partial<StatusView> | null } = {},
): SessionNode {
  const of = summary({ state, ...over.summary });
  return {
    summary: of,
    status: over.status === null ? null : status(of, over.status),
    restored: false,
    problem: null,
    activities: [],
    preparation: null,
  };
}

export const approval: Partial<StatusView> = {
  question: { text: 'Approve plan?', options: [], kind: 'approval' },
};

export const packetReview: Partial<StatusView> = {
  question: { text: 'Look at what plan hands on', options: [], kind: 'packet' },
};

export const rescue = (number: number): StatusView['rescues'][number] => ({
  number,
  ref: `refs/cairn/x/rescue/${number}` as RefName,
  at: ago(30),
  why: 'restore',
  files: 2,
});

export function repositoryFolder(
  sessions: readonly SessionNode[],
  over: { key?: string; name?: string; folder?: string; isListed?: boolean } = {},
): FolderState {
  const key = over.key ?? KEY;
  return {
    kind: 'repository',
    folder: over.folder ?? key,
    repository: {
      key,
      name: over.name ?? 'repo',
      underWay: [],
      sessions,
      isListed: over.isListed ?? true,
    },
  };
}

export const windowOf = (...folders: readonly FolderState[]): WindowState => ({ trusted: true, folders });

/** What an agent at work waits for. */
export const permission = (id: string, over: Partial<PermissionRequest> = {}): PermissionRequest => ({
  id,
  epoch: 1,
  at: ago(0),
  phase: 'plan' as PhaseId,
  attempt: 1,
  agent: 'opencode',
  kind: 'execute',
  title: 'npm test',
  paths: [],
  ...over,
});
