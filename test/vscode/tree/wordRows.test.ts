import { describe, expect, test } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { PhaseView, StatusView } from '../../../src/session/results.ts';
import { artifactState } from '../../../src/vscode/state/artifactState.ts';
import { detailRows } from '../../../src/vscode/tree/detailRows.ts';
import { waveRows } from '../../../src/vscode/tree/waveRows.ts';
import { phaseTooltip } from '../../../src/vscode/tree/tooltip.ts';
import type { Row } from '../../../src/vscode/tree/row.ts';
import { approval, donePhase, KEY, node, NOW, packetReview, phase } from '../builders.ts';

const made = (...names: readonly string[]): PhaseView['artifacts'] =>
  names.map((name) => ({ path: `.cairn/sessions/s/02-plan/${name}`, present: true, bytes: 1234 }));

const shown = (rows: readonly Row[]): readonly (readonly [string, string | null])[] =>
  rows.map(({ label, click }) => [label, click]);

/** The rows below a phase that waits. */
function waiting(status: Partial<StatusView>, over: Partial<PhaseView> = {}): readonly Row[] {
  const view = phase(2, 'plan', { status: 'waiting', attempt: 1, artifacts: made('plan.md'), ...over });
  return detailRows(KEY, node('waiting', { status: { phases: [view], ...status } }), view);
}

describe('a phase that waits shows before all else', () => {
  test('what is to be approved, one click away, and the words, each in a row', () => {
    const [artifact, approve, reject, ...others] = waiting(approval);
    expect(shown([artifact!, approve!, reject!])).toEqual([
      ['plan.md', 'cairn.openArtifact'],
      ['Approve', 'cairn.approveAndContinue'],
      ['Reject…', 'cairn.reject'],
    ]);
    expect(approve?.subject).toMatchObject({ kind: 'word', word: 'approve', phase: 'plan' });
    expect(others.map(({ label }) => label)).toEqual(['Changed files']);
  });

  test('the words, where there is so much that they would be out of sight', () => {
    const many = made('1.md', '2.md', '3.md', '4.md', '5.md', '6.md');
    expect(
      waiting(approval, { artifacts: many })
        .map(({ label }) => label)
        .slice(0, 3),
    ).toEqual(['Approve', 'Reject…', '1.md']);
  });

  test('the packet that is to be looked at, and the words', () =>
    expect(shown(waiting(packetReview)).slice(0, 3)).toEqual([
      ['Summary', 'cairn.openArtifact'],
      ['Approve', 'cairn.approveAndContinue'],
      ['Reject…', 'cairn.reject'],
    ]));

  test('what a person has to do, and that it is done once everything is there', () => {
    const work: Partial<StatusView> = { question: { text: '?', options: [], kind: 'work' } };
    const output = '/state/agent.log';
    expect(shown(waiting(work, { output })).slice(0, 3)).toEqual([
      ['What is to be done', 'cairn.showOutput'],
      ['plan.md', 'cairn.openArtifact'],
      ['Complete Phase', 'cairn.completePhase'],
    ]);
    const nothing = [{ path: 'plan.md', present: false, bytes: 0 }];
    expect(waiting(work, { output, artifacts: nothing }).map(({ context }) => context)).not.toContain('word');
  });

  test('no word that would be refused: HEAD is elsewhere, or nobody can read it', () => {
    const back = { text: '?', options: [], kind: 'approval' as const, back: 'git switch main' };
    for (const status of [{ question: back }, { ...approval, readOnly: 'unreadable' as const }])
      expect(waiting(status).map(({ context }) => context)).not.toContain('word');
  });

  test('its word also while others work', () => {
    const view = phase(2, 'plan', { status: 'waiting', attempt: 1 });
    const questions = [{ phase: 'plan' as PhaseId, text: '?', options: [], kind: 'approval' as const }];
    const running = node('running', { status: { phases: [view], questions } });
    expect(detailRows(KEY, running, view).map(({ label }) => label)).toContain('Approve');
  });
});

test('each row of a phase has an id of its own, and stands there once', () => {
  const rows = waiting(
    { ...approval },
    { output: '/state/agent.log', checks: [{ name: 'lint', outcome: 'passed' }] },
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

describe('what a phase promised', () => {
  const ABSENT = { path: 'plan.md', present: false, bytes: 0 };
  test.each<[string, string, number, Parameters<typeof artifactState>[2], string]>([
    ['has not begun', 'pending', 0, null, 'later'],
    ['was sent back and has not begun anew', 'pending', 2, null, 'later'],
    ['asks whether it is to begin', 'waiting', 0, 'question', 'later'],
    ['works', 'running', 1, null, 'later'],
    ['was cut off', 'interrupted', 1, null, 'later'],
    ['asks something', 'waiting', 1, 'question', 'later'],
    ['is a person’s to do', 'waiting', 1, 'work', 'later'],
    ['is to be approved', 'waiting', 1, 'approval', 'missing'],
    ['is blocked', 'blocked', 1, null, 'missing'],
    ['is blocked by the set-up before it began', 'blocked', 0, null, 'later'],
    ['is done', 'done', 1, null, 'missing'],
  ])('is not there while it %s', (_, status, attempt, asks, state) =>
    expect(artifactState({ status, attempt }, ABSENT, asks)).toBe(state),
  );

  test('is there, or empty, whatever the phase', () => {
    const begun = { status: 'done', attempt: 1 };
    expect(artifactState(begun, { ...ABSENT, present: true, bytes: 1 }, null)).toBe('there');
    expect(artifactState(begun, { ...ABSENT, present: true }, null)).toBe('empty');
  });

  test('is nowhere said to be missing of a phase that has not begun, and not counted', () => {
    const later = phase(3, 'verify', { needs: ['plan' as PhaseId] });
    const session = node('running', { status: { phases: [donePhase(1, 'plan'), later] } });
    const row = waveRows(KEY, session, NOW).at(-1);
    expect(row?.label).toBe('3 verify');
    const said = [
      row?.description,
      row?.spoken,
      phaseTooltip(session, later, NOW),
      ...detailRows(KEY, session, later).map(({ spoken }) => spoken),
    ].join('\n');
    expect(said).not.toMatch(/missing|0\/1|0 of 1/);
    expect(said).toContain('` verify.md ` not yet');
  });

  test('is not named where the phase is skipped', () => {
    const skipped = phase(3, 'verify', { status: 'skipped' });
    expect(phaseTooltip(node('running'), skipped, NOW)).not.toContain('verify.md');
  });
});
