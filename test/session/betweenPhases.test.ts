import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { describe, expect, test, vi } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, flowText, type Flow, type Stage, stage as onGit } from '../support/session.ts';

describe('what a person changes between phases', () => {
  test('is an edit, is told to the next agent, and belongs to nobody’s diff', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const tree = await s.worktree();
    await tree.write('src/one.txt', 'corrected by a person\n');
    await tree.write('new.txt', 'new\n');
    await tree.remove('README.md');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase one/1 running',
      '3 edit - running',
      '4 phase two/1 done',
    ]);
    const prompt = await s.agent.prompt('two');
    for (const path of ['src/one.txt', 'new.txt', 'README.md']) expect(prompt).toContain(path);
    const changed = async (phase: string): Promise<readonly string[]> =>
      (await s.api.diff(DEMO, phase)).changed.map(({ path }) => path);
    expect(await changed('two')).toEqual(['.cairn/sessions/demo/02-two/result.md', 'src/two.txt']);
    expect(await changed('one')).toEqual(['.cairn/sessions/demo/01-one/result.md', 'src/one.txt']);
    expect(await s.violations()).toEqual([]);
  });

  test('is nothing when nothing differs, whatever was touched', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const tree = await s.worktree();
    await tree.write('README.md', await tree.read('README.md'));
    await tree.write('STATUS.md~', '').then(() => tree.remove('STATUS.md~'));
    await s.resume();
    expect(await s.log()).toEqual(['1 opened - running', '2 phase one/1 running', '3 phase two/1 done']);
  });

  test('commits of a person in the worktree are kept as a second parent', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const tree = await s.worktree();
    await tree.write('new.txt', 'new\n');
    await tree.commit('by hand');
    await s.resume();
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo~1^2')).toBe('by hand');
    expect(await s.repo.git('show', 'cairn/demo:new.txt')).toBe('new');
    expect(await s.violations()).toEqual([]);
  });
});

const PATIENT = { timeout: 60_000 };
const OWN = '.cairn/sessions/demo/workflow.yaml';
const edited = async (s: Stage, flow: Flow): Promise<void> => (await s.worktree()).write(OWN, flowText(flow));

describe('[M32] an edit of the session’s own workflow', () => {
  test('[L5] outside the plan is taken over by the next resume, as a checkpoint', async () => {
    const s = await onGit(chain('one', 'two'));
    await s.start({ until: 'one' });
    await edited(s, { phases: [{ id: 'one' }, { id: 'two', prompt: 'Do it in verse.' }] });
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.prompt('two')).toContain('Do it in verse.');
    expect(await s.log()).toContain('3 edit - running');
    expect(await s.repo.git('show', '--format=', 'cairn/demo~1', '--', OWN)).toContain('Do it in verse.');
    expect(await s.violations()).toEqual([]);
  });

  test('that removes phases keeps the rows of those that are done', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    await edited(s, { phases: [{ id: 'two', needs: [] }, { id: 'four' }] });
    expect((await s.resume({ acceptPlan: true })).reason).toBe('completed');
    const rows = (await s.api.status(DEMO)).phases.map(
      ({ number, id, status }) => `${number} ${id} ${status}`,
    );
    expect(rows.toSorted()).toEqual(['1 one done', '2 two done', '4 four done']);
    expect(await s.violations()).toEqual([]);
  });

  test('that removes the phase which is blocked goes on without it', async () => {
    const s = await stage({
      phases: [
        { id: 'one', checks: [{ run: 'exit 1' }] },
        { id: 'two', needs: [] },
      ],
    });
    expect((await s.start()).reason).toBe('blocked');
    await edited(s, { phases: [{ id: 'two', needs: [] }] });
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
    expect(await s.violations()).toEqual([]);
  });

  test('that removes the phase whose attempt was cut off rescues what it left', async () => {
    const s = await stage(chain('one', 'two'));
    const dying = await s.seat({
      reached(point) {
        if (point === 'attempt/agent-ended') throw new Error('died');
      },
    });
    await expect(dying.start()).rejects.toThrow('died');
    await edited(s, chain('two'));
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:src/one.txt`)).toBe('work of one');
    expect(await s.violations()).toEqual([]);
  });

  test('while an attempt is open costs neither its number nor its leftovers', async () => {
    const s = await stage(chain('one'));
    const stop = new AbortController();
    await s.agent.part('one-1', 'echo half > half.txt; sleep 60');
    const started = s.start({}, stop.signal);
    await vi.waitFor(async () => expect(await (await s.worktree()).look('half.txt')).toBe('half\n'), PATIENT);
    stop.abort();
    expect((await started).reason).toBe('interrupted');
    await edited(s, { phases: [{ id: 'one', prompt: 'Otherwise.' }] });
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:half.txt`)).toBe('half');
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain('half.txt');
  });

  test('that cannot be read says where, and changes nothing', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await (await s.worktree()).write(OWN, 'schema: 1\nphases: [\n');
    await expect(s.resume()).rejects.toMatchObject({ code: 'workflow/invalid' });
    expect((await s.api.status(DEMO)).seq).toBe(2);
  });

  test('[A19] `--workflow` takes another file; the session’s copy follows it', async () => {
    const s = await stage(chain('one', 'two'), {
      files: { '.cairn/workflows/other.yaml': flowText({ ...chain('one', 'other'), name: 'other' }) },
    });
    await s.start({ until: 'one' });
    await expect(s.resume({ workflow: 'other' })).rejects.toMatchObject({
      code: 'repo/plan-changed',
      details: { workflow: 'other' },
    });
    expect((await s.resume({ workflow: 'other', acceptPlan: true })).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'other 1']);
    expect(await (await s.worktree()).read(OWN)).toContain('"other"');
    expect(await s.violations()).toEqual([]);
  });
});

test('[A24] a workflow below .cairn/workflows or a setting that changes later alters no session', async () => {
  const s = await onGit(chain('one', 'two'));
  await s.start({ until: 'one' });
  await s.repo.write('.cairn/workflows/flow.yaml', flowText(chain('quite', 'other')));
  const changed = await s.seat({ settings: { worktreePlace: 'inside', maxFileBytes: 100 } });
  expect((await changed.resume()).reason).toBe('completed');
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
  for (const name of ['REQUEST.md', 'workflow.yaml']) {
    const blobs = (await s.api.log(DEMO)).map(({ commit }) =>
      s.repo.git('rev-parse', `${commit}:.cairn/sessions/${DEMO}/${name}`),
    );
    expect(new Set(await Promise.all(blobs)).size).toBe(1);
  }
});

test('an artifact of a phase that a later one deleted is a warning, and its checkpoint has it still', async () => {
  const s = await stage(chain('one', 'two'));
  await s.agent.part('two', 'usual; rm "$CAIRN_SESSION_DIR/01-one/result.md"');
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  const { warnings, phases } = await s.api.status(DEMO);
  expect(phases[0]?.artifacts).toMatchObject([{ present: false }]);
  expect(warnings.map(terminalWarning)).toEqual([
    `.cairn/sessions/${DEMO}/01-one/result.md, which one made, was deleted by a later phase; the checkpoint of one has it still`,
  ]);
  expect((await s.api.show(DEMO, '01-one/result.md@one')).length).toBeGreaterThan(0);
});
