import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { atWorkAfter, startAndKill } from '../support/killedEngine.ts';
import { elsewhere } from '../support/otherMachine.ts';
import { DEMO, stage as onGit, type Flow } from '../support/session.ts';
import { byDepth, isFirst } from '../support/thorough.ts';

/** `build` and `review` go round until the verdict is ok; `docs` comes after. */
const flow = (loop: object = {}, rest: object = {}): Flow => ({
  schema: 2,
  phases: [
    { id: 'plan' },
    { id: 'build', artifacts: ['result.md', '/src/app.txt'] },
    {
      id: 'review',
      artifacts: ['verdict.json'],
      loop: { to: 'build', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 3, ...loop },
      ...rest,
    },
    { id: 'docs' },
  ],
});
const FOLDER = '.cairn/sessions/demo';
const BUILD = `usual
echo "$CAIRN_ROUND $CAIRN_ATTEMPT" > src/app.txt
printf '## Decisions\\n- round %s is built\\n' "$CAIRN_ROUND" > "$CAIRN_PHASE_DIR/HANDOFF.md"`;
/** Ok from that round on. */
const review = (round: number): string => `
if [ "$CAIRN_ROUND" -ge ${round} ]; then ok=true; else ok=false; fi
printf '{"ok": %s, "round": %s}\\n' $ok "$CAIRN_ROUND" > "$CAIRN_PHASE_DIR/verdict.json"
[ $ok = true ] || printf '## Open questions\\n- why round %s is red\\n' "$CAIRN_ROUND" > "$CAIRN_PHASE_DIR/HANDOFF.md"`;

