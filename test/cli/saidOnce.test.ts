import { expect, test } from 'vitest';
import type { PhaseId } from '../../src/model/names/ids.ts';
import type { RunNews } from '../../src/runner/runEvents.ts';
import { runLine } from './runLine.ts';

const [API, PAGE] = ['api', 'page'] as [PhaseId, PhaseId];

const begins = (phase: PhaseId, attempt: number): RunNews => ({
  type: 'attempt',
  phase,
  number: 1,
  of: 2,
  attempt,
  resumed: false,
  agent: 'claude',
  because: null,
  output: `/${phase}/${attempt}`,
});
const fails = (phase: PhaseId, tail: readonly string[], retriesLeft: number): RunNews => ({
  type: 'gate-failed',
  by: 'gate',
  phase,
  reasons: ['the check "test" failed with exit code 1'],
  tail,
  retriesLeft,
});
const told = (text: string): RunNews => ({ type: 'told', text });

const shown = async (
  news: readonly RunNews[],
  files: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> => (await runLine(['resume'], { news, files })).out.split('\n');

const often = (lines: readonly string[], line: string): number =>
  lines.filter((one) => one.includes(line)).length;

test('attempts that fail the same way say their last lines once, with the last of them, and how often', async () => {
  const lines = await shown(
    [2, 1, 0].flatMap((left) => [begins(API, 3 - left), fails(API, ['boom', `in ${left}.5 s`], left)]),
  );
  expect(often(lines, '│ boom')).toBe(1);
  expect(lines).toContain('✗ api: it did not pass, the same way 2 times. One more attempt follows (1 left).');
  const last = lines.indexOf('✗ api: it did not pass, the same way 3 times.');
  expect(lines.slice(last + 1, last + 4)).toEqual([
    '  - the check "test" failed with exit code 1',
    '  Last lines of the output:',
    '  │ boom',
  ]);
});

test('attempts that fail in other ways, or of other phases, are not counted together', async () => {
  const lines = await shown([
    begins(API, 1),
    fails(API, ['one'], 1),
    begins(PAGE, 1),
    fails(PAGE, ['one'], 0),
    begins(API, 2),
    fails(API, ['two'], 0),
  ]);
  expect(often(lines, 'the same way')).toBe(0);
  expect([often(lines, '│ one'), often(lines, '│ two')]).toEqual([1, 1]);
});

test('where the last attempt said nothing, what the one before it said last is shown', async () => {
  const lines = await shown([begins(API, 1), fails(API, [], 1), begins(API, 2), fails(API, [], 0)], {
    '/api/1': 'no key in the environment\n',
  });
  expect(often(lines, '│ no key in the environment')).toBe(1);
  expect(lines).toContain('  Last lines of the agent, an attempt before:');
});

test('what several phases tell at once is told once, and what can be typed about it stands below the first', async () => {
  const hint = 'Go on with such work where it lies: cairn resume';
  const changed = 'While the agent worked, .git/config changed.';
  const lines = await shown([
    told(`Attempt 1 of api was cut off.\n${hint}`),
    told(`Attempt 1 of page was cut off.\n${hint}`),
    told(changed),
    told(changed),
    begins(API, 2),
    told(changed),
  ]);
  expect([often(lines, 'was cut off'), often(lines, hint), often(lines, changed)]).toEqual([2, 1, 2]);
});
