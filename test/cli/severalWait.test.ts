import { expect, test } from 'vitest';
import type { PhaseId } from '../../src/model/names/ids.ts';
import { runLine } from './runLine.ts';
import { PHASES, scriptedApi, STATUS } from './scriptedApi.ts';

const [plan, implement] = ['plan', 'implement'] as [PhaseId, PhaseId];

test('where two phases wait, status shows what each asks, and each command names its phase', async () => {
  const phases = PHASES.map((row) =>
    row.id === implement ? { ...row, status: 'waiting', attempt: 1 } : row,
  );
  const api = scriptedApi({
    status: async () => ({
      ...STATUS,
      phases,
      next: [plan, implement],
      questions: [
        { phase: plan, text: 'plan waits for your approval.', options: [], kind: 'approval' },
        { phase: implement, text: 'Which colour?\nIt is not said.', options: [], kind: 'question' },
      ],
    }),
  });
  const { out } = await runLine(['status'], { api });
  expect(out).toContain('\nplan waits for your approval.\n\nimplement: Which colour?\nIt is not said.\n');
  const next = out.slice(out.indexOf('\nNext\n')).replaceAll(/ +/g, ' ');
  expect(next).toMatch(/cairn diff .*plan see[^]*cairn approve .*plan say[^]*cairn reject .*plan -m/);
  expect(next).toMatch(/cairn answer .*implement -m "…" answer it\n cairn resume/);
  expect(next.match(/resume/g)).toHaveLength(1);
});
