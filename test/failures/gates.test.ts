import type { CairnError } from '../../src/base/cairnError.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { describe, expect, it } from 'vitest';
import { phaseTable } from '../../src/cli/output/phaseTable.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { atTip, linkedTree } from '../support/atTip.ts';
import { ground, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';

const hint = ({ code, details }: CairnError): string | null => errorSentence(code, details).hint;

const reasons = async (world: Stage): Promise<string> =>
  (await world.api.status(DEMO)).phases.flatMap((phase) => phase.reasons).join('\n');
const APPROVED = workflow(
  'phases:\n  - {id: one, artifacts: [out.md], approval: required}\n  - {id: two, artifacts: [out.md]}\n',
);

describe('gates that do not hold', () => {
  it('[F1] a missing artifact: blocked, and the path is shown', async () => {
    const world = await ground({ plays: () => {} });
    expect(await world.start()).toMatchObject({ reason: 'blocked', phase: 'one' });
    expect(await reasons(world)).toContain(`.cairn/sessions/${DEMO}/01-one/out.md`);
    expect((await world.api.log(DEMO)).map((entry) => entry.kind)).toEqual(['opened', 'blocked']);
  });

  it.each([
    ['empty', ''],
    ['white space', ' \n\t\n'],
    ['only headings', '# Plan\n\n## Steps\n\n## Risks\n'],
    ['a heading without text below it', '# Plan\n\n## Steps\n\nDo it.\n\n## Risks\n\n'],
  ])('[F2] an artifact that is %s counts as nothing', async (_what, content) => {
    const world = await ground({
      flow: workflow('phases: [{id: one, artifacts: [{path: out.md, headings: [Steps, Risks]}]}]\n'),
      plays: ({ produce }) => produce('out.md', content),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    expect(await reasons(world)).toContain('out.md');
  });

  it('a schema whose pattern would take for ever over what an agent wrote: blocked, and it is said why', async () => {
    const world = await ground({
      flow: workflow(
        `phases: [{id: one, artifacts: [{path: out.json, schema: {type: string, pattern: '^(a+)+$'}}]}]\n`,
      ),
      plays: ({ produce }) => produce('out.json', JSON.stringify(`${'a'.repeat(60)}!`)),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    expect(await reasons(world)).toContain('out.json could not be judged within 3 s');
  });

  it('[F4] an agent cannot approve: not through the commands, not with a marker of its own', async () => {
    const refused: unknown[] = [];
    const world: Stage = await ground({
      flow: APPROVED,
      plays: async ({ task, produce, tree }) => {
        await produce('out.md');
        await produce('approval.json', '{"decision": "approved"}\n');
        await tree.write(
          `.cairn/sessions/${DEMO}/01-one/phase.json`,
          '{"status": "done", "approvals": [{"decision": "approved"}]}\n',
        );
        const seat = await world.seat({ folder: task.cwd, env: task.env });
        for (const act of [
          () => seat.api.approve(DEMO, null, null),
          () => seat.api.reject(DEMO, null, null),
          () => seat.api.answer(DEMO, 'yes'),
          () => seat.api.restore(DEMO, { to: '1' }, { dryRun: false }),
          () => seat.api.cancel(DEMO),
          () => seat.api.delete(DEMO, { purge: true }),
          () => seat.api.rescueApply(DEMO, 1, []),
          () => seat.api.rescueDelete(DEMO, 1),
          () => seat.resume(),
        ])
          refused.push(
            await act().then(
              () => 'done',
              (error: { code: string }) => error.code,
            ),
          );
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'waiting', phase: 'one' });
    expect(new Set(refused)).toEqual(new Set(['usage/inside-phase']));
    const record = JSON.parse(await atTip(world, `.cairn/sessions/${DEMO}/01-one/phase.json`)) as {
      status: string;
      approvals: unknown[];
    };
    expect(record).toMatchObject({ status: 'waiting', approvals: [] });
    expect(await linkedTree(world).look(`.cairn/sessions/${DEMO}/01-one/approval.json`)).toContain(
      'approved',
    );
    await world.api.approve(DEMO, 'one', 'looks good');
    const approved = JSON.parse(await atTip(world, `.cairn/sessions/${DEMO}/01-one/phase.json`)) as {
      approvals: { by: string; comment: string; tree: string; artifacts: unknown[] }[];
    };
    expect(approved.approvals).toMatchObject([
      {
        decision: 'approved',
        by: 'Ada Test <ada@example.invalid>',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        comment: 'looks good',
        tree: expect.stringMatching(/^[0-9a-f]{40}$/),
        artifacts: [
          {
            path: `.cairn/sessions/${DEMO}/01-one/out.md`,
            blob: await world.repo.git('rev-parse', `cairn/${DEMO}:.cairn/sessions/${DEMO}/01-one/out.md`),
          },
        ],
      },
    ]);
    expect(await world.repo.git('cat-file', '-t', approved.approvals[0]?.tree ?? '')).toBe('tree');
  });

  it('[F5] a phase without checks shows none as passed; one with neither artifacts nor checks is refused', async () => {
    const world = await startedGround();
    const status = await world.api.status(DEMO);
    expect(status.phases.map((phase) => phase.checks)).toEqual([[], []]);
    const look = { style: createStyle(true), width: 200, now: Date.now() };
    // In the colour of what asks to be looked at, not green.
    expect(
      phaseTable(status, look).filter((line) => line.includes(look.style.asks('✓ done, nothing checked'))),
    ).toHaveLength(2);
    await world.repo.write('.cairn/workflows/empty.yaml', workflow('phases: [{id: one}]\n', 'empty'));
    await refusal(world.start({ workflow: 'empty', id: 'other' }), 'workflow/invalid');
  });

  const checks: readonly (readonly [string, string, string, RegExp])[] = [
    ['fails', 'echo first; echo the reason; exit 3', 'failed', /failed with exit code 3/],
    ['cannot run', 'exec /no/such/program', 'broke', /broke: its command was not found \(exit code 127\)/],
    [
      'is not executable',
      'exec ./a.txt',
      'broke',
      /broke: its command may not be executed \(exit code 126\)/,
    ],
    ['dies by a signal', 'kill -9 $$', 'broke', /broke: it was ended by the signal SIGKILL/],
  ];
  it.each(checks)('[F8] a check that %s', async (_what, run, outcome, reason) => {
    const world = await ground({
      flow: workflow(
        `phases:\n  - id: one\n    retries: 1\n    checks: [{name: c, run: ${JSON.stringify(run)}}]\n`,
      ),
      plays: ({ tree }) => tree.write('x.txt', 'x\n'),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    const [phase] = (await world.api.status(DEMO)).phases;
    expect(phase?.checks).toMatchObject([{ name: 'c', outcome }]);
    expect(phase?.reasons.join()).toMatch(reason);
    // What is broken is not the agent's fault: it is not run again for it.
    expect(await world.agent.runs()).toEqual(outcome === 'broke' ? ['one 1'] : ['one 1', 'one 2']);
    if (outcome === 'failed')
      expect(await atTip(world, `.cairn/sessions/${DEMO}/01-one/phase.json`)).toContain('the reason');
  });

  it('[F8] a check that hangs ends at its time, one that floods is bounded, and both show the end of their output', async () => {
    const world = await ground({
      flow: workflow(
        'phases:\n  - id: one\n    checks:\n      - {name: hangs, run: "echo before; sleep 600", timeout: 2500ms}\n      - {name: floods, run: "yes flood | head -c 30000000; echo the end; exit 1"}\n',
      ),
      plays: ({ tree }) => tree.write('x.txt', 'x\n'),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    const record = JSON.parse(await atTip(world, `.cairn/sessions/${DEMO}/01-one/phase.json`)) as {
      checks: { name: string; outcome: string; tail: string }[];
    };
    expect(record.checks.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['hangs', 'broke'],
      ['floods', 'failed'],
    ]);
    expect(record.checks[0]?.tail).toContain('before');
    expect(record.checks[1]?.tail).toContain('the end');
    expect(record.checks[1]?.tail.length).toBeLessThan(20_000);
  });

  it('[F11] an approved artifact that is edited before the next phase: the phase waits again', async () => {
    const world = await ground({
      flow: APPROVED,
      plays: async ({ produce, phase, tree }) => {
        await produce('out.md');
        if (phase === 'two') await tree.write(`.cairn/sessions/${DEMO}/01-one/out.md`, 'changed by two\n');
      },
    });
    await world.start();
    await world.api.approve(DEMO, null, null);
    await linkedTree(world).write(`.cairn/sessions/${DEMO}/01-one/out.md`, 'edited afterwards\n');
    expect(await world.resume()).toMatchObject({ reason: 'waiting', phase: 'one' });
    expect(await world.agent.runs()).toEqual(['one 1']);
    await world.api.approve(DEMO, null, null);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    // What a later phase changes is shown, and opens nothing again.
    const one = `.cairn/sessions/${DEMO}/01-one/out.md`;
    expect((await world.api.diff(DEMO, 'two')).changed).toContainEqual({ path: one, change: 'modified' });
    expect((await world.api.status(DEMO)).phases.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it('[F12] history rewritten without a change of content: the approval stands', async () => {
    const world = await startedGround({ flow: APPROVED });
    await world.api.approve(DEMO, null, null);
    const { repo } = world;
    const message = await repo.git('log', '-1', '--format=%B', `cairn/${DEMO}`);
    const rewritten = await repo.gitWithInput(message, 'commit-tree', `cairn/${DEMO}^{tree}`, '-p', 'main');
    await repo.git('update-ref', `refs/heads/cairn/${DEMO}`, rewritten);
    expect(await world.resume({ trust: true })).toMatchObject({ reason: 'completed' });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
  });

  it('what a person can say only where it means something: each refusal names what to do instead', async () => {
    const world = await startedGround({ flow: APPROVED });
    await refusal(world.api.answer(DEMO, 'yes'), 'usage/not-possible');
    expect(hint(await refusal(world.api.approve(DEMO, 'two', null), 'usage/not-possible'))).toContain('one');
    expect(
      (await refusal(world.api.approve(DEMO, 'nope', null), 'usage/unknown-phase')).details.known,
    ).toEqual(['one', 'two']);
    await linkedTree(world).remove(`.cairn/sessions/${DEMO}/01-one/out.md`);
    expect((await refusal(world.api.approve(DEMO, null, null), 'usage/not-possible')).message).toContain(
      'out.md',
    );
    await linkedTree(world).write(`.cairn/sessions/${DEMO}/01-one/out.md`, 'better\n');
    await world.api.approve(DEMO, null, null);
    for (const act of [() => world.api.approve(DEMO, null, null), () => world.api.reject(DEMO, null, null)])
      expect(hint(await refusal(act(), 'usage/not-possible'))).not.toBe('');
    expect((await world.api.log(DEMO)).map((entry) => entry.kind)).toEqual(['opened', 'waiting', 'approval']);
  });

  it('an agent that is not on this machine: told by name and by its place in the workflow, before an attempt is spent', async () => {
    const world = await ground({
      flow: workflow(
        'phases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md], agent: playr}\n',
      ),
    });
    const error = await refusal(world.start(), 'machine/agent-not-found');
    const place = { file: '.cairn/workflows/flow.yaml', line: 6, column: 43 };
    expect(error.details).toMatchObject({ agent: 'playr', named: place });
    expect(errorSentence(error.code, error.details).message).toBe(
      '.cairn/workflows/flow.yaml:6:43: No agent "playr" is known; did you mean "player"?',
    );
    expect(await world.api.list()).toEqual([]);
  });

  it('an agent that every phase is to have: told with the line for all of them', async () => {
    const world = await ground({
      flow: workflow('phases: [{id: one, artifacts: [out.md]}]\n').replace('agent: player', 'agent: nobody'),
    });
    const error = await refusal(world.start(), 'machine/agent-not-found');
    expect(error.details).toMatchObject({ named: { line: 3, column: 8 } });
    expect(errorSentence(error.code, error.details).message).toMatch(
      /w\.yaml:3:8: No agent "nobody" is known\.$/,
    );
  });
});
