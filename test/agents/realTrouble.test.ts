import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AgentPlace, RealAgent } from '../support/agents/realAgent.ts';
import { opencode } from '../support/agents/opencode.ts';
import { qwen } from '../support/agents/qwen.ts';
import { realStage, type AgentSettings } from '../support/agents/realStage.ts';
import { shellCall } from '../support/model/agentTools.ts';
import { writesThenDone } from '../support/model/scripts.ts';
import type { ModelRequest } from '../support/model/script.ts';
import type { ScriptedModel } from '../support/model/scriptedModel.ts';
import { call, cut, fail, stall, type Turn } from '../support/model/turn.ts';
import { eventually } from '../support/realProcesses.ts';
import { DEMO } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';
import { stillRunning } from '../support/stillRunning.ts';

interface Kind {
  readonly make: (place: AgentPlace) => Promise<RealAgent>;
  /** Does everything without asking. */
  readonly free: AgentSettings;
  /** What its own retries come to an end with, in seconds; the other two it tries again for minutes. */
  readonly givesUpOn: Turn;
}

/** Of the two Qwen Code starts five times as fast; opencode's turn is thorough. */
const KINDS: readonly (readonly [string, Kind])[] = [
  ['opencode', { make: (place) => opencode(place), free: {}, givesUpOn: fail(429, { retryAfter: 0.05 }) }],
  ['Qwen Code', { make: qwen, free: { mode: 'yolo' }, givesUpOn: cut() }],
];
const ONE = [{ id: 'one' }];
const SILENCE = { stall: '10s' };

const kinds = ({ requests }: ScriptedModel): readonly string[] =>
  requests.flatMap(({ got }) => (got === 'side' ? [] : [got]));

/** These turns, one for each request, and then the work. */
function first(
  turns: readonly Turn[],
  work: (request: ModelRequest) => Turn,
): (request: ModelRequest) => Turn {
  const left = [...turns];
  return (request) => left.shift() ?? work(request);
}

describe.each(KINDS)('%s, whose model is in trouble', THOROUGH, (_name, { make, free, givesUpOn }) => {
  test('gets over a rate limit, an error and a stream that breaks off by itself: one attempt, nothing to read', async () => {
    const { s, model, artifact } = await realStage(make, ONE, free);
    const trouble = [fail(429, { retryAfter: 1 }), fail(500), cut()];
    model.play(first(trouble, writesThenDone({ [artifact('one')]: 'well\n' })));
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    expect(kinds(model)).toEqual(['error', 'error', 'cut', 'reply', 'reply']);
    const limited = model.requests.filter(({ got }) => got !== 'side');
    expect(limited[1]!.at - limited[0]!.at).toBeGreaterThan(900);
    expect(s.told()).toEqual([]);
    expect((await s.api.status(DEMO)).phases).toMatchObject([{ attempt: 1, status: 'done' }]);
    expect(await s.violations()).toEqual([]);
  });

  test('that gives up is sent again a little later, without the loss of a retry, and comes to its end', async () => {
    const { s, model, artifact } = await realStage(make, ONE, free);
    model.play([givesUpOn]);
    const started = s.start();
    const said =
      'The provider of the agent refused it for now (too many requests, or out of reach); again in 5 s, no retry is used.';
    expect(await eventually(() => s.told().includes(said), 120_000)).toBe(true);
    const spent = kinds(model).length;
    model.play(writesThenDone({ [artifact('one')]: 'well\n' }));
    expect(await started).toMatchObject({ reason: 'completed' });
    expect(kinds(model).slice(spent)).toEqual(['reply', 'reply']);
    expect(await s.log()).toEqual(['1 opened - running', '2 phase one/2 done']);
    expect(await s.violations()).toEqual([]);
  });

  test('that says nothing: a person is asked, it is not pushed, and it goes on once all is well', async () => {
    const { s, model, root, artifact, again } = await realStage(make, ONE, { ...free, ...SILENCE });
    model.play([stall()]);
    const lives = aliveUntilAsked(model, root);
    expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'one' });
    clearInterval(lives);
    expect((await s.api.status(DEMO)).question?.text).toBe(
      'The agent of one has said nothing for 10 s and was ended. Answer with what it should do: the next attempt is told, and goes on with what lies there.',
    );
    const spent = kinds(model);
    // One that waits for an answer has asked for it once. An agent that tries a broken provider for minutes looks the same.
    expect(spent).toEqual(['stall']);
    expect(await stillRunning(s.repo.root)).toEqual([]);
    model.play(writesThenDone({ [artifact('one')]: 'well\n' }));
    const patient = await again(free);
    await patient.api.answer(DEMO, 'The provider is well again.');
    expect((await patient.resume()).reason).toBe('completed');
    expect(kinds(model).slice(spent.length)).toEqual(['reply', 'reply']);
    const told = model.requests.find(({ body }) =>
      JSON.stringify(body).includes('The provider is well again.'),
    );
    expect(told).toBeDefined();
    expect(await s.violations()).toEqual([]);
  });

  test('killed with -9 in the middle of a command of its own: nothing of it is left, resume does the phase again', async () => {
    const { s, model, root, artifact } = await realStage(make, ONE, free);
    model.play(({ tools }) =>
      call(shellCall(tools, 'echo half > half.txt; sleep 600; echo never > never.txt')),
    );
    const started = s.start();
    expect(
      await eventually(
        async () => (await s.repo.look(join('..', 'repo.worktrees', DEMO, 'half.txt'))) !== null,
        120_000,
      ),
    ).toBe(true);
    process.kill(-(await agentGroup(s.repo)), 'SIGKILL');
    expect(await started).toMatchObject({ reason: 'blocked' });
    expect(await stillRunning(s.repo.root)).toEqual([]);
    expect((await s.api.status(DEMO)).phases).toMatchObject([{ attempt: 1, status: 'blocked' }]);
    model.play(writesThenDone({ [artifact('one')]: 'whole\n' }));
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.repo.git('show', `cairn/demo:half.txt`)).toBe('half');
    expect(await s.repo.look(join(root, 'never.txt'))).toBeNull();
    expect((await s.api.status(DEMO)).phases).toMatchObject([{ attempt: 2, status: 'done' }]);
    expect(await s.violations()).toEqual([]);
  });
});

/** On a busy machine an agent may be silent for long before its first request: until then a file changes. */
function aliveUntilAsked(model: ScriptedModel, root: string): NodeJS.Timeout {
  let n = 0;
  return setInterval(() => {
    if (kinds(model).length > 0) return;
    n += 1;
    // There is no working tree yet.
    void writeFile(join(root, 'alive.txt'), String(n)).catch(() => undefined);
  }, 500);
}

/** The process group of the newest attempt's agent. */
async function agentGroup(repo: { read(path: string): Promise<string> }): Promise<number> {
  const journal = await repo.read(`.git/cairn/${DEMO}/journal.jsonl`);
  const started = journal.split('\n').filter((line) => line.includes('process-started'));
  return (JSON.parse(started.at(-1) ?? '{}') as { readonly pid: number }).pid;
}
