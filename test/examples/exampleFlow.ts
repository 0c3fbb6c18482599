import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Flow } from '../support/session.ts';
import { EXAMPLES } from './driveTour.ts';

/** A workflow of `examples/workflows/` as the tests copy it: the lines that are marked for it are changed, and no others. */
export async function exampleFlow(name: string): Promise<Flow> {
  const text = await readFile(join(EXAMPLES, 'workflows', `${name}.yaml`), 'utf8');
  return ownFlow(text);
}

/** A workflow text whose agent is the one that the test plays, and whose commands are those of a repository without npm. */
export const ownFlow = (text: string): Flow =>
  parse(
    text
      .replaceAll('agent: auto', 'agent: player')
      .replace('setup: [npm ci]', 'setup: [mkdir -p src]')
      .replaceAll('run: npm test', 'run: test -d src'),
  ) as Flow;
