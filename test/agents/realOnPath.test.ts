import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentPlace, RealAgent } from '../support/agents/realAgent.ts';
import { opencode } from '../support/agents/opencode.ts';
import { qwen } from '../support/agents/qwen.ts';
import { scriptedModel, type ScriptedModel } from '../support/model/scriptedModel.ts';
import { writesThenDone } from '../support/model/scripts.ts';
import { fail, say } from '../support/model/turn.ts';
import { DEMO, stage, type Seat, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const KINDS: readonly (readonly [
  name: string,
  make: (place: AgentPlace) => Promise<RealAgent>,
  mode: string,
  login: string,
])[] = [
  ['opencode', (place) => opencode(place), 'build', 'opencode auth login'],
  ['qwen', qwen, 'auto-edit', 'qwen'],
];

test.each(KINDS)(
  '%s, found on PATH as a person has it: `auto` takes it, in the mode of the table, and says so',
  THOROUGH,
  async (name, make, mode) => {
    const { s, seat, model, program } = await onPath(name, make);
    model.play(writesThenDone({ [artifactOf(s)]: 'well\n' }));

    const found = (await seat.api.agents()).agents.find((agent) => agent.name === name);
    expect(found).toMatchObject({ kind: 'acp', from: 'known', program });
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

test.each(KINDS)(
  '%s, whose key is not accepted: a person is told what to type, and it goes on after the answer',
  THOROUGH,
  async (name, make, _mode, login) => {
    const { s, seat, model } = await onPath(name, make);
    model.play([fail(401)]);
    expect(await seat.start()).toMatchObject({ reason: 'waiting' });
    expect((await seat.api.status(DEMO)).question?.text).toBe(
      `The agent of one is not logged in. Log in with: ${login}. Then answer.`,
    );
    model.play(writesThenDone({ [artifactOf(s)]: 'well\n' }));
    await seat.api.answer(DEMO, 'I am logged in.');
    expect((await seat.resume()).reason).toBe('completed');
  },
);

const artifactOf = ({ repo }: Stage): string =>
  join(repo.root, '..', 'repo.worktrees', DEMO, `.cairn/sessions/${DEMO}/01-one/result.md`);

/** A session for `auto`, on a machine on which this agent is the one that is installed. */
async function onPath(
  name: string,
  make: (place: AgentPlace) => Promise<RealAgent>,
): Promise<{
  readonly s: Stage;
  readonly seat: Seat;
  readonly model: ScriptedModel;
  readonly program: string;
}> {
  const model = await scriptedModel([say('done')]);
  const s = await stage({ agent: 'auto', phases: [{ id: 'one' }] });
  const { command, env } = (await make({ url: model.url, home: join(s.repo.root, '..', 'home') })).acp;
  const folder = join(s.repo.root, '..', 'bin');
  await mkdir(folder);
  // The preset says itself how the protocol is asked for.
  const start = command.filter((word) => word !== 'acp' && word !== '--acp').map((word) => `'${word}'`);
  const program = join(folder, name);
  await writeFile(program, `#!/bin/sh\nexec ${start.join(' ')} "$@"\n`);
  await chmod(program, 0o755);
  const seat = await s.seat({
    agents: {},
    env: { ...env, ...s.repo.env, HOME: env['HOME'], PATH: [folder, s.repo.env['PATH']].join(delimiter) },
  });
  return { s, seat, model, program };
}
