import { describe, expect, it } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, stage as onGit, type Flow } from '../support/session.ts';

const flow = (over: Partial<Flow> = {}): Flow => ({
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
