import { describe, expect, test } from 'vitest';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { Permissions } from '../../src/model/agent/permissionRules.ts';
import type { WorldOptions } from '../../src/runner/openWorld.ts';
import type { Agent, AgentTask, PermissionAsked } from '../../src/session/ports.ts';
import { outside, stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Seat, type Stage } from '../support/session.ts';
import { cloneOf, pull, push, remoteOf } from '../support/twoClones.ts';
import { until } from '../support/until.ts';

const asks = (text: string, over: Partial<PermissionAsked> = {}): PermissionAsked => ({
  id: text,
  title: `Run something`,
  command: text,
  kind: 'execute',
  paths: [],
  ...over,
});

type Does = (work: {
  readonly permit: (line: string, over?: Partial<PermissionAsked>) => Promise<boolean>;
  readonly task: AgentTask;
  write(path: string): Promise<void>;
}) => Promise<AgentOutcome | void>;

/** A session whose agent asks over the protocol, while nobody is there unless the test says so. */
async function staged(
  does: Does,
  {
    flow = {},
    permissions = 'allow-in-worktree',
    phases,
    ...world
  }: {
    readonly phases?: Flow['phases'];
    readonly flow?: Partial<Flow['phases'][number]>;
    readonly permissions?: Permissions;
  } & Partial<WorldOptions> = {},
): Promise<Stage> {
  const agent = (at: () => Seat): Agent => ({
    kind: 'acp',
    name: 'asker',
    chosenBecause: null,
    permissions,
    stallMs: null,
    version: async () => null,
    async run(task) {
      const permit = async (line: string, over?: Partial<PermissionAsked>): Promise<boolean> =>
        (await task.permit(asks(line, over))) !== 'deny';
      const ended = await does({
        permit,
        task,
        write: async (path) => (await at().worktree()).write(path, 'made\n'),
      });
      return ended ?? { kind: 'completed' };
    },
  });
  let s: Stage | null = null;
  const here = (): Seat => {
    if (s === null) throw new Error('not staged yet');
    return s;
  };
  s = await stage(
    { agent: 'asker', phases: phases ?? [{ id: 'one', retries: 2, artifacts: ['/made.md'], ...flow }] },
    { world: { canAsk: false, extraAgents: [agent(here)], ...world } },
  );
  return s;
}

const MIGRATE = 'npm run db:migrate';

/** Makes what is promised only where it may run the line. */
const needs =
  (line: string, tried: boolean[] = []): Does =>
  async ({ permit, write }) => {
    const may = await permit(line);
    tried.push(may);
    if (may) await write('made.md');
  };

