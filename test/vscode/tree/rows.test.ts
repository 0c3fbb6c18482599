import { describe, expect, test } from 'vitest';
import type { PhaseId, SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import { logTable } from '../../../src/cli/output/logTable.ts';
import { createStyle } from '../../../src/cli/terminal/style.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';
import type { LogEntry } from '../../../src/session/results.ts';
import { changeRows, detailRows } from '../../../src/vscode/tree/detailRows.ts';
import { rescueRows } from '../../../src/vscode/tree/rescueRows.ts';
import { waveRows } from '../../../src/vscode/tree/waveRows.ts';
import type { Row } from '../../../src/vscode/tree/row.ts';
import { statusBar } from '../../../src/vscode/state/statusBar.ts';
import { viewMessage } from '../../../src/vscode/state/viewMessage.ts';
import { topRows } from '../../../src/vscode/tree/sessionRows.ts';
import { phaseTooltip, sessionTooltip } from '../../../src/vscode/tree/tooltip.ts';
import {
  ago,
  approval,
  packetReview,
  commit,
  donePhase,
  KEY,
  node,
  NOW,
  phase,
  repositoryFolder,
  rescue,
  status,
  windowOf,
} from '../builders.ts';

const line = (row: Row): string => `${row.label} | ${row.description}`;
const RESEARCH = 'research' as PhaseId;
const spoken = (rows: readonly Row[]): readonly string[] => rows.map((row) => row.spoken);

describe('sessions', () => {
  test('one repository: its sessions are the top', () => {
    const rows = topRows(
      windowOf(
        repositoryFolder([
          node('running'),
          node('done', { summary: { session: 'old' as SessionId, title: 'Old' } }),
          node('done', { summary: { session: 'older' as SessionId, title: 'Older', landed: true } }),
        ]),
      ),
      NOW,
    );
    expect(rows.map(line)).toEqual([
      'Add login | running plan · 4 min',
      'Old | done · 4 min',
      'Older | done · landed · 4 min',
    ]);
    expect(rows.map(({ open }) => open)).toEqual(['expanded', 'collapsed', 'collapsed']);
    expect(spoken(rows)[2]).toContain('done, landed, ');
  });

  test('several repositories: sessions are below theirs', () => {
    const rows = topRows(
      windowOf(repositoryFolder([node('running')]), repositoryFolder([], { key: '/b/.git', name: 'b' })),
      NOW,
    );
    expect(rows.map(line)).toEqual(['repo | 1 open session', 'b | no session']);
  });

  test('one that waits for the provider of its agent says so, and until when', () => {
    const waits = node('running', { status: { waitsUntil: '2026-11-20T10:00:00.000Z' as Timestamp } });
    expect(topRows(windowOf(repositoryFolder([waits])), NOW).map(line)).toEqual([
      expect.stringMatching(/^Add login \| waits for the provider until \d\d:00:00 · 4 min$/),
    ]);
  });

  test('status is said in words', () => {
    expect(spoken(topRows(windowOf(repositoryFolder([node('waiting', { status: approval })])), NOW))).toEqual(
      ['Session Add login, needs approval, workflow feature, updated 4 minutes ago'],
    );
  });

  test('a fork has the title of the session that it began on, and says which', () => {
    const fork = node('paused', { summary: { forkedFrom: '20261120-add-login-7f3k@3' } });
    const [row] = topRows(windowOf(repositoryFolder([fork])), NOW);
    expect(row?.description).toBe('paused · forked from 20261120-add-login-7f3k@3 · 4 min');
    expect(row?.spoken).toContain('Session Add login, forked from 20261120-add-login-7f3k@3, paused');
  });

  test('one whose commands nobody has trusted here says so before anybody resumes it', () => {
    const asks = (over: Parameters<typeof node>[1] = {}) =>
      windowOf(repositoryFolder([node('paused', { ...over, status: { asksTrust: true, ...over.status } })]));
    const [row] = topRows(asks(), NOW);
    expect(row?.description).toBe('paused · commands not trusted here · 4 min');
    expect(row?.spoken).toContain('Session Add login, paused, commands not trusted here, workflow');
    expect(viewMessage(asks())).toBe(
      'Paused before phase 2 of 3, plan. Resume first shows what it would run, and asks.',
    );
    const driven = asks({ status: { drivenBy: 'pid 1 on host' } });
    expect(topRows(driven, NOW)[0]?.description).toBe('paused · 4 min');
  });

  test('a damaged one says so, whether its branch or only its files are', () => {
    const problem = { warning: 'history', what: 'Session s is damaged.' } as const;
    for (const of of [
      node('damaged', { summary: { problem } }),
      node('paused', { status: { state: 'damaged', warnings: [problem] } }),
    ]) {
      const state = windowOf(repositoryFolder([of]));
      expect(topRows(state, NOW).map(line)).toEqual(['Add login | damaged · 4 min']);
      expect(viewMessage(state)).toBe('Session s is damaged.');
      expect(sessionTooltip(of, NOW)).not.toContain('cairn restore');
    }
  });

  test('one that a newer Cairn wrote says what to do, and one that cannot be read that it is so', () => {
    const words = (['newer-schema', 'unreadable'] as const).map(
      (readOnly) =>
        topRows(windowOf(repositoryFolder([node('paused', { status: { readOnly } })])), NOW)[0]?.description,
    );
    expect(words).toEqual(['update the extension · 4 min', 'cannot be read · 4 min']);
  });

  test('a session on a remote, an unknown state and an unreadable one say what they are', () => {
    const nodes = [
      node('paused', { summary: { remote: true }, status: null }),
      node('stale'),
      { ...node('paused'), problem: 'cut short' },
    ];
    expect(topRows(windowOf(repositoryFolder(nodes)), NOW).map(({ description }) => description)).toEqual([
      'not on this machine yet, on the remote · 4 min',
      'unknown state “stale” · 4 min',
      'cannot be read · 4 min',
    ]);
  });
});

describe('phases', () => {
  const of = node('waiting', { status: { ...approval, rescues: [rescue(1), rescue(2)] } });

  test('show artifact count, attempt and age; rescued work comes after them', () => {
    expect(waveRows(KEY, of, NOW).map(line)).toEqual([
      '1 research | 1/1 · attempt 1 · 4 min',
      '2 plan | 0/1 · attempt 1 · 1 min',
      '3 implement | ',
      'Rescued work | 2',
    ]);
  });

  test('tell what they used where it is known, and nothing is not 0', () => {
    const usage = { inputTokens: 11_000, outputTokens: 1400, totalTokens: null, costUsd: 0.18 };
    const agent = { kind: 'acp', name: 'claude', version: '2.1.0', mode: 'a|b', model: 'opus' };
    const of = node('paused', {
      status: {
        usage,
        phases: [
          donePhase(1, 'research', { usage, agent }),
          donePhase(2, 'plan', { needs: [RESEARCH], usage: { ...usage, costUsd: null } }),
          donePhase(3, 'implement', {
            needs: ['plan' as PhaseId],
            agent: { kind: 'command', name: 'own', version: null },
          }),
        ],
      },
    });
    const rows = waveRows(KEY, of, NOW);
    expect(rows.map(({ description }) => description)).toEqual([
      '1/1 · attempt 1 · $0.18 · 4 min',
      '1/1 · attempt 1 · 12.4k tokens · 4 min',
      '1/1 · attempt 1 · 4 min',
    ]);
    expect(rows[0]?.spoken).toContain('1 of 1 artifact, 12.4k tokens, $0.18, 4 minutes ago');
    const [first, , third] = (of.status?.phases ?? []).map((one) => phaseTooltip(of, one, NOW));
    expect(first).toContain('| Agent | claude 2\\.1\\.0, mode a\\|b, model opus |');
    expect(first).toContain('| Used | 12\\.4k tokens \\(11k in, 1\\.4k out\\), \\$0\\.18 |');
    expect(third).toContain('| Agent | own |');
    expect(third).not.toContain('Used');
    expect(sessionTooltip(of, NOW)).toContain('| Used | 12\\.4k tokens');
  });

  test('[M24] with the log beside them say of a checkpoint its seq, kind, time, phase, attempt, state, commit, artifacts and usage', () => {
    const usage = { inputTokens: 11_000, outputTokens: 1400, totalTokens: null, costUsd: 0.18 };
    const closed = donePhase(1, 'research', { usage });
    const of = node('paused', { status: { phases: [closed, phase(2, 'plan', { needs: [RESEARCH] })] } });
    const [row] = waveRows(KEY, of, NOW);
    expect(row?.spoken).toBe(
      'Phase 1, research, done, attempt 1, 1 of 1 artifact, 12.4k tokens, $0.18, 4 minutes ago',
    );
    expect(phaseTooltip(of, closed, NOW)).toContain(`| Checkpoint | \` ${commit(1).slice(0, 10)} \` |`);
    expect(sessionTooltip(of, NOW)).toContain('| Checkpoint | 2, 4 minutes ago |');
    const entry: LogEntry = {
      seq: 2,
      kind: 'phase',
      phase: closed.id,
      attempt: 1,
      state: 'running',
      checked: null,
      commit: commit(1),
      at: ago(4),
      by: 'Cairn',
      subject: 'cairn: research is done',
      superseded: false,
    };
    const terminal = { now: () => NOW } as Terminal;
    const [heading, line] = logTable([entry], {
      style: createStyle(false),
      width: 100,
      terminal,
      short: (facts) => facts,
    }).split('\n');
    expect(heading).toMatch(/No\. +Kind +Phase +Attempt +Session +Commit +When +What/);
    expect(line).toMatch(/2 +phase +research +1 +running +1111111111 +4 min ago +research is done/);
  });

  test('that were never tried say nothing of an attempt; one that was sent back keeps its past', () => {
    const phases = [
      phase(1, 'sent-back', { attempt: 2, updated: ago(4) }),
      phase(2, 'never', { status: 'cancelled', needs: ['sent-back' as PhaseId] }),
    ];
    const rows = waveRows(KEY, node('cancelled', { status: { phases } }), NOW);
    expect(rows.map((row) => [line(row), row.open])).toEqual([
      ['1 sent-back | attempt 2 · 4 min', 'collapsed'],
      ['2 never | ', 'none'],
    ]);
  });

  test('one that has worked for long says what would be lost of it, and no other does', () => {
    const long = { warning: 'long-attempt', phase: 'plan', minutes: 31, files: 12 } as const;
    const rows = waveRows(KEY, node('running', { status: { warnings: [long] } }), NOW);
    expect(rows.map(({ description }) => description)).toEqual([
      '1/1 · attempt 1 · 4 min',
      '12 files in no checkpoint yet · 0/1 · attempt 1 · 1 min',
      '',
    ]);
    expect(rows[1]?.spoken).toContain('Phase 2, plan, running, 12 files in no checkpoint yet, ');
    expect(rows[0]?.spoken).not.toContain('in no checkpoint');
  });

  test('are spoken with their status in words', () => {
    expect(spoken(waveRows(KEY, of, NOW))).toEqual([
      'Phase 1, research, done, attempt 1, 1 of 1 artifact, 4 minutes ago',
      'Phase 2, plan, waiting for your approval, attempt 1, 0 of 1 artifact, 1 minute ago',
      'Phase 3, implement, not started',
      'Rescued work, kept aside as 2 commits',
    ]);
  });

  test('ids stay the same while everything else changes', () => {
    const ids = (state: string): readonly string[] => waveRows(KEY, node(state), NOW).map(({ id }) => id);
    expect(ids('interrupted')).toEqual(ids('paused'));
  });

  test('one that needs a person is opened when it begins to, however it was shown before', () => {
    const [before, now] = ['pending', 'blocked'].map((word) =>
      waveRows(
        KEY,
        node('running', { status: { phases: [phase(1, 'plan', { status: word, attempt: 1 })] } }),
        NOW,
      ),
    );
    expect(now?.[0]?.open).toBe('expanded');
    expect(now?.[0]?.id).not.toBe(before?.[0]?.id);
  });

  test('the newest rescue comes first', () =>
    expect(rescueRows(KEY, of, NOW).map(({ id, label }) => [id.split(':').at(-1), label])).toEqual([
      ['2', '2 restore'],
      ['1', '1 restore'],
    ]));
});

describe('below a phase', () => {
  test('come reasons, artifacts, checks, output, packet and changed files', () => {
    const view = donePhase(1, 'research', {
      reasons: ['findings.md has no heading “Tests”'],
      artifacts: [
        { path: '.cairn/sessions/s/01-research/findings.md', present: true, bytes: 2048 },
        { path: 'docs/api.md', present: false, bytes: 0 },
        { path: '.cairn/sessions/s/01-research/empty.md', present: true, bytes: 0 },
      ],
      checks: [
        { name: 'npm test', outcome: 'failed', before: 'failed' },
        { name: 'lint', outcome: 'broke', why: 'its command was not found' },
        { name: 'types', outcome: 'passed', changed: ['tsconfig.json'] },
      ],
      output: '/state/output.log',
      notCaptured: [{ path: 'big.bin', why: 'over 10 MB' }],
    });
    const rows = detailRows(KEY, node('blocked'), view);
    expect(rows.map(line)).toEqual([
      'findings.md has no heading “Tests” | ',
      'findings.md | 2.0 KB',
      'docs/api.md | missing',
      'empty.md | empty',
      'npm test | failed, as before anything was changed',
      'lint | could not run: its command was not found',
      'types | passed, but what it runs was changed in this session: tsconfig.json',
      'Agent output | ',
      'Summary | for the next phase',
      'Changed files | 1 not captured',
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(
      rows.filter(({ context }) => context === 'check').map(({ click, subject }) => [click, subject]),
    ).toEqual(
      [1, 2, 3].map((n) => [
        'cairn.showCheckOutput',
        { kind: 'check', n, repository: KEY, session: node('blocked').summary.session, phase: 'research' },
      ]),
    );
  });

  test('a person finds what is to be done where an agent leaves its output', () => {
    const work = { text: 'Write it down.', options: [], kind: 'work' as const };
    const view = phase(2, 'plan', { status: 'waiting', attempt: 1, output: '/state/output.log' });
    const rows = detailRows(KEY, node('waiting', { status: { question: work } }), view);
    expect(rows.map(line).slice(0, 2)).toEqual(['What is to be done | ', 'plan.md | not yet']);
  });

  test('what could not be captured and what is gone come first among the changes', () => {
    const diff = {
      session: 's' as SessionId,
      phase: 'p' as PhaseId,
      from: commit(1),
      to: commit(2),
      root: null,
      changed: [
        { path: 'src/new.ts', change: 'added' as const },
        { path: 'a.ts', change: 'modified' as const },
        { path: 'src/old.ts', change: 'deleted' as const },
      ],
      notCaptured: [{ path: 'big.bin', why: 'over 10 MB' }],
    };
    expect(changeRows(KEY, diff, 'p' as PhaseId).map(line)).toEqual([
      'big.bin | not captured: over 10 MB',
      'old.ts | D · src',
      'a.ts | M',
      'new.ts | A · src',
    ]);
  });
});

test('text of agents is one line in its own reading order in every row and in the status bar, where it is no icon', () => {
  const hostile = 'a\u202eb\n$(pass)';
  const of = node('running', { summary: { title: hostile } });
  const view = donePhase(1, 'p', {
    title: hostile,
    reasons: [hostile],
    artifacts: [{ path: hostile, present: true, bytes: 1 }],
    checks: [{ name: hostile, outcome: 'broke', why: hostile }],
  });
  const state = windowOf(repositoryFolder([of]));
  const rows = [
    ...topRows(state, NOW),
    ...waveRows(KEY, { ...of, status: status(of.summary, { phases: [view] }) }, NOW),
    ...detailRows(KEY, of, view),
  ];
  const bar = statusBar(state);
  const texts = rows.flatMap((row) => [row.label, row.description, row.spoken]);
  expect(texts.filter((text) => text.includes('ab $(pass)')).length).toBeGreaterThan(8);
  expect(bar?.spoken).toContain('ab $(pass)');
  for (const text of [...texts, bar?.text, bar?.spoken, bar?.tooltip]) expect(text).not.toMatch(/[\u202e\n]/);
  expect(bar?.text).toMatch(/^\$\(sync~spin\) ab \$[^(]/);
});

describe('tooltips', () => {
  test('[M42] a session says how much it added to the repository, and a warning where that is much', () => {
    const warning = { warning: 'added-much', bytes: 105_906_176, limit: 100_000_000 } as const;
    const tooltip = sessionTooltip(node('running', { status: { warnings: [warning] } }), NOW);
    expect(tooltip).toContain('| Added | 1\\.2 MB to the repository |');
    expect(tooltip).toContain('$(warning) This session has added 101\\.0 MB to the repository');
  });
  test('a phase that has not begun has little to say', () =>
    expect(phaseTooltip(node('running'), phase(3, 'verify'), NOW)).toContain('not started'));
});

test('the packet that is to be looked at is a row of its phase that opens the file', () => {
  const of = node('waiting', { status: packetReview });
  const waiting = of.status?.phases.find(({ status }) => status === 'waiting');
  const [row] = detailRows(KEY, of, waiting!).filter(({ id }) => id.startsWith('review:'));
  expect([line(row!), row?.click, row?.subject]).toEqual([
    'Summary | for the next phase: edit, then approve',
    'cairn.openArtifact',
    expect.objectContaining({ path: `.cairn/sessions/${of.summary.session}/02-plan/PACKET.md` }),
  ]);
});