describe('a loop', () => {
  test('goes back until its condition is met; each round leaves what it promised in a folder of its own', async () => {
    const s = await onGit(flow());
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(3));
    expect((await s.start()).reason).toBe('completed');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase plan/1 running',
      '3 phase build/1 running',
      '4 round review/1 running',
      '5 phase build/2 running',
      '6 round review/2 running',
      '7 phase build/3 running',
      '8 phase review/3 running',
      '9 phase docs/1 done',
    ]);
    const { git } = s.repo;
    expect(
      (await git('ls-tree', '-r', '--name-only', 'cairn/demo', `${FOLDER}/02-build`)).split('\n'),
    ).toEqual(
      [
        'HANDOFF.md',
        'LEDGER.md',
        'PACKET.md',
        'phase.json',
        'result.md',
        'round-1/HANDOFF.md',
        'round-1/LEDGER.md',
        'round-1/result.md',
        'round-2/HANDOFF.md',
        'round-2/LEDGER.md',
        'round-2/result.md',
      ].map((name) => `${FOLDER}/02-build/${name}`),
    );
    expect(await git('show', `cairn/demo:${FOLDER}/03-review/round-2/verdict.json`)).toContain('"round": 2');
    // A promise in the repository stays where it is.
    expect(await git('show', 'cairn/demo:src/app.txt')).toBe('3 3');
    const { phases } = await s.api.status(DEMO);
    expect(phases.map(({ id, round, attempt }) => `${id} ${round}/${attempt}`)).toEqual([
      'plan 1/1',
      'build 3/3',
      'review 3/3',
      'docs 3/1',
    ]);
    expect(await (await s.worktree()).git('status', '--porcelain')).toBe('');
    expect(await s.violations()).toEqual([]);
  });

  test('tells the next round what was found, and where the round before is', async () => {
    const s = await stage(flow());
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(2));
    await s.start();
    const prompt = await s.agent.prompt('build', 2);
    expect(prompt).toContain('## Round 2 of at most 3');
    expect(prompt).toContain('review/verdict.json /ok is false.');
    expect(prompt).toContain('02-build/round-1');
    expect(prompt).toContain('03-review/round-1');
    // What both handed on is in the packet, though both are open again.
    expect(prompt).toContain('round 1 is built');
    expect(prompt).toContain('round 1 is red');
    expect(await s.agent.prompt('build', 1)).not.toContain('## Round');
  });

  test('with a gate that does not hold holds its work, and takes it from the working tree', async () => {
    const s = await onGit(flow({}, { checks: [{ run: 'grep -q 2 src/app.txt' }] }));
    await s.agent.part('build', BUILD);
    await s.agent.part('review', `${review(1)}\necho junk > junk.txt`);
    expect((await s.start()).reason).toBe('completed');
    const { git } = s.repo;
    const [round = ''] = (await git('log', '--format=%H', '--grep', 'Cairn-Kind: round', 'cairn/demo')).split(
      '\n',
    );
    expect(await git('show', `${round}^2:junk.txt`)).toBe('junk');
    expect(await git('diff', '--name-only', `${round}^1`, round, '--', 'junk.txt', 'src')).toBe('');
    // What was built in the next round did not begin on it.
    expect(await git('log', '--format=%s', '--first-parent', 'cairn/demo', '--', 'junk.txt')).toBe(
      'cairn: review is done, checks passed',
    );
    const build = await s.agent.prompt('build', 2);
    expect(build).toContain('the check "grep -q 2 src/app.txt" failed');
    // Nothing of the review was published.
    expect(build).toContain('02-build/round-1');
    expect(build).not.toContain('03-review/round-1');
    const again = await s.agent.prompt('review', 2);
    expect(again).not.toContain('03-review/round-1');
    const [, held = ''] = /`git show ([0-9a-f]+):<path>`/.exec(again) ?? [];
    expect(await git('show', `${held}:junk.txt`)).toBe('junk');
    expect(await s.violations()).toEqual([]);
  });

  test('begins a round with no word of how an attempt of the one before had ended, and tells of its own', async () => {
    const s = await stage(flow({}, { retries: 1, checks: [{ run: 'grep -q mended src/app.txt' }] }));
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(1));
    await s.agent.part('review-4', `${review(1)}\necho mended > src/app.txt`);
    expect((await s.start()).reason).toBe('completed');
    const [first, second] = [await s.agent.prompt('review', 3), await s.agent.prompt('review', 4)];
    expect(first).toContain('## Round 2 of at most 3');
    expect(first).not.toContain('Its files are still there');
    expect(second).toContain('## Why attempt 3 did not hold');
  });

  test('[M9] asks once its rounds are used up: another round, or as it is', async () => {
    const s = await stage(flow({ max: 2 }));
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(9));
    expect((await s.start()).reason).toBe('waiting');
    const { question, next } = await s.api.status(DEMO);
    expect(next).toEqual(['review']);
    expect(question).toMatchObject({
      text: 'review has had 2 of 2 rounds. review/verdict.json /ok is false. Its loop ends once review/verdict.json /ok is true.',
      options: ['another round', 'accept as it is', 'stop'],
    });
    await s.api.answer(DEMO, '1');
    expect((await s.log()).at(-1)).toBe('7 round review/2 running');
    expect((await s.resume()).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).question?.text).toContain(
      'review has had 3 rounds: 2 of its loop, 1 that a person began.',
    );
    await s.api.answer(DEMO, 'accept as it is');
    expect((await s.log()).at(-1)).toBe('10 approval review/3 running');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  for (const { rows, options } of byDepth(
    [
      ['another round', 5],
      ['accept as it is', 5],
    ],
    isFirst,
  ))
    test.each(rows)(
      'is asked about where HEAD is where the session left it: "%s" takes no files of another branch',
      options,
      async (answer, seq) => {
        const s = await onGit(flow({ max: 1 }));
        await s.agent.part('build', BUILD);
        await s.agent.part('review', review(9));
        await s.start({ inPlace: true });
        const { git } = s.repo;
        await git('stash', '-q', '-u');
        await git('checkout', '-q', '-b', 'other');
        await s.repo.write('mine.txt', 'mine\n');
        await git('add', '.');
        await git('commit', '-q', '-m', 'mine');
        await expect(s.api.answer(DEMO, answer)).rejects.toMatchObject({ code: 'repo/head-moved' });
        await git('checkout', '-q', 'main');
        await git('stash', 'pop', '-q');
        await s.api.answer(DEMO, answer);
        expect(await git('ls-tree', '--name-only', 'cairn/demo', 'mine.txt', 'src/app.txt')).toBe(
          'src/app.txt',
        );
        expect((await s.api.status(DEMO)).seq).toBe(seq);
        expect(await s.violations()).toEqual([]);
      },
    );

  for (const { rows, options } of byDepth(['another round', 'accept as it is'], isFirst))
    test.each(rows)('is asked about where its work is: "%s" needs it in a clone', options, async (answer) => {
      const s = await onGit(flow({ max: 1 }));
      await s.agent.part('build', BUILD);
      await s.agent.part('review', `${review(9)}; echo more > more.txt`);
      await s.start();
      const other = await elsewhere(s, ['--depth=1', '--no-single-branch']);
      await expect(other.api.answer(DEMO, answer)).rejects.toMatchObject({ code: 'repo/held-missing' });
      await other.repo.git('fetch', '-q', '--unshallow');
      await other.api.answer(DEMO, answer);
      expect(await other.repo.git('show', 'cairn/demo:more.txt')).toBe('more');
      expect(await other.violations()).toEqual([]);
    });

  test('whose gate does not hold is not accepted as it is', async () => {
    const s = await stage(flow({ max: 1 }, { checks: [{ run: 'test -f mended' }] }));
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(1));
    await s.start();
    expect((await s.api.status(DEMO)).question?.options).toEqual(['another round', 'stop']);
    await expect(s.api.answer(DEMO, 'accept as it is')).rejects.toMatchObject({
      code: 'usage/not-possible',
      details: {
        refusal: { because: 'gate', of: 'loop', reasons: [expect.stringContaining('test -f mended')] },
      },
    });
    expect((await s.log()).at(-1)).toBe('4 waiting review/1 waiting');
  });

  test('[M33] that is cut off goes on in the round that it was in, not in the first', async () => {
    const s = await stage(flow());
    await s.agent.part('build', BUILD);
    await s.agent.part('build-2', atWorkAfter('true'));
    await s.agent.part('review', review(2));
    await startAndKill(s);
    const seat = await s.seat();
    expect((await seat.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual([
      'plan 1',
      'build 1',
      'review 1',
      'build 2',
      'build 3',
      'review 2',
      'docs 1',
    ]);
    expect(await s.agent.prompt('build', 3)).toContain('## Round 2 of at most 3');
    expect(await s.repo.git('show', 'cairn/demo:src/app.txt')).toBe('2 3');
    expect(await seat.violations()).toEqual([]);
  });

  test('[S13] is driven by a caller that knows nothing but the reason of each run', async () => {
    const s = await stage(flow({ max: 1 }, { approval: 'required' }));
    await s.agent.part('plan', '[ "$CAIRN_ATTEMPT" = 1 ] || usual');
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(2));
    const reasons: string[] = [];
    for (let { reason } = await s.start(); reasons.push(reason) < 10; { reason } = await s.resume()) {
      if (reason === 'completed') break;
      if (reason !== 'waiting') continue;
      const { question } = await s.api.status(DEMO);
      if (question?.kind === 'approval') await s.api.approve(DEMO, null, null);
      else await s.api.answer(DEMO, 'another round');
    }
    expect(reasons).toEqual(['blocked', 'waiting', 'waiting', 'completed']);
    expect((await s.api.status(DEMO)).state).toBe('done');
    expect(await s.violations()).toEqual([]);
  });

  test('that left the plan while a person was asked is no round any more: the phase is tried again', async () => {
    const s = await stage(flow({ max: 1 }));
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(9));
    await s.start();
    const path = `${FOLDER}/workflow.yaml`;
    const tree = await s.worktree();
    const { phases, ...rest } = JSON.parse(await tree.read(path)) as Flow;
    const straight = phases.map(({ loop: _gone, ...phase }) => phase);
    await tree.write(path, `${JSON.stringify({ ...rest, phases: straight }, null, 2)}\n`);
    expect((await s.resume({ acceptPlan: true })).reason).toBe('waiting');
    await s.api.answer(DEMO, 'another round');
    expect((await s.log()).at(-1)).toBe('6 answer review/1 running');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  test('whose condition cannot be read says so, to the person and to the round that they want', async () => {
    const s = await stage(flow());
    await s.agent.part('build', BUILD);
    await s.agent.part('review', `echo '{"ok": true, "ok": true}' > "$CAIRN_PHASE_DIR/verdict.json"`);
    expect((await s.start()).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).question?.text).toBe(
      'review has had 1 of 3 rounds. review/verdict.json cannot be read: the key "ok" is there twice',
    );
    await s.api.answer(DEMO, 'another round');
    await s.agent.part('review', review(2));
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.prompt('build', 2)).toContain('could not be decided');
    expect(await s.violations()).toEqual([]);
  });

  test('is stopped by a person without losing its work', async () => {
    const s = await stage(flow({ max: 1 }));
    await s.agent.part('review', review(9));
    await s.agent.part('build', BUILD);
    await s.start();
    expect((await s.api.answer(DEMO, 'stop')).state).toBe('cancelled');
    expect(await s.violations()).toEqual([]);
  });

  test('waits for its approval only once its condition is met', async () => {
    const s = await stage(flow({}, { approval: 'required' }));
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(2));
    expect((await s.start()).reason).toBe('waiting');
    expect((await s.log()).slice(3)).toEqual([
      '4 round review/1 running',
      '5 phase build/2 running',
      '6 waiting review/2 waiting',
    ]);
    await s.api.approve(DEMO, null, null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  test('of a phase on itself does that phase again', async () => {
    const s = await stage(flow({ to: 'review' }));
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(2));
    expect((await s.start()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['plan 1', 'build 1', 'review 1', 'review 2', 'docs 1']);
  });

  test('goes back with a restore to a checkpoint of any round, and on from there', async () => {
    const s = await stage(flow());
    await s.agent.part('build', BUILD);
    await s.agent.part('review', review(2));
    await s.start();
    for (const seq of ['3', '4', '5']) {
      await s.api.restore(DEMO, { to: seq }, { dryRun: false });
      expect((await s.resume()).reason, seq).toBe('completed');
      expect(await s.violations()).toEqual([]);
    }
  });
});

