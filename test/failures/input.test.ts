import { describe, expect, it } from 'vitest';
import { atTip, linkedTree } from '../support/atTip.ts';
import { ground, TWO_PHASES, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { THOROUGH } from '../support/thorough.ts';

describe('workflow files', () => {
  const bad: readonly (readonly [string, string, number, RegExp])[] = [
    ['not YAML', 'schema: 1\nname: [w\nphases: []\n', 3, /YAML/],
    [
      'an unknown key',
      workflow('phases:\n  - {id: one, artifacts: [a.md], artefacts: [b.md]}\n'),
      5,
      /artefacts/,
    ],
    [
      'an unknown word',
      workflow('isolation: cloud\nphases: [{id: one, artifacts: [a.md]}]\n'),
      4,
      /isolation/,
    ],
    [
      'duplicate ids',
      workflow('phases:\n  - {id: one, artifacts: [a.md]}\n  - {id: one, artifacts: [a.md]}\n'),
      6,
      /one/,
    ],
    [
      'a circle',
      workflow('phases:\n  - {id: one, needs: [two], artifacts: [a.md]}\n  - {id: two, artifacts: [a.md]}\n'),
      5,
      /wait for each other/,
    ],
    [
      'a phase that promises nothing',
      workflow('phases:\n  - {id: one, prompt: x}\n'),
      5,
      /neither artifacts nor checks/,
    ],
    [
      'a path out of the repository',
      workflow('phases:\n  - {id: one, artifacts: [../../x.md]}\n'),
      5,
      /\.\./,
    ],
    [
      'a path from the root that leaves it',
      workflow('phases:\n  - {id: one, artifacts: [/../x.md]}\n'),
      5,
      /\.\./,
    ],
    ['a drive', workflow("phases:\n  - {id: one, artifacts: ['C:/x.md']}\n"), 5, /drive/],
    ['a network path', workflow("phases:\n  - {id: one, artifacts: ['//host/x.md']}\n"), 5, /./],
    ['a path into .git', workflow('phases:\n  - {id: one, artifacts: [/.GIT/config]}\n'), 5, /\.git/],
    [
      'a path into .cairn',
      workflow('phases:\n  - {id: one, artifacts: [/.cairn/workflows/flow.yaml]}\n'),
      5,
      /\.cairn/,
    ],
    ['a name of ours', workflow('phases:\n  - {id: one, artifacts: [packet.MD]}\n'), 5, /Cairn uses/],
    [
      'an unknown phase in needs',
      workflow('phases:\n  - {id: one, needs: [zero], artifacts: [a.md]}\n'),
      5,
      /zero/,
    ],
    [
      'a bad duration',
      workflow('phases:\n  - {id: one, artifacts: [a.md], timeout: soon}\n'),
      5,
      /"timeout" must be a number/,
    ],
    [
      'a prefix that git refuses',
      workflow('branchPrefix: "a..b/"\nphases: [{id: one, artifacts: [a.md]}]\n'),
      4,
      /branch/,
    ],
    [
      'a copy that leaves the repository',
      workflow('worktree: {copy: [../secret]}\nphases: [{id: one, artifacts: [a.md]}]\n'),
      4,
      /\.\./,
    ],
    ['binary', '\0\u0001\u0002', 1, /./],
    ['empty', '', 1, /empty/],
    ['a newer schema', 'schema: 9\nname: w\nphases: []\n', 1, /schema 9/],
  ];
  it('are refused with file, line and column, all of them, and nothing is written', async () => {
    const world = await ground();
    for (const [what, text, line, message] of bad) {
      await world.repo.write('.cairn/workflows/bad.yaml', text);
      const before = await snapshot(world.repo.root);
      const error = await refusal(world.start({ workflow: 'bad' }), 'workflow/invalid');
      const told = error.details.problems.find((problem) => problem.line === line);
      expect([what, error.details.file, told?.line]).toEqual([what, '.cairn/workflows/bad.yaml', line]);
      expect(told?.column).toBeGreaterThan(0);
      expect(told?.message).toMatch(message);
      expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
      const listed = (await world.api.workflows()).find((each) => each.file?.endsWith('bad.yaml') === true);
      expect(listed?.problem).toContain(String(line));
    }
  });

  it('a workflow that is not there is told with the places that were looked at, and with those that are', async () => {
    const world = await ground();
    await world.repo.write('.cairn/workflows/other.yml', 'schema: 1\n');
    for (const name of ['nope', './nope.yaml', '/nonexistent/w.yaml', '../flow', 'flow/../x']) {
      const { details } = await refusal(world.start({ workflow: name }), 'workflow/not-found');
      expect(details.searched.length).toBeGreaterThan(0);
      expect(details.known).toEqual(['flow', 'other', 'feature', 'fix', 'refactor', 'review']);
    }
  });

  it('--until names a phase that there is', async () => {
    const world = await ground();
    expect((await refusal(world.start({ until: 'three' }), 'usage/unknown-phase')).details).toEqual({
      phase: 'three',
      known: ['one', 'two'],
    });
    expect(await world.api.list()).toEqual([]);
  });

  it('[M32] a changed plan is refused phase by phase until it is accepted; a broken edit names its line', async () => {
    const world = await startedGround({}, { until: 'one' });
    const path = `.cairn/sessions/${DEMO}/workflow.yaml`;
    await linkedTree(world).write(path, 'schema: 1\nname: [\n');
    expect((await refusal(world.resume(), 'workflow/invalid')).details.problems[0]?.line).toBeGreaterThan(0);
    await linkedTree(world).write(path, TWO_PHASES.replace('id: two', 'id: three'));
    const before = await snapshot(world.repo.root);
    expect((await refusal(world.resume(), 'repo/plan-changed')).details.changes.join('\n')).toMatch(
      /two[\s\S]*three|three[\s\S]*two/,
    );
    expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([]);
    expect(await world.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
    expect(await world.agent.runs()).toEqual(['one 1', 'three 1']);
  });
});

describe('requests', () => {
  it('100 KB with quotes, newlines, and what looks like ours, is kept word for word and fits the packet', async () => {
    const nasty = [
      '"quotes" and \'these\'',
      '---',
      '## Next',
      '| # | Phase |',
      'Cairn-State: done',
      '${HOME} $(id) `id`',
      '\u202e\u0007',
      '<!-- -->',
      '🪨 日本語',
      '\ttab\r',
      '{{x}} %s \\n',
    ];
    const request = Array.from({ length: 2500 }, (_, n) => `${n} ${nasty[n % nasty.length]} lorem ipsum`)
      .join('\n')
      .slice(0, 100_000);
    const world = await ground();
    expect(await world.start({ request })).toMatchObject({ reason: 'completed' });
    const stored = await world.repo.gitWithInput(
      '',
      'cat-file',
      'blob',
      `cairn/${DEMO}:.cairn/sessions/${DEMO}/REQUEST.md`,
    );
    expect(stored).toBe(request.replace(/\n$/, ''));
    for (const name of ['PACKET.md', '01-one/PACKET.md', '02-two/PACKET.md']) {
      const packet = await atTip(world, `.cairn/sessions/${DEMO}/${name}`);
      expect(Number(/^tokens: (\d+)$/m.exec(packet)?.[1])).toBeLessThanOrEqual(2000);
      expect(packet).toContain('REQUEST.md@opened');
    }
    expect(await world.agent.prompt('one')).toContain('0 "quotes" and');
    const status = await world.api.status(DEMO);
    expect(status.title.length).toBeLessThanOrEqual(72);
    expect(status.state).toBe('done');
    expect(
      await world.repo.git('log', '-1', '--format=%(trailers:key=Cairn-State,valueonly)', `cairn/${DEMO}`),
    ).toBe('done\n');
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });

  it('whatever a request is made of, its session can be read', THOROUGH, async () => {
    const world = await ground({ flow: workflow('phases: [{id: one, artifacts: [out.md]}]\n') });
    const requests = [
      '\u0000',
      '---',
      '## Notes',
      "'; rm -rf /",
      '日本語の依頼 🪨',
      '\u202e\u0007bell',
      '| a | b |',
      '\ufeffbom\r\ny',
    ];
    for (const request of requests) {
      const { session, reason } = await world.start({ request, id: null });
      expect([request, reason]).toEqual([request, 'completed']);
      expect(session).toMatch(/^\d{8}-[a-z0-9-]+-[a-z0-9]{4}$/);
      expect(await world.api.status(session)).toMatchObject({ state: 'done', warnings: [] });
      expect((await world.api.verify(session))[0]?.violations).toEqual([]);
    }
    expect(await world.api.list()).toHaveLength(requests.length);
  });

  it('an empty one is refused', async () => {
    const world = await ground();
    for (const request of ['', ' \n\t ']) await refusal(world.start({ request }), 'usage/invalid');
  });

  it('one of more than half a megabyte is refused before anything is written', async () => {
    const world = await ground();
    const before = await snapshot(world.repo.root);
    await refusal(world.start({ request: 'x'.repeat(600_000) }), 'usage/invalid');
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  });

  it('options that contradict each other are refused', async () => {
    const world = await ground();
    await refusal(world.start({ base: 'main', inPlace: true }), 'usage/invalid');
    await refusal(world.start({ base: 'main', withChanges: true }), 'usage/invalid');
  });
});

describe('an act inside a phase', () => {
  it("[F4] is refused wherever it is a person's word, with nothing written; reading is allowed", async () => {
    const world = await startedGround({}, { until: 'one' });
    const { api } = await world.seat({ env: { ...world.repo.env, CAIRN_PHASE: 'one' } });
    const before = await snapshot(world.repo.root);
    for (const act of [
      () => api.approve(DEMO, null, null),
      () => api.reject(DEMO, null, null),
      () => api.answer(DEMO, 'x'),
      () => api.restore(DEMO, { to: '1' }, { dryRun: false }),
      () => api.cancel(DEMO),
      () => api.delete(DEMO, { purge: true }),
      () => api.land(DEMO, { apply: true }),
    ])
      expect((await refusal(act(), 'usage/inside-phase')).details.phase).toBe('one');
    expect(await api.status(DEMO)).toMatchObject({ seq: 2 });
    expect(await api.list()).toHaveLength(1);
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  });
});
