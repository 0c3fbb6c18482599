import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { describe, expect, test } from 'vitest';
import { openGitRepo } from '../support/gitRepo.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, flowText, takeSeat, type Stage, stage as onGit } from '../support/session.ts';

const FILE = '.cairn/workflows/flow.yaml';
const OWN = '.cairn/sessions/demo/workflow.yaml';

const warnings = async (s: Pick<Stage, 'api'>): Promise<readonly string[]> =>
  (await s.api.status(DEMO)).warnings.map(terminalWarning);

const differs = (file: string): string =>
  `${file} differs from the workflow that this session follows; to take it over: cairn resume demo --workflow ${file.slice('.cairn/workflows/'.length, -'.yaml'.length)}`;

describe('what status says of workflow files', () => {
  test('nothing while the file that the session was started from is as it was', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    expect(await warnings(s)).toEqual([]);
  });

  test('that the file below .cairn/workflows differs, here and on a clone', async () => {
    const s = await onGit(chain('one', 'two'));
    await s.start({ until: 'one' });
    await s.repo.write(FILE, flowText(chain('one', 'two', 'three')));
    expect(await warnings(s)).toEqual([differs(FILE)]);
    const place = `${s.repo.root}-clone`;
    await s.repo.git('clone', '-q', '.', place);
    const clone = openGitRepo(place);
    const other = await takeSeat(clone, { agents: s.agent.settings });
    await other.api.trust(DEMO, (await other.api.commands(DEMO)).hash);
    expect(await warnings(other)).toEqual([]);
    await clone.write(FILE, flowText(chain('one')));
    expect(await warnings(other)).toEqual([differs(FILE)]);
  });

  test('nothing of a file that only has the same name, when the session was started from another path', async () => {
    const s = await stage(chain('one', 'two'));
    await s.repo.write('elsewhere/mine.yaml', flowText(chain('one', 'other')));
    await s.start({ workflow: 'elsewhere/mine.yaml', until: 'one' });
    expect(await warnings(s)).toEqual([]);
  });

  test('of the file that was taken, whatever name is written in it, and of the one taken over later', async () => {
    const s = await stage(chain('one', 'two'));
    const quick = '.cairn/workflows/quick.yaml';
    await s.repo.write(quick, flowText(chain('one', 'other')));
    await s.start({ workflow: 'quick', until: 'one' });
    expect(await warnings(s)).toEqual([]);
    await s.repo.write(quick, flowText(chain('one')));
    expect(await warnings(s)).toEqual([differs(quick)]);
    await s.resume({ workflow: 'flow', acceptPlan: true, until: 'one' });
    expect(await warnings(s)).toEqual([]);
    await s.repo.write(FILE, flowText(chain('one')));
    expect(await warnings(s)).toEqual([differs(FILE)]);
  });

  test('that the session’s own was edited: outside the plan, within it, or so that nobody can read it', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const tree = await s.worktree();
    await tree.write(OWN, flowText({ phases: [{ id: 'one' }, { id: 'two', prompt: 'In verse.' }] }));
    expect(await warnings(s)).toEqual([`${OWN} was edited: the next resume takes it over`]);
    await tree.write(OWN, flowText(chain('one', 'other')));
    expect(await warnings(s)).toEqual([
      `${OWN} was edited and changes the plan; resume asks for --accept-plan`,
    ]);
    await tree.write(OWN, 'schema: 1\nphases: 7\n');
    expect((await warnings(s)).join()).toMatch(/was edited and is not valid \(line \d+: /);
  });
});
