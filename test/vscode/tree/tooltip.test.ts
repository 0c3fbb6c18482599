import { expect, test } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { phaseTooltip, sessionTooltip } from '../../../src/vscode/tree/tooltip.ts';
import { donePhase, node, NOW, phase } from '../builders.ts';

const LIVE = '![x](https://a.b/c.png) [run](command:evil) https://a.b $(gear) <b> a|b';

/** What no code span holds: one ends at the next run of as many backticks as began it, in its line. */
const outsideCode = (markdown: string): string =>
  markdown.replaceAll(/\\.|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, (found) =>
    found.startsWith('`') ? '' : found,
  );

test.each([
  LIVE,
  `${LIVE} \``,
  `\` ${LIVE}`,
  `\`\` ${LIVE} \`\`\``,
  `\`${LIVE}\``,
  `x\r\r${LIVE}`,
  `x\u2028\u2028${LIVE}`,
  `x\n\n${LIVE}\\`,
])('what agents and people wrote becomes no link, image, HTML or icon on hover: %j', (hostile) => {
  const title = { id: 'plan' as PhaseId, title: hostile };
  const question = { text: hostile, options: [], kind: 'question' } as const;
  const conflict = { files: [{ kind: 'content', paths: [hostile] }], with: ['plan' as PhaseId] };
  const asking = phase(2, 'build', { status: 'waiting', needs: ['plan' as PhaseId] });
  const done = donePhase(1, 'plan', {
    ...title,
    reasons: [hostile],
    artifacts: [{ path: hostile, present: true, bytes: 1 }],
    checks: [{ name: hostile, outcome: 'failed' }],
    notCaptured: [{ path: hostile, why: hostile }],
  });
  const of = node('waiting', {
    summary: { title: hostile, workflow: hostile, branch: hostile },
    status: {
      phases: [done, asking, phase(3, 'docs', { ...title, needs: ['plan' as PhaseId] })],
      question,
      questions: [{ ...question, phase: 'build' as PhaseId, about: 'conflict', conflict }],
      inputs: { ticket: hostile },
      warnings: [{ warning: 'history', what: hostile }],
    },
  });
  const before = { now: { does: 'check', name: hostile, n: 1, of: 2, since: '' }, red: [hostile] } as const;
  for (const tooltip of [
    sessionTooltip({ ...of, preparation: before }, NOW),
    sessionTooltip(of, NOW),
    phaseTooltip(of, done, NOW),
    phaseTooltip(of, asking, NOW),
  ]) {
    expect(tooltip).toContain('evil');
    expect(outsideCode(tooltip)).not.toMatch(/(?<!\\)(\[run|\[x|<|\bhttps:)/);
    // VS Code draws icons in what Markdown has made of it, in code, too.
    expect(tooltip.replaceAll('\\', '')).not.toContain('$(gear)');
    for (const row of tooltip.split('\n').filter((line) => line.startsWith('|')))
      expect(row.match(/(?<!\\)\|/g)).toHaveLength(3);
  }
});

test('a session says on hover what it was given, each on a line, and its result once that is there', () => {
  const status = {
    inputs: { ticket: 'AB-1', note: `one\ntwo | [three](command:x) ${'x'.repeat(200)}` },
    result: { path: 'out.json', present: true, bytes: 2 },
  };
  const shown = sessionTooltip(node('done', { status }), NOW);
  expect(shown).toContain('| ticket | AB\\-1 |');
  expect(shown).toMatch(/\| note \| one two .*x{20}…\s*\|/);
  expect(shown).not.toContain('](command');
  expect(shown).toContain('| Result | ` out.json ` |');
  expect(sessionTooltip(node('running', {}), NOW)).not.toContain('Result');
  const landed = node('done', { summary: { landed: true, landedOn: 'a|b' } });
  expect(sessionTooltip(landed, NOW)).toContain('| Landed | on the branch a\\|b |');
});
