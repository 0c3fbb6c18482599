import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/model/workflow/config.ts';
import { configJsonSchema } from '../../../src/model/workflow/configJsonSchema.ts';

const FILE = '.cairn/config.yaml';

const problemsOf = (text: string): readonly string[] => {
  const read = parseConfig(FILE, text);
  return read.ok ? [] : read.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
};

test('.cairn/config.yaml names the workflow of sessions for which nobody names one, and says where', () => {
  expect(parseConfig(FILE, '# how we work\nworkflow: fix\n')).toEqual({
    ok: true,
    value: { workflow: 'fix', line: 2, column: 11 },
  });
  for (const nothing of ['', '\n', '# workflow: fix\n', '{}'])
    expect(parseConfig(FILE, nothing)).toMatchObject({ ok: true, value: { workflow: null } });
});

test.each([
  ['workflow: ../fix.yaml\n', '1:11 "workflow" must be the name of a workflow'],
  ['workflow: /etc/flow.yaml\n', '1:11 "workflow" must be the name of a workflow'],
  ['workflow: Fix\n', '1:11 "workflow" must be the name of a workflow'],
  ['workflow: 12\n', '1:11 "workflow" must be text, not 12; put it in quotes'],
  ['workflow: [fix]\n', '1:1 "workflow" must be text, not a list'],
  ['# x\nworkfow: fix\n', '2:1 unknown key "workfow"; did you mean "workflow"?'],
  ['workflow: fix\nsetup: npm ci\n', '2:1 unknown key "setup"'],
  ['workflow: fix\nworkflow: review\n', '2:1 this key is here twice'],
  ['- fix\n', '1:1 the file must be a block of keys, not a list'],
  ['workflow: "fix\n', '2:1 not valid YAML'],
])('%j is refused: %s', (text, problem) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
});

test('editors check it by schemas/config.schema.json, which `node scripts/writeSchema.ts` writes', () => {
  expect(readFileSync('schemas/config.schema.json', 'utf8')).toBe(
    `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
  );
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: { yamlValidation: readonly object[] };
  };
  expect(contributes.yamlValidation).toContainEqual({
    fileMatch: [FILE],
    url: './schemas/config.schema.json',
  });
});
