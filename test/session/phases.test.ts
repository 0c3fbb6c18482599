import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exitOfOutcome } from '../../src/cli/output/exitCodes.ts';
import type { SessionSummary } from '../../src/session/results.ts';
import { noticesBetween } from '../../src/vscode/state/notices.ts';
import type { WindowState } from '../../src/vscode/state/windowState.ts';
import { node, repositoryFolder, windowOf } from '../vscode/builders.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, flowText, workIn, type Stage, stage as onGit } from '../support/session.ts';

describe('a session from start to done', () => {
  test('[L17, P22] publishes exactly one checkpoint a phase, and its trailers tell the story', async () => {
    const s = await onGit({
      phases: [{ id: 'research' }, { id: 'plan', approval: 'required' }, { id: 'implement' }],
    });
    const before = await s.repo.untouchables();
    expect((await s.start()).reason).toBe('waiting');
    await s.api.approve(DEMO, null, 'good plan');
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 5, state: 'done', phase: null });

    const trailers = await trailersOf(s);
    expect(trailers).toEqual([
      'Seq 1, Kind opened, State running, Next research, Effects 0',
      'Seq 2, Kind phase, State running, Phase research, Attempt 1, Next plan, Effects 0',
      'Seq 3, Kind waiting, State waiting, Phase plan, Attempt 1, Next plan, Effects 0',
      'Seq 4, Kind approval, State running, Phase plan, Attempt 1, Next implement, Effects 0',
      'Seq 5, Kind phase, State done, Phase implement, Attempt 1, Effects 0',
    ]);
    expect(await s.violations()).toEqual([]);
    expect(withoutSession(await s.repo.untouchables())).toEqual(before);
  });

  test('[A2, P18] is a checkpoint whenever it opens, a phase closes, a gate does not hold or waits, a person speaks, it ends', async () => {
    const s = await stage({
      phases: [
        { id: 'plan', approval: 'required' },
        { id: 'ask' },
        { id: 'build', checks: [{ run: 'test -f mended' }] },
      ],
    });
    await s.agent.part('ask-1', 'echo "Which colour?" > "$CAIRN_PHASE_DIR/QUESTION.md"');
    // Every attempt another result: one that is rejected and stays as it was is no result.
    await s.agent.part('plan', 'usual; echo "$CAIRN_ATTEMPT" >> "$CAIRN_PHASE_DIR/result.md"');
    await s.start();
    await s.api.reject(DEMO, null, 'more detail');
    await s.resume();
    await s.api.approve(DEMO, null, null);
    expect((await s.resume()).reason).toBe('waiting');
    await s.api.answer(DEMO, 'Blue.');
    expect((await s.resume()).reason).toBe('blocked');
    await s.agent.part('build', 'touch mended; usual');
    expect((await s.resume()).reason).toBe('completed');
    expect(await trailersOf(s)).toEqual([
      'Seq 1, Kind opened, State running, Next plan, Effects 0',
      'Seq 2, Kind waiting, State waiting, Phase plan, Attempt 1, Next plan, Effects 0',
      'Seq 3, Kind rejection, State running, Phase plan, Attempt 1, Next plan, Effects 0',
      'Seq 4, Kind waiting, State waiting, Phase plan, Attempt 2, Next plan, Effects 0',
      'Seq 5, Kind approval, State running, Phase plan, Attempt 2, Next ask, Effects 0',
      'Seq 6, Kind waiting, State waiting, Phase ask, Attempt 1, Next ask, Effects 0',
      'Seq 7, Kind answer, State running, Phase ask, Attempt 1, Next ask, Effects 0',
      'Seq 8, Kind phase, State running, Phase ask, Attempt 2, Next build, Effects 0',
      'Seq 9, Kind blocked, State blocked, Phase build, Attempt 1, Next build, Effects 0',
      'Seq 10, Kind phase, State done, Phase build, Attempt 2, Effects 0',
    ]);
  });

  test('[A17, S11, S17] runs phases in file order among those whose needs are done, without a pause, and saves each; all counts begin at 1', async () => {
    const s = await stage({
      phases: [
        { id: 'late', needs: ['early'] },
        { id: 'early', needs: [] },
        { id: 'last', needs: ['late'] },
      ],
    });
    await s.start({ until: 'early' });
    const dying = await s.seat({
      reached(point) {
        if (point === 'attempt/begun') throw new Error('died');
      },
    });
    await expect(dying.resume()).rejects.toThrow('died');
    await s.resume();
    expect(await s.agent.runs()).toEqual(['early 1', 'late 2', 'last 1']);
    expect(
      Object.keys(await workIn(s.repo, 'cairn/demo')).filter((path) => path.endsWith('result.md')),
    ).toEqual([
      '.cairn/sessions/demo/01-late/result.md',
      '.cairn/sessions/demo/02-early/result.md',
      '.cairn/sessions/demo/03-last/result.md',
    ]);
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase early/1 running',
      '3 phase late/2 running',
      '4 phase last/1 done',
    ]);
    expect((await s.api.status(DEMO)).phases.map(({ number, id, attempt }) => [number, id, attempt])).toEqual(
      [
        [1, 'late', 2],
        [2, 'early', 1],
        [3, 'last', 1],
      ],
    );
    const early = JSON.parse(await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/02-early/phase.json'));
    expect(early).toMatchObject({ seq: 2, attempt: 1, attempts: [{ attempt: 1 }] });
    const begun = s.progress.flatMap((event) =>
      event.type === 'attempt' ? [[event.number, event.attempt]] : [],
    );
    expect(begun).toEqual([
      [2, 1],
      [1, 2],
      [3, 1],
    ]);
  });

  test('a check finds CI set, as programs that would watch files otherwise, an agent does not; who says otherwise is heard', async () => {
    const ci = { name: 'ci', run: 'printf %s "$CI" > "$CAIRN_PHASE_DIR/said"' };
    const s = await stage({ phases: [{ id: 'one', artifacts: ['agent'], checks: [ci] }] });
    await s.agent.part('one', 'printf "%s." "${CI-unset}" > "$CAIRN_PHASE_DIR/agent"');
    const said = async (id: string, env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const seat = await s.seat({ env });
      await seat.start({ id });
      const at = (file: string): Promise<string> =>
        s.repo.git('show', `cairn/${id}:.cairn/sessions/${id}/01-one/${file}`);
      return [await at('agent'), await at('said')];
    };
    expect(await said('without', {})).toEqual(['unset.', 'true']);
    expect(await said('with', { CI: 'mine' })).toEqual(['mine.', 'mine']);
  });

  test('[A15] a resume of a done session runs nothing and moves nothing', async () => {
    const s = await onGit({
      phases: [{ id: 'one', artifacts: ['result.md'], checks: [{ run: 'echo once >> "$LOOKED"' }] }],
    });
    const seat = await s.seat({ env: { ...s.repo.env, LOOKED: join(s.repo.root, '../checked') } });
    const done = await seat.start();
    const before = await s.repo.git('for-each-ref');
    const objects = await s.repo.git('count-objects', '-v');
    const again = await s.resume();
    expect(again).toMatchObject({
      reason: 'completed',
      seq: 2,
      commit: done.commit,
      message: 'This session is done, checks passed.',
    });
    expect(exitOfOutcome(again)).toBe(0);
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect(await s.repo.look('../checked')).toBe('once\n');
    expect([await s.repo.git('for-each-ref'), await s.repo.git('count-objects', '-v')]).toEqual([
      before,
      objects,
    ]);
  });

  test('[A24, L5, L7] every checkpoint carries the effect record, the request word for word and the workflow', async () => {
    const s = await onGit(chain('one', 'two'));
    const request = '  Make *it* so,\r\n\n---\nschema: 2\n\tplease  \n';
    await s.start({ request });
    const blobs = async (name: string): Promise<readonly string[]> =>
      Promise.all(
        (await s.api.log(DEMO)).map(({ commit }) =>
          s.repo.git('rev-parse', `${commit}:.cairn/sessions/demo/${name}`),
        ),
      );
    for (const name of ['effects.json', 'REQUEST.md', 'workflow.yaml'])
      expect(new Set(await blobs(name)).size).toBe(1);
    const [opened] = await s.api.log(DEMO);
    const saved = async (name: string): Promise<string> =>
      new TextDecoder().decode(
        (opened && (await s.api.readAt(opened.commit, `.cairn/sessions/demo/${name}`))) ?? undefined,
      );
    expect(await saved('REQUEST.md')).toBe(request);
    expect(await saved('workflow.yaml')).toBe(await s.repo.read('.cairn/workflows/flow.yaml'));
  });

  test('[A4, S10, S12, S32] `--until` is inclusive and pauses; a resume begins the next phase, and what is told of its attempt says so', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    expect(await s.start({ until: 'two' })).toMatchObject({
      reason: 'paused',
      seq: 3,
      state: 'running',
      phase: 'three',
    });
    expect((await s.api.status(DEMO)).state).toBe('paused');
    expect(await s.resume({ until: 'two' })).toMatchObject({ reason: 'paused', seq: 3 });
    const before = s.progress.length;
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
    const told = s.progress.slice(before).filter(({ type }) => type === 'attempt' || type === 'agent-ended');
    expect(told).toMatchObject([
      { type: 'attempt', phase: 'three', attempt: 1, resumed: true },
      { type: 'agent-ended', phase: 'three', attempt: 1, resumed: true },
    ]);
  });

  test('`--until` of a phase that is not there is refused before anything happens', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await expect(s.resume({ until: 'tow' })).rejects.toMatchObject({ code: 'usage/unknown-phase' });
    expect((await s.api.status(DEMO)).seq).toBe(2);
  });
});

