import { describe, expect, it, test } from 'vitest';
import type { Agent } from '../../src/session/ports.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, stage as onGit, type Flow } from '../support/session.ts';

const flow = (over: Partial<Flow> = {}): Flow => ({
  schema: 2,
  result: 'verify/verdict.json',
  phases: [{ id: 'work' }, { id: 'verify', artifacts: ['verdict.json', '/out.bin'] }],
  ...over,
});
const VERIFY = `printf '{"ok": true, "of": [1]}' > "$CAIRN_PHASE_DIR/verdict.json"; printf 'a\\000\\377\\r\\n' > out.bin`;
const error = (promise: Promise<unknown>): Promise<unknown> => promise.catch((thrown: unknown) => thrown);

describe('the result of a session', () => {
  it('is there once the phase that makes it is done, and its status has what it says', async () => {
    const s = await stage(flow());
    await s.agent.part('verify', VERIFY);
    await s.start({ until: 'work' });
    const path = '.cairn/sessions/demo/02-verify/verdict.json';
    expect((await s.api.status(DEMO)).result).toEqual({ path, present: false, bytes: 0 });
    expect(await error(s.api.result(DEMO))).toMatchObject({
      code: 'usage/not-possible',
      details: { refusal: { because: 'no-result-yet', path: 'verdict.json', by: ['verify'] } },
    });
    await s.resume();
    expect((await s.api.status(DEMO)).result).toEqual({
      path,
      present: true,
      bytes: 23,
      value: { ok: true, of: [1] },
    });
    expect(new TextDecoder().decode((await s.api.result(DEMO)).bytes)).toBe('{"ok": true, "of": [1]}');
  });

  it('is byte for byte what the phase made; a file of its name from before is none', async () => {
    const s = await onGit(flow({ result: '/out.bin' }), { files: { 'out.bin': 'of before\n' } });
    await s.agent.part('verify', VERIFY);
    await s.start({ until: 'work' });
    expect((await s.api.status(DEMO)).result).toEqual({ path: 'out.bin', present: false, bytes: 0 });
    expect(await error(s.api.result(DEMO))).toMatchObject({ code: 'usage/not-possible' });
    await s.resume();
    expect([...(await s.api.result(DEMO)).bytes]).toEqual([97, 0, 255, 13, 10]);
    expect((await s.api.status(DEMO)).result).toEqual({ path: 'out.bin', present: true, bytes: 5 });
  });

  it('is gone again where a restore goes back behind it', async () => {
    const s = await stage(flow());
    await s.agent.part('verify', VERIFY);
    await s.start();
    await s.api.restore(DEMO, { to: 'work' }, { dryRun: false });
    expect((await s.api.status(DEMO)).result).toMatchObject({ present: false });
  });

  it('that waits for its approval is not there yet', async () => {
    const s = await stage(
      flow({ phases: [{ id: 'verify', artifacts: ['verdict.json', '/out.bin'], approval: 'required' }] }),
    );
    await s.agent.part('verify', VERIFY);
    await s.start();
    expect((await s.api.status(DEMO)).result).toMatchObject({ present: false });
    await s.api.approve(DEMO, null, null);
    expect((await s.api.status(DEMO)).result).toMatchObject({ present: true });
  });

  it('is another one where the workflow is changed, and the plan is the same', async () => {
    const s = await stage(flow());
    await s.agent.part('verify', VERIFY);
    await s.start({ until: 'work' });
    await (
      await s.worktree()
    ).write('.cairn/sessions/demo/workflow.yaml', flowText(flow({ result: '/out.bin' })));
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect((await s.api.status(DEMO)).result).toMatchObject({ path: 'out.bin', present: true });
    expect(await s.log()).toContain('3 edit - running');
  });

  it('of a workflow that names none is none', async () => {
    const s = await stage({ phases: [{ id: 'work' }] });
    await s.start();
    expect('result' in (await s.api.status(DEMO))).toBe(false);
    expect(await error(s.api.result(DEMO))).toMatchObject({
      code: 'usage/not-possible',
      details: { act: 'result', refusal: { because: 'no-result' } },
    });
  });

  it('that is no JSON, or more than a status can hold, is told by its place', async () => {
    const s = await stage(flow());
    await s.agent.part('verify', `${VERIFY}; printf 'not json' > "$CAIRN_PHASE_DIR/verdict.json"`);
    await s.start();
    expect((await s.api.status(DEMO)).result).not.toHaveProperty('value');
    expect((await s.api.status(DEMO)).result).toMatchObject({ present: true, bytes: 8 });
  });
});

describe('the end of a session', () => {
  const MODEL = 'a-model';
  /** Says, uses and ends, each time the same. */
  const speaker: Agent = {
    kind: 'command',
    name: 'speaker',
    chosenBecause: null,
    permissions: null,
    stallMs: null,
    version: async () => null,
    async run({ env, onEvent }) {
      onEvent({ type: 'model', model: MODEL });
      const usage = { inputTokens: 40, outputTokens: 2, totalTokens: 42, costUsd: 0.5 };
      onEvent({ type: 'usage', usage });
      return { kind: 'completed', finalText: `All of ${env['CAIRN_PHASE']} is there.` };
    },
  };

  test('[A46] has its state in its last checkpoint, and texts, models and totals in packet and phase.json', async () => {
    const phases = ['one', 'two'].map((id) => ({ id, checks: [{ run: 'true' }] }));
    const s = await stage({ agent: 'speaker', phases }, { world: { extraAgents: [speaker] } });
    await s.start();
    const at = (path: string) => s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${path}`);
    expect(await s.repo.git('log', '-1', '--format=%B', 'cairn/demo')).toContain('Cairn-State: done');
    expect(await at('PACKET.md')).toContain('All of two is there.');
    for (const [folder, id] of [
      ['01-one', 'one'],
      ['02-two', 'two'],
    ] as const)
      expect(JSON.parse(await at(`${folder}/phase.json`))).toMatchObject({
        status: 'done',
        finalText: `All of ${id} is there.`,
        agent: { name: 'speaker', model: MODEL },
        usage: { totalTokens: 42, costUsd: 0.5 },
      });
  });

  test('[A37] is summed up in its last packet: what was wanted, decided, done and left open in all phases', async () => {
    const s = await stage({ phases: [{ id: 'plan' }, { id: 'build' }, { id: 'ship' }] });
    await s.agent.part('plan', handsOn('## Decisions\n- SQLite it is\n\n## Open questions\n- which port?'));
    await s.agent.part(
      'build',
      handsOn('## State of the work\n- the server is built\n\n## Open questions\n- [x] which port? 80'),
    );
    await s.agent.part(
      'ship',
      handsOn('## Decisions\n- shipped as 1.0\n\n## Open questions\n- who watches it?'),
    );
    await s.start();
    const packet = await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/PACKET.md');
    for (const said of [
      'Make it so',
      '[01-plan] SQLite it is',
      '[02-build] the server is built',
      '[03-ship] shipped as 1.0',
      'which port? 80',
      'who watches it?',
      '03-ship/result.md@ship',
    ])
      expect(packet).toContain(said);
    expect(packet.split('## Open questions')[1]?.split('## ')[0]).not.toContain('port');
  });
});

const handsOn = (text: string): string => `usual; printf '${text}\n' > "$CAIRN_PHASE_DIR/HANDOFF.md"`;
