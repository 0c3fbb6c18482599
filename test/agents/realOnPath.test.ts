import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentPlace, RealAgent } from '../support/agents/realAgent.ts';
import { opencode } from '../support/agents/opencode.ts';
import { qwen } from '../support/agents/qwen.ts';
import { scriptedModel } from '../support/model/scriptedModel.ts';
import { writesThenDone } from '../support/model/scripts.ts';
import { say } from '../support/model/turn.ts';
import { DEMO, stage } from '../support/session.ts';

const KINDS: readonly (readonly [
  name: string,
  make: (place: AgentPlace) => Promise<RealAgent>,
  mode: string,
])[] = [
  ['opencode', (place) => opencode(place), 'build'],
  ['qwen', qwen, 'auto-edit'],
];

test.each(KINDS)(
  '%s, found on PATH as a person has it: `auto` takes it, in the mode of the table, and says so',
  async (name, make, mode) => {
    const model = await scriptedModel([say('done')]);
    const s = await stage({ agent: 'auto', phases: [{ id: 'one' }] });
    const { command, env } = (await make({ url: model.url, home: join(s.repo.root, '..', 'home') })).acp;
    const path = await onPath(join(s.repo.root, '..', 'bin'), name, command);
    const seat = await s.seat({
      agents: {},
      env: { ...env, ...s.repo.env, HOME: env['HOME'], PATH: [path, s.repo.env['PATH']].join(delimiter) },
    });
    const folder = join(s.repo.root, '..', 'repo.worktrees', DEMO, `.cairn/sessions/${DEMO}/01-one`);
    model.play(writesThenDone({ [join(folder, 'result.md')]: 'well\n' }));

    const found = (await seat.api.agents()).agents.find((agent) => agent.name === name);
    expect(found).toMatchObject({ kind: 'acp', from: 'known', program: join(path, name) });
    expect(found?.version).toMatch(/\d+\.\d+\.\d+/);
    expect(await seat.start()).toMatchObject({ reason: 'completed' });
    expect(seat.progress.find((event) => event.type === 'attempt')).toMatchObject({
      agent: name,
      because: expect.stringContaining('first known agent on PATH') as string,
    });
    const record = JSON.parse(
      await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`),
    ) as { readonly agent: unknown };
    expect(record.agent).toMatchObject({ kind: 'acp', name, mode, version: found?.version });
  },
);

/** A program of that name in a folder, which starts the agent as the tests have it. */
async function onPath(folder: string, name: string, command: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  // The preset says itself how the protocol is asked for.
  const start = command.filter((word) => word !== 'acp' && word !== '--acp').map((word) => `'${word}'`);
  const program = join(folder, name);
  await writeFile(program, `#!/bin/sh\nexec ${start.join(' ')} "$@"\n`);
  await chmod(program, 0o755);
  return folder;
}