describe('a gate that does not hold', () => {
  test('[E18] is tried again with the reasons in the next prompt, then blocks', async () => {
    const s = await stage({
      phases: [
        {
          id: 'one',
          retries: 1,
          checks: [{ name: 'tests', run: "printf '4%s is not 42' 1; exit 3" }],
        },
      ],
    });
    expect(await s.start()).toMatchObject({ reason: 'blocked', seq: 2, state: 'blocked', phase: 'one' });
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await s.agent.prompt('one', 1)).not.toContain('41 is not 42');
    const second = await s.agent.prompt('one', 2);
    expect(second).toContain('tests');
    expect(second).toContain('41 is not 42');
    const [phase] = (await s.api.status(DEMO)).phases;
    expect(phase).toMatchObject({
      status: 'blocked',
      attempt: 2,
      checks: [{ name: 'tests', outcome: 'failed' }],
    });
    expect(phase?.reasons.join('\n')).toContain('tests');
    expect(await s.log()).toEqual(['1 opened - running', '2 blocked one/2 blocked']);
    expect(await s.violations()).toEqual([]);
  });

  test('starts again from the tree as it is: what a failed attempt left is there, and is told as its own', async () => {
    const s = await stage({ phases: [{ id: 'one', retries: 1 }] });
    await s.agent.part('one-1', 'echo half > half-done.txt');
    await s.agent.part('one-2', 'test -f half-done.txt && usual');
    expect((await s.start()).reason).toBe('completed');
    expect(await s.agent.prompt('one', 2)).toContain('Its files are still there');
  });

  test('a check that broke blocks at once: the agent is not run again for it', async () => {
    const s = await stage({
      phases: [{ id: 'one', retries: 3, checks: [{ name: 'tests', run: 'exit 127' }] }],
    });
    expect((await s.start()).reason).toBe('blocked');
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect((await s.api.status(DEMO)).phases[0]?.checks).toMatchObject([{ name: 'tests', outcome: 'broke' }]);
  });

  test('a check that takes too long broke', async () => {
    const s = await onGit({
      phases: [{ id: 'one', retries: 3, checks: [{ name: 'slow', run: 'sleep 30', timeout: '300ms' }] }],
    });
    expect((await s.start()).reason).toBe('blocked');
    expect((await s.api.status(DEMO)).phases[0]?.checks).toMatchObject([{ name: 'slow', outcome: 'broke' }]);
  });

  test('an agent that takes too long or crashes has not passed, whatever it left', async () => {
    const s = await onGit({ phases: [{ id: 'one', retries: 1, timeout: '3s' }] });
    await s.agent.part('one-1', 'usual; sleep 30');
    await s.agent.part('one-2', 'usual; echo cannot go on >&2; exit 9');
    expect((await s.start()).reason).toBe('blocked');
    const reasons = (await s.api.status(DEMO)).phases[0]?.reasons.join('\n');
    expect(reasons).toContain('exited with 9');
    expect(await s.agent.prompt('one', 2)).toMatch(/timed|time/i);
  });

  test('an artifact must be new: one that was there before the phase does not count', async () => {
    const s = await stage(
      { phases: [{ id: 'one', artifacts: ['/notes.md'] }] },
      { files: { 'notes.md': 'old notes\n' } },
    );
    expect((await s.start()).reason).toBe('blocked');
    const tree = await s.worktree();
    await tree.write('notes.md', 'new notes\n');
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await s.agent.runs()).toEqual(['one 1']);
  });

  test('blocked: a resume tries the gate on the tree as it is, then an agent with the reasons of now', async () => {
    const s = await stage({
      phases: [{ id: 'one', artifacts: [{ path: 'plan.md', headings: ['Steps', 'Risks'] }] }],
    });
    await s.agent.part('one', 'printf "# Steps\\nfirst\\n" > "$CAIRN_PHASE_DIR/plan.md"');
    expect((await s.start()).reason).toBe('blocked');
    const tree = await s.worktree();
    await tree.write('.cairn/sessions/demo/01-one/plan.md', '# Risks\nmany\n');
    await s.agent.part('one', 'printf "# Steps\\nfirst\\n# Risks\\nnone\\n" > "$CAIRN_PHASE_DIR/plan.md"');
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    const told = await s.agent.prompt('one', 2);
    expect(told).toMatch(/Steps/);
    expect(told).toContain('plan.md');
    expect(await s.violations()).toEqual([]);
  });

  test('retries count from the last act of a person', async () => {
    const s = await stage({ phases: [{ id: 'one', retries: 1, checks: [{ run: 'exit 1' }] }] });
    await s.start();
    expect((await s.resume()).reason).toBe('blocked');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2', 'one 3', 'one 4']);
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 blocked one/2 blocked',
      '3 blocked one/4 blocked',
    ]);
    const record = JSON.parse(
      await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/phase.json'),
    ) as { attempts: { attempt: number }[] };
    expect(record.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });
});