describe('loops within loops', () => {
  const until = (phase: string) => ({ file: `${phase}/${phase}.json`, at: '/ok', is: true });
  const NESTED: Flow = {
    schema: 2,
    phases: [
      { id: 'plan', artifacts: ['plan.json'] },
      { id: 'build', artifacts: ['build.json'] },
      { id: 'check', artifacts: ['check.json'], loop: { to: 'build', until: until('check'), max: 2 } },
      { id: 'judge', artifacts: ['judge.json'], loop: { to: 'plan', until: until('judge'), max: 2 } },
    ],
  };
  const NEVER = `echo '{"ok": false}' > "$CAIRN_PHASE_DIR/$CAIRN_PHASE.json"`;

  test('the inner one begins at 1 with each round of the outer one', async () => {
    const s = await stage(NESTED);
    for (const phase of ['plan', 'build', 'check', 'judge']) await s.agent.part(phase, NEVER);
    // Each inner loop uses up its two rounds, and a person accepts; so does the outer one.
    const asked: string[] = [];
    for (let outcome = await s.start(); outcome.reason === 'waiting'; outcome = await s.resume()) {
      asked.push((await s.api.status(DEMO)).question?.text.split('.')[0] ?? '');
      await s.api.answer(DEMO, 'accept as it is');
    }
    expect(asked).toEqual([
      'check has had 2 of 2 rounds',
      'check has had 2 of 2 rounds',
      'judge has had 2 of 2 rounds',
    ]);
    expect((await s.api.status(DEMO)).state).toBe('done');
    expect(await s.violations()).toEqual([]);
  });

  test('so does one beside it, which the outer one opens again and that does not open the outer one', async () => {
    const s = await stage({
      schema: 2,
      phases: [
        { id: 'build', artifacts: ['build.json'] },
        { id: 'lint', artifacts: ['lint.json'], loop: { to: 'lint', until: until('lint'), max: 2 } },
        {
          id: 'judge',
          needs: ['build'],
          artifacts: ['judge.json'],
          loop: { to: 'build', until: until('judge'), max: 2 },
        },
      ],
    });
    const ok = (is: string): string => NEVER.replace('false', is);
    await s.agent.part('build', NEVER);
    for (const [phase, nths] of [
      ['lint', ['false', 'true', 'false', 'true']],
      ['judge', ['false', 'true']],
    ] as const)
      for (const [at, is] of nths.entries()) await s.agent.part(`${phase}-${at + 1}`, ok(is));
    expect((await s.start()).reason).toBe('completed');
    expect((await s.agent.runs()).join()).toBe('build 1,lint 1,lint 2,judge 1,build 2,lint 3,lint 4,judge 2');
    expect(await s.agent.prompt('lint', 4)).toContain('Round 2 of at most 2');
    expect(await s.violations()).toEqual([]);
  });
});
