import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEMO } from '../support/session.ts';
import { ownFlow } from './exampleFlow.ts';
import { json, withWords } from './exampleParts.ts';
import { kindsOf, playToItsEnd, stageOf } from './playExample.ts';

const [, section = ''] =
  /^## Waves, rounds and items\n(.*?)^## /ms.exec(readFileSync('README.md', 'utf8')) ?? [];
const [, workflow = ''] = /^```yaml\n(.*?)^```/ms.exec(section) ?? [];

test('the workflow of the README runs as the README says: its tasks as soon as what they need is done, a second round, its table', async () => {
  const tasks = [
    { id: 'model', title: 'the model', what: 'Build the model.' },
    { id: 'form', title: 'the form', what: 'Build the form.', needs: ['model'] },
    { id: 'list', title: 'the list', what: 'Build the list.', needs: ['model'] },
  ];
  const s = await stageOf(ownFlow(workflow), {
    parts: withWords({
      plan: json('tasks.json', { tasks }),
      default: 'work; page summary.md Summary',
      verify: json('verdict.json', { ok: false }),
      'verify-2': json('verdict.json', { ok: true }),
    }),
  });
  await playToItsEnd(s);
  const round = ['phase build-model', 'phase build-form', 'phase build-list'];
  const kinds = await kindsOf(s);
  expect(kinds.slice(0, 5)).toEqual(['opened', 'waiting plan', 'approval plan', 'plan plan', round[0]]);
  // Which of two that are at work at once ends first, nobody knows.
  expect(kinds.toSorted()).toEqual(
    [
      'opened',
      'waiting plan',
      'approval plan',
      'plan plan',
      ...round,
      'round verify',
      ...round,
      'phase verify',
    ].toSorted(),
  );
  const status = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/STATUS.md`);
  expect(cellsOf(section)).toEqual(cellsOf(status).map((row) => [...row.slice(0, 5), row[6]]));
  expect(await s.agent.prompt('build-form')).toContain('Build the form.');
  expect(await s.agent.prompt('build-form', 2)).toContain('verify/verdict.json /ok is false.');
});

/** The cells of each row of a table, but for the line below its heads. */
const cellsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
