import { describe, expect, it } from 'vitest';
import { chain, DEMO, flowText, stage } from '../support/session.ts';

describe('phases that are reordered, inserted and renamed in the middle of a session', () => {
  it('[E4] are shown phase by phase until --accept-plan; done stays done, folders keep their numbers, then it is the order of the file', async () => {
    const s = await stage(chain('one', 'two', 'three', 'four'));
    const { commit } = await s.start({ until: 'one' });
    const plan = {
      phases: [
        { id: 'zero', needs: ['four'] },
        { id: 'four', needs: [] },
        { id: 'one', needs: [] },
        { id: 'step-03', needs: ['one'] },
      ],
    };
    await (await s.worktree()).write('.cairn/sessions/demo/workflow.yaml', flowText(plan));
    const refused: unknown = await s.resume().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'repo/plan-changed' });
    const { changes } = (refused as { readonly details: { readonly changes: readonly string[] } }).details;
    for (const phase of ['zero', 'two', 'three', 'four', 'step-03'])
      expect(changes.join('\n')).toMatch(new RegExp(`\\b${phase}\\b`));
    expect(await s.repo.git('rev-parse', 'cairn/demo')).toBe(commit);
    expect((await s.resume({ acceptPlan: true })).reason).toBe('completed');
    // The first in file order whose needs are done, each time.
    expect(await s.agent.runs()).toEqual(['one 1', 'four 1', 'zero 1', 'step-03 1']);
    const rows = (await s.api.status(DEMO)).phases.map(
      ({ number, id, status }) => `${number} ${id} ${status}`,
    );
    expect(rows.toSorted()).toEqual(['1 one done', '4 four done', '5 zero done', '6 step-03 done']);
    expect(await s.violations()).toEqual([]);
  });
});
