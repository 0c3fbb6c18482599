import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Texts of the format: files and prompts that name a command of the terminal on purpose, for whoever reads them there. */
const WRITTEN = new Set([
  'src/model/packet/ownEntries.ts',
  'src/model/prompt/buildPrompt.ts',
  'src/model/prompt/manualInstructions.ts',
  'src/model/workflow/sampleWorkflow.ts',
]);
/** Files that say how programs of others are started. */
const PROGRAMS = new Set(['src/model/agent/knownAgents.ts', 'src/model/workflow/projectTests.ts']);

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=[;,{}()]) \/\/.*$/gm;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
/** A command of ours as it is typed, or an option of one. What git is told has options, too. */
const TYPED = /\bcairn [a-z]|(?<![\w-])--[a-z]/;

function typedIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll(COMMENT, '');
  return (text.match(LITERAL) ?? []).filter((literal) => TYPED.test(literal.replaceAll(/`?git .*/g, '')));
}

const files = ['src/session', 'src/model'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file).replaceAll('\\', '/')),
);

test('session and model spell no command of the terminal and no option: an edge says what can be typed there', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files
    .filter((file) => !WRITTEN.has(file) && !PROGRAMS.has(file))
    .flatMap((file) => typedIn(file).map((literal) => `${file}: ${literal}`));
  expect(found).toEqual([]);
});

test('each file that may, does', () =>
  expect([...WRITTEN, ...PROGRAMS].filter((file) => typedIn(file).length === 0)).toEqual([]));
