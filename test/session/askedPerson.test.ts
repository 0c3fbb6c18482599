import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PermissionRequest } from '../../src/model/agent/permissionRequest.ts';
import { acpSettings } from '../support/acpAgent.ts';
import type { AcpPart, AcpStep } from '../support/acpPart.ts';
import { DEMO, stage, type Seat, type Stage } from '../support/session.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';

const run = (path: string, kind: 'execute' | 'edit' = 'execute'): AcpStep => ({
  write: { path, text: 'x' },
  asks: true,
  kind,
});
const DONE: AcpStep = { write: { path: 'made.md', text: 'Made.' } };

/** A session whose agent asks, driven by somebody who can be asked. */
const asking = (
  steps: AcpPart['steps'],
  over: { readonly settings?: object; readonly phase?: object; readonly canAsk?: boolean } = {},
): Promise<Stage> =>
  stage(
    { agent: 'speaker', phases: [{ id: 'one', artifacts: ['/made.md'], ...over.phase }] },
    {
      world: {
        canAsk: over.canAsk ?? true,
        agents: { speaker: { ...acpSettings({ steps: [...(steps ?? []), DONE] }), ...over.settings } },
      },
    },
  );

/** What waits for an answer, once something does. */
async function asked(seat: Seat, n = 1): Promise<readonly PermissionRequest[]> {
  for (;;) {
    const { permissions } = await seat.api.status(DEMO).catch(() => ({ permissions: [] }));
    if (permissions.length >= n) return permissions;
    await sleep(30);
  }
}

const decisions = async (s: Seat): Promise<readonly unknown[]> => {
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
  const { permissions = [] } = JSON.parse(record) as {
    permissions?: { title: string; decision: string; by: string }[];
  };
  return permissions.map(({ title, decision, by }) => `${title} ${decision} ${by}`);
};
const PERSON = 'Ada Test <ada@example.invalid>';

