import { describe, expect, test } from 'vitest';
import { DEMO, stage } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

const FOLDER = '.cairn/sessions/demo/01-one';

/** What an agent puts in the place of what is the session's; `$1` is the place. */
const BY = {
  'a link': 'ln -s /nonexistent-place "$1"',
  'a folder': 'mkdir "$1"; echo hidden > "$1/inside.txt"',
  'something that is no file': 'mkfifo "$1"',
} as const;
type By = keyof typeof BY;

const places: readonly (readonly [place: string, by: By])[] = [
  [FOLDER, 'a link'],
  [FOLDER, 'something that is no file'],
  ['.cairn/sessions/demo', 'a link'],
  ['.cairn', 'a link'],
  [`${FOLDER}/phase.json`, 'a folder'],
  [`${FOLDER}/PACKET.md`, 'something that is no file'],
  [`${FOLDER}/HANDOFF.md`, 'a link'],
  [`${FOLDER}/QUESTION.md`, 'a folder'],
  ['.cairn/sessions/demo/STATUS.md', 'a folder'],
];

describe('what an agent puts in the place of the session’s own', () => {
  for (const { rows, options } of byDepth(places, (_row, at) => [0, 4, 5].includes(at)))
    test.each(rows)(
      '%s replaced by %s: the gate says so, the session is blocked and goes on',
      options,
      async (place, by) => {
        // A check alone would hold, whatever became of the folder.
        const s = await stage({ phases: [{ id: 'one', checks: [{ run: 'true' }] }] });
        await s.agent.part(
          'one-1',
          `usual; set -- "$PWD/${place}"; rm -rf "$1.was"; [ -e "$1" ] && mv "$1" "$1.was"; ${BY[by]}`,
        );
        expect(await s.start()).toMatchObject({ reason: 'blocked', phase: 'one' });
        const [one] = (await s.api.status(DEMO)).phases;
        expect(one?.reasons.join('\n')).toContain(`${place} was replaced by ${by}`);
        expect(one?.reasons.join('\n')).toContain(`it is at ${place}.replaced-1 now`);
        await s.agent.part('one-2', 'usual');
        expect((await s.resume({ leftovers: 'rescue' })).reason).toBe('completed');
        expect(await s.violations()).toEqual([]);
      },
    );

  test('found by the resume, as the engine had died: the same', async () => {
    const s = await stage({ phases: [{ id: 'one' }] });
    await s.agent.part('one-1', 'usual; mv "$CAIRN_PHASE_DIR" kept; ln -s "$PWD/kept" "$CAIRN_PHASE_DIR"');
    const dying = await s.seat({
      reached(point) {
        if (point === 'attempt/agent-ended') throw new Error('died');
      },
    });
    await expect(dying.start()).rejects.toThrow('died');
    expect(await s.resume()).toMatchObject({ reason: 'blocked', phase: 'one' });
    expect((await s.api.status(DEMO)).phases[0]?.reasons[0]).toContain(`${FOLDER} was replaced by a link`);
    // What lay there is held, under the name that it has now.
    expect(await s.repo.git('show', 'cairn/demo^2:kept/result.md')).toBe('Result of one.');
  });
});
