import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acpTalk, type AcpTalk } from '../support/agents/acpTalk.ts';
import type { AgentPlace, RealAgent } from '../support/agents/realAgent.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { scriptedModel, type ScriptedModel } from '../support/model/scriptedModel.ts';
import { runsThenDone, writesThenDone } from '../support/model/scripts.ts';
import { cut, fail, say, stall } from '../support/model/turn.ts';
import { runProgram } from '../support/runProgram.ts';

/** What differs between the agents: found by looking, and held so that a new version shows what it changed. */
export interface ExpectedOfAgent {
  readonly make: (place: AgentPlace) => Promise<RealAgent>;
  /** Mode in which it asks before it writes or runs something. */
  readonly asks: string;
  /** Modes that `session/new` offers, the one that it starts in first. */
  readonly modes: readonly string[];
  /** Whether it advertises `session/resume`. */
  readonly resumes: boolean;
  /** Where a permission request tells the command that it is about. */
  readonly command: (line: string) => object;
  /** Whether it asks again when a stream breaks off. */
  readonly overcomesCut: boolean;
  /** What a prompt is refused with when the model refuses with this HTTP status. */
  readonly refusal: (status: 401 | 429) => object;
  /** How it tells how much it used. */
  readonly usage: RegExp;
}

/** What holds for every agent that we drive, seen on one. */
export function aRealAgent(
  name: string,
  options: { readonly tags: string[] },
  expected: ExpectedOfAgent,
): void {
  const { make, asks, modes, resumes, command, overcomesCut, refusal, usage } = expected;
  describe(name, options, () => {
    let model: ScriptedModel;
    let repo: GitRepo;
    let agent: RealAgent;
    let talk: AcpTalk;
    const endings: (() => Promise<void>)[] = [];

    // One process and one session for all of them: its start costs more than everything else.
    beforeAll(async () => {
      model = await scriptedModel([say('done')]);
      endings.push(() => model.dispose());
      repo = await gitRepo({ 'README.md': 'hello\n' });
      endings.push(() => repo.dispose());
      agent = await make({ url: model.url, home: join(repo.root, '..', 'home') });
      talk = await acpTalk(agent, repo.root);
      endings.push(() => talk.dispose());
    });

    afterAll(async () => {
      for (const end of endings.reverse()) await end();
    });

    test('offers its modes, and says whether it can resume a session', () => {
      expect(modesOf(talk)).toEqual(modes);
      const { sessionCapabilities } = talk.initialized.agentCapabilities ?? {};
      expect(sessionCapabilities?.resume !== undefined).toBe(resumes);
    });

    test('writes a file with its own tool, after asking, and ends its turn', async () => {
      await talk.setMode(asks);
      model.play(writesThenDone({ [join(repo.root, 'plan.md')]: 'the plan\n' }));
      const asked = talk.permissions.length;
      expect(await talk.prompt('Write the plan.')).toMatchObject({
        kind: 'answered',
        stopReason: 'end_turn',
      });
      expect(await repo.look('plan.md')).toBe('the plan\n');
      expect(talk.permissions.slice(asked)).toMatchObject([
        { toolCall: { kind: 'edit', locations: [{ path: join(repo.root, 'plan.md') }] } },
      ]);
    });

    test('asks before it runs a command, and does not run it when it is refused', async () => {
      model.play(runsThenDone('echo hi > hi.txt'));
      const asked = talk.permissions.length;
      expect(await talk.prompt('Say hi.')).toMatchObject({ stopReason: 'end_turn' });
      expect(await repo.look('hi.txt')).toBe('hi\n');
      expect(talk.permissions.slice(asked)).toMatchObject([
        { toolCall: { kind: 'execute', ...command('echo hi > hi.txt') } },
      ]);
      talk.answerWith('reject_once');
      model.play(runsThenDone('echo no > no.txt'));
      expect(await talk.prompt('Say no.')).toMatchObject({ stopReason: 'end_turn' });
      expect(await repo.look('no.txt')).toBe(null);
      talk.answerWith('allow_once');
    });

    test('hands its environment on to the commands that it runs, so that they are found again', async () => {
      model.play(runsThenDone('echo "$CAIRN_MARK" > mark.txt'));
      expect(await talk.prompt('Show it.')).toMatchObject({ stopReason: 'end_turn' });
      expect(await repo.look('mark.txt')).toBe(`${talk.mark}\n`);
    });

    test.each([
      ['a rate limit', fail(429, { retryAfter: 1 })],
      ['an error of the server', fail(500)],
    ])('gets over %s by itself', async (_what, turn) => {
      const before = model.requests.length;
      model.play([turn, say('recovered')]);
      expect(await talk.prompt('Go on.')).toMatchObject({ kind: 'answered', stopReason: 'end_turn' });
      expect(kinds(model, before)).toEqual([turn.kind, 'reply']);
    });

    test(`a reply that breaks off ${overcomesCut ? 'is asked for again' : 'refuses the prompt'}`, async () => {
      const before = model.requests.length;
      model.play([cut(), say('recovered')]);
      expect(await talk.prompt('Go on.')).toMatchObject({ kind: overcomesCut ? 'answered' : 'refused' });
      expect(kinds(model, before)).toEqual(overcomesCut ? ['cut', 'reply'] : ['cut']);
    });

    test('a key that is not accepted refuses the prompt at once', async () => {
      const before = model.requests.length;
      model.play([fail(401)]);
      expect(await talk.prompt('Go on.')).toMatchObject({ kind: 'refused', ...refusal(401) });
      expect(kinds(model, before)).toEqual(['error']);
    });

    test('a rate limit that stays refuses the prompt', async () => {
      model.play([fail(429, { retryAfter: 0.05 })]);
      expect(await talk.prompt('Go on.')).toMatchObject({ kind: 'refused', ...refusal(429) });
    });

    test('is cancelled while its model says nothing, and takes the next prompt', async () => {
      model.play([stall()]);
      const ended = talk.prompt('Go on.');
      await model.stalled();
      await talk.cancel();
      expect(await ended).toMatchObject({ kind: 'answered', stopReason: 'cancelled' });
      model.play([say('here again')]);
      expect(await talk.prompt('Go on.')).toMatchObject({ kind: 'answered', stopReason: 'end_turn' });
    });

    test('tells how much it used', () => {
      expect(JSON.stringify(talk.lines)).toMatch(usage);
    });

    test('ends at the end of its stdin', async () => {
      expect(await talk.endStdin()).toBe(0);
    });

    test('does the same without a screen, by its own command', async () => {
      model.play(writesThenDone({ [join(repo.root, 'notes.md')]: 'notes\n' }));
      const [program, ...args] = agent.headless('Write the notes.').command;
      await runProgram(program, args, { cwd: repo.root, env: agent.headless('').env });
      expect(await repo.look('notes.md')).toBe('notes\n');
    });
  });
}

const kinds = (model: ScriptedModel, from: number): readonly string[] =>
  model.requests.slice(from).flatMap(({ got }) => (got === 'side' ? [] : [got]));

/** Agents offer their modes as such, as an option of the session, or as both; the one that it starts in first. */
function modesOf({ session }: AcpTalk): readonly string[] {
  const { modes, configOptions } = session;
  if (modes)
    return first(
      modes.currentModeId,
      modes.availableModes.map(({ id }) => id),
    );
  const option = configOptions?.find(({ category }) => category === 'mode');
  if (option?.type !== 'select') return [];
  const values = option.options.flatMap((one) =>
    'value' in one ? [one.value] : one.options.map(({ value }) => value),
  );
  return first(option.currentValue, values);
}

const first = (one: string, all: readonly string[]): readonly string[] => [
  one,
  ...all.filter((other) => other !== one),
];