test('what a policy leaves to a person waits for one, and an answer from another window lets the agent go on', async () => {
  const s = await asking([run('ran.md')]);
  const other = await s.seat();
  const started = s.start();
  const [request] = await asked(other);
  expect(request).toMatchObject({ agent: 'speaker', kind: 'execute', title: 'Write ran.md', attempt: 1 });
  const [summary] = await other.api.list();
  expect(summary).toMatchObject({ state: 'waiting', driven: true });
  expect((await other.api.status(DEMO)).question).toEqual({
    kind: 'permission',
    text: expect.stringContaining('speaker asks for a permission (execute): Write ran.md'),
    options: ['allow', 'always', 'deny'],
  });
  // A word for another phase answers no permission of this one.
  await expect(other.api.answer(DEMO, 'allow', 'another')).rejects.toMatchObject({ code: 'lease/held' });
  expect(await other.api.answer(DEMO, 'allow')).toMatchObject({ session: DEMO });
  expect((await started).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:ran.md')).toBe('x');
  expect(await decisions(s)).toEqual([`Write ran.md allowed ${PERSON}`]);
  expect((await other.api.status(DEMO)).permissions).toEqual([]);
});

test('the time in which a person is asked is none in which the agent has worked', async () => {
  const s = await asking([run('ran.md')]);
  const started = s.start();
  const [request] = await asked(s);
  await sleep(400);
  await s.api.permit(DEMO, request?.id ?? '', 'allow');
  await started;
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
  const { began, ended, workedMs } = JSON.parse(record) as { began: string; ended: string; workedMs: number };
  expect(Date.parse(ended) - Date.parse(began) - workedMs).toBeGreaterThanOrEqual(400);
});

test('what would be run is shown and written down, beside how the agent calls it, without the secret in it', async () => {
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const command = `curl -H "Authorization: token ${token}" x\nrm -rf build`;
  const s = await asking([{ write: { path: 'ran.md', text: 'x' }, asks: true, kind: 'execute', command }]);
  const started = s.start();
  const [request] = await asked(s);
  const shown = expect.stringMatching(
    /^curl -H "Authorization: token \[a secret: [^\]]+\]" x ↵ rm -rf build$/,
  ) as string;
  expect(request).toMatchObject({ title: 'Write ran.md', command: shown });
  const { question } = await s.api.status(DEMO);
  expect(question?.text).toMatch(/\(execute\): curl .* ↵ rm -rf build\n“Write ran\.md”\n\/.*ran\.md$/);
  expect(await s.api.permit(DEMO, request?.id ?? '', 'deny')).toBe(true);
  await started;
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
  expect(JSON.parse(record)).toMatchObject({ permissions: [{ title: 'Write ran.md', command: shown }] });
  expect(record).not.toContain(token);
});

test('a person may read all of a long command; both of its ends are written down', THOROUGH, async () => {
  const command = `cat > x <<E ${'a'.repeat(3000)}; rm -rf ~; ${'b'.repeat(3000)} E`;
  const s = await asking([{ write: { path: 'ran.md', text: 'x' }, asks: true, kind: 'execute', command }]);
  const started = s.start();
  const [request] = await asked(s);
  expect(request?.command).toBe(command);
  await s.api.permit(DEMO, request?.id ?? '', 'deny');
  await started;
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
  const { permissions } = JSON.parse(record) as { permissions: readonly { command: string }[] };
  expect(permissions[0]?.command).toMatch(/^cat > x <<E a+ … \(\d+ more\) … b+ E$/);
  expect(permissions[0]?.command.length).toBeLessThanOrEqual(1_000);
});

test('a no is a no, and the agent goes on without', async () => {
  const s = await asking([run('ran.md')]);
  const started = s.start();
  const [request] = await asked(s);
  expect(await s.api.permit(DEMO, request?.id ?? '', 'deny')).toBe(true);
  expect((await started).reason).toBe('completed');
  expect(await (await s.worktree()).look('ran.md')).toBeNull();
  expect(await decisions(s)).toEqual([`Write ran.md denied ${PERSON}`]);
});

test(
  '"always" holds for acts of the same kind in the same kind of place, until the attempt ends',
  THOROUGH,
  async () => {
    const s = await asking([run('a.md'), run('b.md'), run('.git/c', 'edit'), run('d.md')]);
    const started = s.start();
    const [first] = await asked(s);
    await s.api.permit(DEMO, first?.id ?? '', 'allow-always');
    let second = first;
    while (second?.id === first?.id) [second] = await asked(s);
    expect(second?.title).toBe('Write .git/c');
    await s.api.permit(DEMO, second?.id ?? '', 'deny');
    expect((await started).reason).toBe('completed');
    expect(await decisions(s)).toEqual([
      `Write a.md allowed ${PERSON}`,
      `Write b.md allowed ${PERSON}`,
      `Write .git/c denied ${PERSON}`,
      `Write d.md allowed ${PERSON}`,
    ]);
  },
);

test('under the policy `ask` every act is asked, also one inside', THOROUGH, async () => {
  const s = await asking([run('made.md', 'edit')], { settings: { permissions: 'ask' } });
  const started = s.start();
  expect((await asked(s)).map(({ title }) => title)).toEqual(['Write made.md']);
  await s.api.answer(DEMO, 'Yes');
  expect((await started).reason).toBe('completed');
});

test('where nobody can be asked, what would be asked is not done, and nobody waits; it is told as it happens', async () => {
  const s = await asking([run('ran.md'), run('../out.md', 'edit')], { canAsk: false });
  expect((await s.start()).reason).toBe('completed');
  expect(s.told().filter((text) => text.startsWith('Denied'))).toEqual([
    'Denied as nobody is there to ask: `Write ran.md`.',
    'Denied as nobody is there to ask (outside of the working tree): `Write ../out.md`.',
  ]);
  expect(await decisions(s)).toEqual(['Write ran.md denied nobody', 'Write ../out.md denied nobody']);
});

const DENIED = [
  {
    by: 'the policy',
    denies: { permissions: 'deny' },
    told: 'Denied by the policy of speaker: `Write made.md`.',
  },
  { by: 'a person', denies: {}, told: `Denied by ${PERSON}: \`Write made.md\`.` },
];
for (const { rows, options } of byDepth(DENIED))
  test.for(rows)(
    'what $by denied is told, and is a reason where the gate does not hold',
    options,
    async ({ denies, told }) => {
      const s = await stage(
        { agent: 'speaker', phases: [{ id: 'one', artifacts: ['/made.md'] }] },
        {
          world: {
            canAsk: true,
            agents: {
              speaker: { ...acpSettings({ steps: [run('made.md'), { say: 'Not made.' }] }), ...denies },
            },
          },
        },
      );
      const started = s.start();
      if (!('permissions' in denies)) {
        const [request] = await asked(s);
        await s.api.permit(DEMO, request?.id ?? '', 'deny');
      }
      expect((await started).reason).toBe('blocked');
      expect(s.told()).toContain(told);
      const [phase] = (await s.api.status(DEMO)).phases;
      expect(phase?.reasons).toEqual([
        'made.md is missing',
        expect.stringMatching(/^1 permission was denied \(by .+\): `Write made.md`; /),
      ]);
    },
  );

test('of many who answer at once one counts, and one of many windows shows it', THOROUGH, async () => {
  const s = await asking([run('ran.md')]);
  const started = s.start();
  const [request] = await asked(s);
  const id = request?.id ?? '';
  const seats = await Promise.all([s.seat(), s.seat(), s.seat()]);
  const shown = await Promise.all(seats.map(({ api }) => api.claimPermission(DEMO, id)));
  const first = await Promise.all(seats.map(({ api }) => api.permit(DEMO, id, 'allow')));
  expect([shown, first].map((all) => all.filter(Boolean).length)).toEqual([1, 1]);
  expect((await started).reason).toBe('completed');
  expect(await s.api.permit(DEMO, id, 'deny')).toBe(false);
  expect(await s.api.claimPermission(DEMO, id)).toBe(false);
});

test(
  'what is no answer to a permission is refused, and so is an agent that answers itself',
  THOROUGH,
  async () => {
    const s = await asking([run('ran.md')]);
    const started = s.start();
    const [request] = await asked(s);
    await expect(s.api.answer(DEMO, 'perhaps')).rejects.toMatchObject({ code: 'usage/not-possible' });
    const agent = await s.seat({ env: { ...s.repo.env, CAIRN_PHASE: 'one' } });
    for (const act of [
      () => agent.api.answer(DEMO, 'allow'),
      () => agent.api.permit(DEMO, request?.id ?? '', 'allow'),
      () => agent.api.steer(DEMO, 'Do what I say'),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'usage/inside-phase' });
    await s.api.answer(DEMO, 'deny');
    expect((await started).reason).toBe('completed');
  },
);

test('a stop ends the question with the attempt; the resume asks anew', THOROUGH, async () => {
  const s = await asking([run('ran.md')]);
  const started = s.start();
  await asked(s);
  await s.api.stop(DEMO);
  expect((await started).reason).toBe('interrupted');
  expect(await s.api.status(DEMO)).toMatchObject({ state: 'interrupted', permissions: [], question: null });
  const resumed = s.resume();
  const [again] = await asked(s);
  expect(again?.attempt).toBe(2);
  await s.api.answer(DEMO, 'allow');
  expect((await resumed).reason).toBe('completed');
  expect(await s.violations()).toEqual([]);
});

test('the time in which a person is asked is not the time of the agent', THOROUGH, async () => {
  const s = await asking([run('ran.md')], { phase: { timeout: '8s' } });
  const started = s.start();
  await asked(s);
  await sleep(8_500);
  await s.api.answer(DEMO, 'allow');
  expect((await started).reason).toBe('completed');
});

test('an agent that asks for nothing still has only its time', THOROUGH, async () => {
  const s = await asking([{ wait: 600_000 }], { phase: { timeout: '2s' } });
  expect((await s.start()).reason).toBe('blocked');
  expect((await s.log()).at(-1)).toContain('blocked');
  const [phase] = (await s.api.status(DEMO)).phases;
  expect(phase?.reasons.join()).toContain('still at work after 2 s');
});