/** The trailers that say what a checkpoint is, oldest first. */
async function trailersOf(s: Stage): Promise<readonly string[]> {
  const names = ['Seq', 'Kind', 'State', 'Phase', 'Attempt', 'Next', 'Effects'];
  const messages = await Promise.all(
    (await s.api.log(DEMO)).map(({ commit }) => s.repo.git('show', '-s', '--format=%B', commit)),
  );
  return messages.map((message) =>
    names
      .flatMap((name) => {
        const value = new RegExp(`^Cairn-${name}: (.*)$`, 'm').exec(message)?.[1];
        return value === undefined ? [] : [`${name} ${value}`];
      })
      .join(', '),
  );
}

function withoutSession(things: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const branches =
    things['branches']?.split('\n').filter((line) => !line.startsWith('refs/heads/cairn/')) ?? [];
  return { ...things, branches: branches.join('\n') };
}

test('[P5] a promised file that is missing, empty, blank, a folder, a link to elsewhere or an old one blocks the phase, each by name', async () => {
  const bad = ['missing.md', 'empty.md', 'blank.md', 'folder.md', 'link.md'];
  const s = await stage({ phases: [{ id: 'one', artifacts: [...bad, '/README.md', 'good.md'] }] });
  await s.agent.part(
    'one',
    'cd "$CAIRN_PHASE_DIR"; : > empty.md; printf " \\n\\t\\n" > blank.md; mkdir folder.md; echo in > folder.md/in.md; ln -s /etc/hostname link.md; echo good > good.md',
  );
  const outcome = await s.start();
  expect([outcome.reason, exitOfOutcome(outcome)]).toEqual(['blocked', 4]);
  const status = await s.api.status(DEMO);
  const told = status.phases[0]?.reasons.map((reason) => reason.replace(/^\S*\/(?=[\w.]+ )/, '')) ?? [];
  expect(told).toEqual([
    'missing.md is missing',
    'empty.md is empty',
    'blank.md has nothing but white space in it',
    'folder.md is a folder, not a file',
    'link.md is a symbolic link, not a file',
    'README.md was there before the phase and has not changed',
  ]);
  // A person who looks elsewhere is told.
  const [summary] = await s.api.list();
  const seen = (of: readonly SessionSummary[]): WindowState =>
    windowOf(repositoryFolder(of.map((one) => ({ ...node(one.state), summary: one, status }))));
  const before = summary === undefined ? [] : [{ ...summary, state: 'running' }];
  const notices = noticesBetween(seen(before), seen(await s.api.list()));
  expect(notices.map(({ text }) => text)).toEqual(['“Make it so” is blocked in phase 1 of 1, one.']);
});

test('a workflow that was just written is missed by nobody: it is not told as left out of the worktree', async () => {
  const s = await stage(chain('one'));
  await s.repo.write('.cairn/workflows/new.yaml', flowText(chain('one')));
  await s.start({ workflow: 'new' });
  expect(s.told().join()).not.toContain('Not committed');
  await s.repo.write('mine.txt', 'not committed\n');
  await s.start({ workflow: 'new', id: 'other' });
  expect(s.told().join()).toContain('Not committed, so not in the working tree of the session: mine.txt.');
});
