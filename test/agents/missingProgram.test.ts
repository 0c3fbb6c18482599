import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO, stage, type Stage } from '../support/session.ts';

const SCRIPT = { kind: 'command', command: ['./scripts/agent.sh'] };

/** A repository with a script that writes what every phase promises, and may not be executed. */
const withScript = (phase: object): Promise<Stage> =>
  stage(
    { agent: 'auto', phases: [{ id: 'one', retries: 2, ...phase }] },
    {
      files: { 'scripts/agent.sh': '#!/bin/sh\necho done > "$CAIRN_PHASE_DIR/result.md"\n' },
      world: { agents: { mine: SCRIPT } },
    },
  );

test('a script of the repository is an agent that `auto` finds only where it may be executed', async () => {
  const s = await withScript({});
  const mine = async () => {
    const { agents, auto } = await s.api.agents();
    const { kind, program } = agents.find(({ name }) => name === 'mine') ?? {};
    return { kind, program, auto: auto.name, because: auto.because };
  };
  const file = join(s.repo.root, 'scripts/agent.sh');
  const because = expect.stringContaining(`mine (${file})`);
  expect(await mine()).toMatchObject({ kind: null, program: null, because });
  await chmod(file, 0o755);
  expect(await mine()).toMatchObject({ kind: 'command', program: file, auto: 'mine' });
});

test.for([
  ['may not be executed', './scripts/agent.sh', /may not be executed \(EACCES\)/],
  ['is not there', './scripts/other.sh', /there is no program .*other\.sh \(ENOENT\)/],
] as const)(
  'an agent whose program %s blocks at once: its retries would be the same',
  async ([, program, why]) => {
    const s = await withScript({ agent: { kind: 'command', command: [program] } });
    expect(await s.start()).toMatchObject({ reason: 'blocked', phase: 'one' });
    expect(await s.log()).toEqual(['1 opened - running', '2 blocked one/1 blocked']);
    const [phase] = (await s.api.status(DEMO)).phases;
    expect(phase?.reasons[0]).toMatch(/^the agent did not begin: .*could not be started/);
    expect(phase?.reasons[0]).toMatch(why);
    expect(s.progress).toContainEqual(expect.objectContaining({ type: 'gate-failed', retriesLeft: 0 }));
  },
);

test.for(['command', 'acp'])(
  'a program of the workflow (%s) that is not on PATH is refused before anything begins',
  async (kind) => {
    const s = await withScript({ agent: { kind, command: ['nosuchprog'] } });
    await expect(s.start()).rejects.toMatchObject({
      code: 'machine/agent-not-found',
      details: { agent: 'nosuchprog', tried: ['nosuchprog on PATH, as the workflow says'] },
    });
    expect(await s.api.list()).toEqual([]);
  },
);
