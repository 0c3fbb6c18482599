import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { UNKNOWN_PROJECT } from '../../src/model/project/project.ts';
import { commandsOf } from '../../src/model/workflow/shipped/commands.ts';
import { composeWorkflow } from '../../src/model/workflow/shipped/composeWorkflow.ts';
import type { Flow } from '../support/session.ts';
import { EXAMPLES } from './driveTour.ts';
import type { ExamplePlay } from './exampleParts.ts';

/**
 * A workflow of `examples/workflows/` as the tests copy it: the lines that are marked for it are changed, and no others; or one that
 * comes with Cairn, for a project with these tests.
 */
export async function exampleFlow({ file, shipped }: Pick<ExamplePlay, 'file' | 'shipped'>): Promise<Flow> {
  const commands = commandsOf(UNKNOWN_PROJECT, { setup: ['mkdir -p src'], checks: [TESTS] });
  if (shipped !== undefined) return ownFlow(composeWorkflow(shipped, commands));
  return ownFlow(await readFile(join(EXAMPLES, 'workflows', `${file ?? ''}.yaml`), 'utf8'));
}

/** A workflow text whose agent is the one that the test plays, and whose commands are those of a repository without npm. */
export const ownFlow = (text: string): Flow =>
  parse(
    text
      .replaceAll('agent: auto', 'agent: player')
      .replace('setup: [npm ci]', 'setup: [mkdir -p src]')
      .replaceAll('run: npm test', `run: ${TESTS}`)
      .replaceAll('run: npm run lint --if-present', 'run: test -d src'),
    (key, value: unknown) => (key === 'run' && Array.isArray(value) ? standIn(value) : value),
  ) as Flow;

/** Tests that fail as long as somebody has left one that does. */
const TESTS = 'test -d src && test ! -e src/fails';

/** For a program that a twin lacks: what asks Node whether the tests fail, and git what is left of a merge. */
const standIn = ([program]: readonly unknown[]): string =>
  program === 'node' ? `if ${TESTS}; then exit 1; fi` : 'test ! -e src/fails';