const recordOf = async (s: Seat): Promise<Record<string, unknown>> =>
  JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`)) as Record<
    string,
    unknown
  >;
const PERSON = 'Ada Test <ada@example.invalid>';

describe('a permission that nobody is there to give', () => {
  test('is denied at once and recorded, and the agent goes on: nothing is asked where the gate holds', async () => {
    const s = await staged(async ({ permit, write }) => {
      expect(await permit(MIGRATE)).toBe(false);
      await write('made.md');
    });
    expect((await s.start()).reason).toBe('completed');
    expect(await recordOf(s)).toMatchObject({
      permissions: [{ command: MIGRATE, decision: 'denied', by: 'nobody' }],
    });
    expect(await s.violations()).toEqual([]);
  });

  test('is the one question of the session where the gate then does not hold, at no cost of a retry', async () => {
    const tried: boolean[] = [];
    const s = await staged(needs(MIGRATE, tried));
    expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'one' });
    expect(tried).toEqual([false]);
    const { question, questions } = await s.api.status(DEMO);
    expect(question).toEqual({
      kind: 'question',
      about: 'permission',
      text: `asker wanted to run \`${MIGRATE}\`, and nobody was there to allow it.\nWithout that one does not hold: made.md is missing.`,
      options: ['allow', 'do without it', 'stop'],
    });
    expect(questions).toHaveLength(1);
    expect(await s.violations()).toEqual([]);
  });

  test('an allow said later covers that line alone', async () => {
    const tried: boolean[][] = [];
    const s = await staged(async ({ permit, write }) => {
      const may = [await permit(MIGRATE)];
      if (tried.length > 0) {
        may.push(await permit(MIGRATE, { title: 'Called otherwise', id: 'other' }));
        for (const other of [`${MIGRATE} `, `${MIGRATE} --force`, `cd x && ${MIGRATE}`])
          may.push(await permit(other));
        may.push(await permit(MIGRATE, { kind: 'fetch' }), await permit(MIGRATE, { paths: ['/etc'] }));
      }
      tried.push(may);
      if (may[0] === true) await write('made.md');
    });
    await s.start();
    await s.api.answer(DEMO, '1');
    expect((await s.resume()).reason).toBe('completed');
    expect(tried).toEqual([[false], [true, true, false, false, false, false, false]]);
    expect(await recordOf(s)).toMatchObject({
      permissions: [
        { command: MIGRATE, by: 'nobody' },
        { command: MIGRATE, decision: 'allowed', by: PERSON },
        { decision: 'allowed', by: PERSON },
        ...Array.from({ length: 5 }, () => ({ decision: 'denied', by: 'nobody' })),
      ],
      approvals: [{ decision: 'answered', comment: 'allow', by: PERSON }],
    });
    expect(await s.violations()).toEqual([]);
  });

  test('several are one question, each shown once, and a yes covers what it shows', async () => {
    const lines = Array.from({ length: 7 }, (_, n) => `make part-${n}`);
    const tried: string[] = [];
    const s = await staged(async ({ permit, write }) => {
      const may: boolean[] = [];
      for (const line of [...lines, 'make part-0']) may.push(await permit(line));
      tried.push(may.map(Number).join(''));
      if (may.every(Boolean)) await write('made.md');
    });
    await s.start();
    const first = (await s.api.status(DEMO)).question?.text.split('\n') ?? [];
    expect(first.slice(0, -1)).toEqual([
      'asker wanted this, and nobody was there to allow it:',
      ...lines.slice(0, 5).map((line) => `- run \`${line}\``),
      '- and 2 more, which it is asked about again',
    ]);
    await s.api.answer(DEMO, 'allow');
    expect((await s.resume()).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).question?.text).toContain('- run `make part-5`\n- run `make part-6`\n');
    await s.api.answer(DEMO, 'yes');
    expect((await s.resume()).reason).toBe('completed');
    expect(tried).toEqual(['00000000', '11111001', '11111111']);
  });

  test('shows no secret, and a yes holds for the line with that secret alone', async () => {
    const [one, other] = ['a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8', 'b1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].map(
      (token) => `curl -H "Authorization: token ${['ghp', token].join('_')}" x`,
    ) as [string, string];
    const tried: boolean[][] = [];
    const s = await staged(async ({ permit, write }) => {
      const may = [await permit(one)];
      if (tried.length > 0) may.push(await permit(other));
      tried.push(may);
      if (may[0] === true) await write('made.md');
    });
    await s.start();
    const { question } = await s.api.status(DEMO);
    expect(question?.text).toMatch(/run `curl -H "Authorization: token \[a secret: [^\]]+\]" x`, and nobody/);
    expect(JSON.stringify(await recordOf(s))).not.toContain('ghp_');
    await s.api.answer(DEMO, 'allow');
    expect((await s.resume()).reason).toBe('completed');
    expect(tried).toEqual([[false], [true, false]]);
  });

  test('what is too long to be shown whole is not offered to be allowed', async () => {
    const s = await staged(needs(`cat > x <<E ${'a'.repeat(3000)} E`));
    await s.start();
    const { question } = await s.api.status(DEMO);
    expect(question?.options).toEqual(['do without it', 'stop']);
    expect(question?.text).toContain('(not all of it is shown, so only somebody who is there can allow it)');
    await expect(s.api.answer(DEMO, 'allow')).rejects.toMatchObject({
      code: 'usage/not-possible',
      details: { refusal: { because: 'no-option', options: ['do without it', 'stop'] } },
    });
  });

  test('do without it: the next attempt is told, stays denied by whoever said so, and is asked about no more', async () => {
    const s = await staged(needs(MIGRATE), { flow: { retries: 0 } });
    await s.start();
    await s.api.answer(DEMO, 'do without it');
    expect((await s.resume()).reason).toBe('blocked');
    expect((await recordOf(s))['permissions']).toMatchObject([
      { by: 'nobody' },
      { decision: 'denied', by: PERSON },
    ]);
    const [phase] = (await s.api.status(DEMO)).phases;
    expect(phase?.reasons).toEqual([
      'made.md is missing',
      expect.stringContaining(`1 permission was denied (by ${PERSON}): \`${MIGRATE}\``),
    ]);
  });

  test('stop cancels the session', async () => {
    const s = await staged(needs(MIGRATE));
    await s.start();
    expect(await s.api.answer(DEMO, 'stop')).toMatchObject({ state: 'cancelled' });
  });

  test('another text is for the next attempt, which is asked about again', async () => {
    const prompts: string[] = [];
    const s = await staged(async ({ permit, task }) => {
      prompts.push(task.prompt);
      await permit(MIGRATE);
    });
    await s.start();
    await s.api.answer(DEMO, 'Try the other script.');
    expect((await s.resume()).reason).toBe('waiting');
    expect(prompts[1]).toContain('Try the other script.');
    await s.api.answer(DEMO, 'allow');
    await s.resume();
    expect(prompts[2]).toContain('If you still need it, ask for exactly that once more.');
  });

  test('is not given by a branch: on another clone it is asked again, and here nothing came of a yes that was said there', async () => {
    await outside();
    const tried: boolean[] = [];
    const s = await staged(needs(MIGRATE, tried));
    await s.start();
    const remote = remoteOf(s);
    await s.repo.git('clone', '-q', '--bare', '.', remote);
    await s.repo.git('remote', 'add', 'origin', remote);
    const other = await cloneOf(s, 'clone');
    await other.resume({ trust: true });
    await other.api.answer(DEMO, 'allow');
    expect(other.told()).toContainEqual(expect.stringContaining('asked on another machine'));
    await push(other.repo);
    await pull(s.repo);
    expect((await s.resume({ trust: true })).reason).toBe('waiting');
    expect(tried).toEqual([false, false]);
  });

  test('holds for its phase alone', async () => {
    const tried: string[] = [];
    const s = await staged(
      async ({ permit, task, write }) => {
        const phase = task.env['CAIRN_PHASE'] ?? '';
        const may = await permit(MIGRATE);
        tried.push(`${phase} ${may}`);
        if (may) await write(`${phase}.md`);
      },
      {
        phases: [
          { id: 'one', artifacts: ['/one.md'] },
          { id: 'two', artifacts: ['/two.md'] },
        ],
      },
    );
    await s.start();
    await s.api.answer(DEMO, 'allow');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'two' });
    expect(tried).toEqual(['one false', 'one true', 'two false']);
  });

  test('a no of the settings is no question, whoever said yes', async () => {
    const s = await staged(needs(MIGRATE), { permissions: { commands: 'deny' }, flow: { retries: 0 } });
    expect((await s.start()).reason).toBe('blocked');
    expect((await recordOf(s))['permissions']).toMatchObject([{ by: 'policy' }]);
  });

  test('an attempt that something else has ended is tried again first', async () => {
    const tried: boolean[] = [];
    const s = await staged(async ({ permit, write }) => {
      tried.push(await permit(MIGRATE));
      if (tried.length === 1) return { kind: 'crashed', reason: 'out of order', exitCode: 1 };
      return write('made.md');
    });
    expect((await s.start()).reason).toBe('completed');
    expect(tried).toEqual([false, false]);
  });

  test('where somebody is there they are asked, also after a session that nobody sat by, unless it is allowed already', async () => {
    const tried: boolean[] = [];
    const s = await staged(needs(MIGRATE, tried));
    await s.start();
    await s.api.answer(DEMO, 'do without it');
    const seat = await s.seat({ canAsk: true });
    const resumed = seat.resume();
    let isOver = false;
    const ended = resumed.finally(() => (isOver = true));
    await until(async () => {
      const [request] = (await seat.api.status(DEMO)).permissions;
      return isOver || (request !== undefined && seat.api.permit(DEMO, request.id, 'allow'));
    });
    expect((await ended).reason).toBe('completed');
    expect(tried).toEqual([false, true]);
  });

  test('unattended nobody is asked, though somebody is there', async () => {
    const s = await staged(needs(MIGRATE), { canAsk: true });
    expect((await s.start({ unattended: true })).reason).toBe('waiting');
    expect((await recordOf(s))['permissions']).toMatchObject([{ by: 'nobody' }]);
    await s.api.answer(DEMO, 'allow');
    expect((await s.resume({ unattended: true })).reason).toBe('completed');
  });
});
