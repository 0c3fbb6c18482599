import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { oldestNode } from '../support/oldestNode.ts';

const run = promisify(execFile);
const cli = builtCairn();

const WORKFLOW = `schema: 1
name: old
agent: { kind: command, command: [sh, agent.sh] }
phases:
  - id: one
    artifacts: [one.md]
    checks: [{ run: test -s "$CAIRN_PACKET" }]
  - id: two
    artifacts: [two.json]
`;
const AGENT = `printf '# Decisions\\n\\n- kept small\\n' > "$CAIRN_PHASE_DIR/$CAIRN_PHASE.md"
echo '["done"]' > "$CAIRN_PHASE_DIR/$CAIRN_PHASE.json"
`;

it('a whole session goes through on the oldest Node that is promised', async () => {
  const node = await oldestNode();
  expect((await run(node, ['--version'])).stdout).toMatch(/^v22\./);
  const repo = await gitRepo({ 'agent.sh': AGENT, '.cairn/workflows/old.yaml': WORKFLOW });
  const cairn = async (...words: readonly string[]): Promise<string> =>
    (await run(node, [cli(), ...words], { cwd: repo.root, env: repo.env })).stdout;

  const started = JSON.parse(
    await cairn('start', 'old', '--request', 'Try it', '--id', 'old-node', '--json'),
  );
  expect(started).toMatchObject({ reason: 'completed', seq: 3, state: 'done' });
  const undone = JSON.parse(await cairn('restore', 'old-node', 'one', '--json'));
  expect(undone).toMatchObject({ restoredTo: { phase: 'one', seq: 2 }, seq: 4 });
  expect(JSON.parse(await cairn('verify', 'old-node', '--json'))).toMatchObject({ violations: [] });
});
