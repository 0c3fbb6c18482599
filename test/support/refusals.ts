import type { Refusal } from '../../src/base/refusal.ts';
import type { Warning } from '../../src/session/warning.ts';

const waits = (what: 'approval' | 'packet' | 'question' | 'head' | 'work') =>
  ({ phase: 'plan', for: what }) as const;

/** Facts of every refusal; one that is missing does not compile. */
export const REFUSALS: {
  readonly [B in Refusal['because']]: readonly Omit<Extract<Refusal, { because: B }>, 'because'>[];
} = {
  'not-closed': [
    { phase: 'plan', closed: [] },
    { phase: 'plan', closed: ['research'] },
  ],
  open: [{ phase: 'plan' }],
  'held-work': [{ phase: 'plan' }],
  'no-packet-yet': [{ phase: 'plan' }],
  'no-result-yet': [{ path: 'verify/verdict.json', by: ['verify'] }],
  'no-result': [{}],
  'closed-elsewhere': [{ phase: 'plan', in: 'other', seq: 3 }],
  'began-elsewhere': [{ phase: 'plan', in: 'other', seq: 3 }],
  'not-in-doubt': [
    { key: 'k', state: null },
    { key: 'k', state: 'done' },
  ],
  over: [{ state: 'done' }],
  'checks-red': [
    { checks: ['npm test'], phase: 'verify' },
    { checks: ['npm test', 'lint'], phase: null },
  ],
  'not-done': [{ state: 'running' }, { state: 'cancelled' }],
  'no-restore': [{}],
  'is-done': [{}],
  landed: [{}],
  'never-worked-here': [{}],
  'no-working-tree': [{ over: null }, { over: 'cairn/demo' }],
  'no-worktree': [{ phase: 'plan', status: 'done' }],
  'setup-failed': [{}],
  'no-answer': [{ asked: 'rm', said: 'perhaps' }],
  answered: [{ asked: 'rm' }],
  'no-option': [{ phase: 'plan', said: '3', options: ['red', 'blue'] }],
  'none-waits': [{ state: 'running' }, { state: 'blocked' }, { state: 'done' }],
  'several-wait': [{ waits: [waits('approval'), waits('question')] }],
  'went-on': [
    { phase: 'plan', waits: true },
    { phase: 'plan', waits: false },
  ],
  'other-waits': [
    { named: 'build', waits: [waits('approval')] },
    { named: 'build', waits: [waits('head'), waits('question')] },
  ],
  'not-asked': [
    { question: null, waits: waits('packet') },
    { question: 'Which?', waits: waits('question') },
    { question: 'Do it', waits: waits('work') },
  ],
  'kept-nowhere': [{ root: '/w', files: [{ path: 'a', why: 'a secret' }] }],
  gate: [
    { of: 'artifacts', reasons: ['a.md is missing'] },
    { of: 'gate', reasons: ['a.md is missing'] },
    { of: 'loop', reasons: ['the check "test" failed'] },
  ],
  'in-doubt': [{ question: 'Did it happen?' }],
  'no-packet': [{ path: 'PACKET.md', lines: [{ line: 1, message: 'no front matter' }] }],
  'work-here': [
    { phase: 'plan', seq: 3, tip: 5 },
    { phase: 'plan', seq: null, tip: 5 },
  ],
  'work-apart': [{ phase: 'plan', tip: 5 }],
  'several-hold': [{ phases: ['left', 'right'] }],
  'would-overwrite': [
    { what: 'uncommitted', files: ['a'] },
    { what: 'ignored', files: ['a'] },
    { what: 'refused', files: ['a'] },
  ],
};

const line = { line: 3, message: 'unknown key' };
const trace = { kind: 'branch-gone', branch: 'cairn/s', commit: 'c'.repeat(40), renamed: 't' } as const;
const lastGood = { seq: 2, phase: null, commit: 'c', isTip: false };

/** Facts of every warning; one that is missing does not compile. */
export const WARNINGS: {
  readonly [W in Warning['warning']]: Omit<Extract<Warning, { warning: W }>, 'warning'>;
} = {
  damaged: { damage: { object: 'o', session: 's', lastGood } },
  renamed: { session: 's', trace },
  'newer-schema': { file: 'STATUS.md' },
  unreadable: { file: 'STATUS.md', line },
  'unknown-words': { file: 'STATUS.md', line },
  'unknown-state': { state: 'dreaming' },
  'unknown-status': { status: 'skipped', phase: 'plan' },
  'not-trusted-here': {},
  history: { what: 'seq has a gap' },
  'remote-moved': { remote: 'origin/cairn/s', commit: 'c'.repeat(40), relation: 'behind' },
  'remotes-left': { count: 4984 },
  'artifact-deleted': { path: 'a.md', phase: 'plan' },
  'workflow-differs': { file: 'f.yaml', over: false, session: 's', workflow: 'f' },
  'workflow-edited': { path: 'workflow.yaml', plan: 'changed' },
  'workflow-invalid': { path: 'workflow.yaml', line },
  'other-agent': { phase: 'build', before: 'plan', differences: ['kind command → acp'] },
  'long-attempt': { phase: 'build', minutes: 31, files: 2 },
  'notes-unread': { path: '/w/demo+2/STATUS.md', read: '/w/demo/STATUS.md' },
  'check-changed': { check: 'npm test', files: ['package.json'] },
  'added-much': { bytes: 101_000_000, limit: 100_000_000 },
  'head-elsewhere': { session: 's', found: null, tip: 'abc', trusted: false },
};
