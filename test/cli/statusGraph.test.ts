import { expect, test } from 'vitest';
import { mermaidGraph } from '../../src/cli/output/mermaidGraph.ts';
import type { PhaseId } from '../../src/model/names/ids.ts';
import type { LogEntry, PhaseConditions, PhaseView, StatusView } from '../../src/session/results.ts';
import { runLine, type LineOptions } from './runLine.ts';
import { LOG, PHASES, STATUS, scriptedApi } from './scriptedApi.ts';

const [, ground] = PHASES;
const phase = (number: number, id: string, needs: string, over: Partial<PhaseView> = {}): PhaseView => ({
  ...ground!,
  number,
  id: id as PhaseId,
  status: 'pending',
  attempt: 0,
  updated: null,
  artifacts: [],
  needs: needs.split(' ').filter(Boolean) as PhaseId[],
  ...over,
});

/** A plan, an item each for two tasks, docs that are skipped, a review that sent the work back and asks. */
const GRAPH: readonly PhaseView[] = [
  phase(1, 'plan', '', { status: 'done', attempt: 1 }),
  phase(2, 'build-api', 'plan', { title: 'Build the "API"', status: 'done', round: 2, attempt: 3 }),
  phase(2, 'build-a-page-with-a-long-name', 'plan', { status: 'done', round: 2, attempt: 2 }),
  phase(3, 'docs', 'plan', {
    status: 'skipped',
    skipped: { file: 'plan/tasks.json', at: '/docs', found: 'no' },
  }),
  phase(4, 'review', 'build-api build-a-page-with-a-long-name', { status: 'waiting', round: 2, attempt: 2 }),
  phase(5, 'publish', 'review docs'),
];
const CONDITIONS: readonly PhaseConditions[] = [
  { phase: 'docs' as PhaseId, when: 'plan/tasks.json /docs is "yes"', stop: null, loop: null },
  {
    phase: 'review' as PhaseId,
    when: null,
    stop: null,
    loop: {
      to: ['build-api', 'build-a-page-with-a-long-name'] as PhaseId[],
      until: 'review/verdict.json /ok is true',
      max: 2,
    },
  },
  {
    phase: 'publish' as PhaseId,
    when: 'plan/tasks.json /go is true',
    stop: 'publish/no.json exists: true',
    loop: null,
  },
];
const ASKED = {
  kind: 'question',
  text: 'review has had 2 of 2 rounds. review/verdict.json /ok is false.',
  options: ['another round', 'accept as it is', 'stop'],
  about: 'loop',
} as const;
const WAITS: StatusView = {
  ...STATUS,
  next: ['review' as PhaseId],
  phases: GRAPH,
  question: ASKED,
  questions: [{ phase: 'review' as PhaseId, ...ASKED }],
};
const LOG_OF_WAVES: readonly LogEntry[] = (
  [
    ['opened', null, null, 'the session is open'],
    ['phase', 'plan', 1, 'plan is done'],
    ['plan', 'plan', 1, 'build has 2 items'],
    ['phase', 'build-api', 1, 'build-api is done'],
    ['phase', 'build-a-page-with-a-long-name', 1, 'build-a-page-with-a-long-name is done'],
    ['skipped', 'docs', 0, 'docs is skipped'],
    ['round', 'review', 1, 'review sends the work back to build: round 2'],
    ['waiting', 'review', 2, 'review waits for an answer'],
  ] as const
).map(([kind, id, attempt, subject], n) => ({
  ...LOG[0]!,
  seq: n + 1,
  kind,
  phase: id as PhaseId | null,
  attempt,
  state: kind === 'waiting' ? 'waiting' : 'running',
  subject: `cairn: ${subject}`,
}));
const api = () =>
  scriptedApi({
    status: async () => WAITS,
    conditions: async () => CONDITIONS,
    log: async () => LOG_OF_WAVES,
  });

async function golden(name: string, words: readonly string[], options: LineOptions = {}): Promise<void> {
  const { code, out } = await runLine(words, { api: api(), ...options });
  const seen = `$ cairn ${words.join(' ')}\n${out}[exit ${code}]\n`.replaceAll('\u001b', '␛');
  await expect(seen).toMatchFileSnapshot(`../golden/cli/${name}.txt`);
}

test('a session with waves, rounds and skipped phases reads well in a pipe, wide and narrow', async () => {
  await golden('status-waves', ['status']);
  await golden('status-waves-100', ['status'], { terminal: 100 });
  await golden('status-waves-50', ['status'], { terminal: 50 });
});

test('its log reads well: a list that becomes phases, one that is skipped, a round, a question', async () => {
  await golden('log-waves', ['log']);
});

test('its graph is a Mermaid flowchart: states are classes, loops go back dashed with their condition', async () => {
  await golden('status-graph', ['status', '--graph']);
});

test('what a program reads is the same with and without the graph', async () => {
  const [plain, graph] = await Promise.all(
    [['status'], ['status', '--graph']].map((words) => runLine([...words, '--json'], { api: api() })),
  );
  expect(graph?.out).toBe(plain?.out);
});

const HOSTILE = [
  '"]; click p1 "javascript:alert(1)"',
  'end',
  '%%{init: {"securityLevel": "loose"}}%%',
  '%% a comment\n  p9["mine"]',
  '<img src=x onerror=alert(1)>',
  '#quot;] `**bold**` | --> p1',
  'style p1 fill:#f00;',
];

test.each(HOSTILE)('no title, file or value ends a label or is anything but text: %s', (text) => {
  const id = text as PhaseId;
  const graph = mermaidGraph(
    [
      phase(1, text, '', { title: text, status: text }),
      phase(2, 'b', '', { needs: [id], skipped: { file: text, at: text, found: text } }),
    ],
    [{ phase: 'b' as PhaseId, when: text, stop: text, loop: { to: [id], until: text, max: 3 } }],
  );
  const LABEL = /"(?:[\p{L}\p{N} .,·/_-]|#\d+;|<br\/>)*"/gu;
  expect(graph.replace(LABEL, '""').split('\n')).toEqual([
    'flowchart TD',
    '  p1[""]',
    '  p2[""]',
    '  p1 --> p2',
    '  p2 -.->|""| p1',
    expect.stringMatching(/^ {2}classDef pending [\w:#,]+$/),
    '  class p1,p2 pending',
  ]);
});

test('of a condition nothing is cut, and a title that is cut says so', () => {
  const file = `plan/${'a-folder-with-a-long-name/'.repeat(4)}verdict.json`;
  const graph = mermaidGraph(
    [phase(1, 'plan', '', { title: 'Make '.repeat(40) }), phase(2, 'build', 'plan')],
    [
      { phase: 'build' as PhaseId, when: `${file} /score is at least 4`, stop: null, loop: null },
      {
        phase: 'plan' as PhaseId,
        when: null,
        stop: `${file} /words is ${'"so it is" '.repeat(20)}at last`,
        loop: null,
      },
    ],
  );
  expect(graph).toContain('score is at least 4"');
  expect(graph).toContain('at last"');
  expect(graph).toMatch(/Make Ma#8230;<br\/>pending/);
  expect(graph).toContain(file);
});
