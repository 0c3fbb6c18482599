import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEMO, stage, type Flow } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

/** A loop within a loop, beside phases that it does not reopen; `end` needs all. */
const flow = (parallel: number): Flow => ({
  schema: 2,
  parallel,
  phases: [
    { id: 'plan', needs: [] },
    { id: 'side', needs: [] },
    { id: 'build', needs: ['plan'] },
    {
      id: 'test',
      needs: ['build'],
      artifacts: ['verdict.json'],
      loop: { to: 'build', until: { file: 'test/verdict.json', at: '/ok', is: true }, max: 3 },
    },
    { id: 'lint', needs: ['build'] },
    { id: 'docs', needs: ['plan'] },
    {
      id: 'review',
      needs: ['test', 'docs'],
      artifacts: ['verdict.json'],
      loop: { to: 'plan', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 2 },
    },
    { id: 'beside', needs: ['side'] },
    { id: 'end', needs: ['review', 'lint', 'beside'] },
  ],
});

const LOG = 'echo "$CAIRN_PHASE $CAIRN_ROUND" >> "$PLAY/began"';
const WORK = `${LOG}
usual
echo "round $CAIRN_ROUND" > "src/$CAIRN_PHASE.txt"
echo "$CAIRN_ROUND" >> "$CAIRN_PHASE_DIR/result.md"`;
/** Says no every first time it is asked, and yes every second. */
const JUDGE = `${LOG}
n=$(grep -c "^$CAIRN_PHASE " "$PLAY/began")
echo "{\\"ok\\": $([ $((n % 2)) -eq 0 ] && echo true || echo false), \\"n\\": $n}" > "$CAIRN_PHASE_DIR/verdict.json"`;

const BEGAN = ['plan 1', 'plan 2', 'side 1', 'beside 1', 'docs 1', 'docs 2'].concat(
  [1, 2, 3, 4].flatMap((round) => [`build ${round}`, `test ${round}`]),
  ['review 2', 'review 4', 'lint 2', 'lint 4', 'end 4'],
);

for (const { rows, options } of byDepth([2, 3]))
  test.each(rows)(
    'a loop within a loop beside other phases ends, with %i at work at once: what it reopens is stopped, and no round of a phase begins twice',
    options,
    async (parallel) => {
      const s = await stage(flow(parallel));
      await s.agent.part('default', WORK);
      await s.agent.part('side', `${WORK}\nsleep 0.5`);
      // As long as the tests say no it does not end by itself.
      await s.agent.part('lint', `${WORK}\n[ $((CAIRN_ROUND % 2)) -eq 0 ] || sleep 60`);
      for (const id of ['test', 'review']) await s.agent.part(id, JUDGE);
      expect(await s.start()).toMatchObject({ reason: 'completed' });
      const began = (await readFile(`${s.agent.folder}/began`, 'utf8')).trim().split('\n');
      // In a round that the tests send back at once it may not have come to that.
      expect(began.filter((line) => !/^lint [13]$/.test(line)).toSorted()).toEqual(BEGAN.toSorted());
      expect(new Set(began).size).toBe(began.length);
      const { phases } = await s.api.status(DEMO);
      expect(phases.map(({ id, status, round }) => `${id} ${status} ${round}`)).toEqual([
        'plan done 2',
        'side done 1',
        'build done 4',
        'test done 4',
        'lint done 4',
        'docs done 2',
        'review done 4',
        'beside done 1',
        'end done 4',
      ]);
      const rounds = (await s.log()).filter((line) => line.includes(' round '));
      expect(rounds.map((line) => line.split(' ')[2])).toEqual(['test/1', 'review/1', 'test/3']);
      expect(await s.repo.git('show', 'cairn/demo:src/build.txt')).toBe('round 4');
      expect(await s.violations()).toEqual([]);
    },
  );
