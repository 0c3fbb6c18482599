import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';
import { claude, printed } from '../support/headlessStreams.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';

/** A session whose agent is a program called `claude`, which prints this for programs and leaves `made.md`. */
async function claudeStage(
  lines: readonly object[],
  { exit = 0, ...world }: Partial<Parameters<Stage['seat']>[0]> & { readonly exit?: number } = {},
): Promise<Stage> {
  const file = join(await temporaryFolder(), 'claude');
  await writeFile(
    file,
    `#!/bin/sh\ncat > /dev/null\nprintf '# Made\\n' > made.md\ncat <<'END'\n${printed(lines)}END\nexit ${exit}\n`,
  );
  await chmod(file, 0o755);
  const command = [file, '-p', '--output-format', 'stream-json', '--verbose'];
  return stage(
    { agent: { kind: 'command', command }, phases: [{ id: 'one', artifacts: ['/made.md'] }] },
    { world },
  );
}

const recordOf = async (s: Stage): Promise<unknown> =>
  JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`));

test('what a headless agent says for programs is in the record: its last message, tokens, cost, model, what it was denied; its session in the journal', async () => {
  const said = [
    claude.init,
    claude.says('Making it.'),
    claude.result({
      result: 'Made it.',
      permission_denials: [{ tool_name: 'Bash', tool_use_id: 'b', tool_input: { command: 'npm test' } }],
    }),
  ];
  // Once the phase is closed, the journal of its attempts is gone.
  let journal = '';
  const s = await claudeStage(said, {
    reached: (point) => {
      if (point === 'attempt/agent-ended')
        journal = readFileSync(join(s.repo.root, '.git', 'cairn', DEMO, 'journal.jsonl'), 'utf8');
    },
  });
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect(await recordOf(s)).toMatchObject({
    outcome: 'completed',
    finalText: 'Made it.',
    agent: { kind: 'command', name: 'claude', model: 'claude-sonnet-4-5-20250929', mode: 'acceptEdits' },
    usage: { inputTokens: 11, outputTokens: 2, totalTokens: 1013, costUsd: 0.0421 },
    permissions: [{ kind: 'execute', title: 'npm test', paths: [], decision: 'denied', by: 'agent' }],
  });
  expect(journal).toContain('"type":"session-hint"');
  expect(journal).toContain('a-session');
  expect((await s.api.output(DEMO, 'one'))?.text).toContain('Making it.');
  expect(await s.violations()).toEqual([]);
});

test('a headless agent that is not logged in asks for that, and its artifact does not make the phase done', async () => {
  const words = 'Not logged in · Please run /login';
  const s = await claudeStage([claude.init, claude.result({ is_error: true, result: words })], { exit: 1 });
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  const { question } = await s.api.status(DEMO);
  expect(question?.text).toBe('The agent of one is not logged in. Log in with: claude /login. Then answer.');
});
