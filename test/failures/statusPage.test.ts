import { describe, expect, it } from 'vitest';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { atTip, linkedTree } from '../support/atTip.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';
import { putOnTip } from '../support/putOnTip.ts';

const STATUS = `.cairn/sessions/${DEMO}/STATUS.md`;
const TABLE = '## Mine\n\n| # | Phase |\n|--:|---|\n| 1 | one |\n\n';

/** What editors and people do to a page, above its Notes, and the first line that is not the engine's then. */
const EDITS: readonly (readonly [string, (text: string) => string, number])[] = [
  ['CRLF', (text) => text.replaceAll('\n', '\r\n'), 1],
  ['a byte order mark', (text) => `\ufeff${text}`, 1],
  ['a column more in the head', (text) => text.replace('| Updated |', '| Updated | Mood |'), 19],
  ['a column more in a row', (text) => text.replace(/\| \| \|\n\n## Notes/, '| | | good |\n\n## Notes'), 22],
  ['a pipe in the text of a cell', (text) => text.replace('| one |', '| one | or so |'), 21],
  ['an escaped pipe in the text of a cell', (text) => text.replace('| one |', '| one \\| so |'), 21],
  ['a table in a section of its own', (text) => text.replace('## Notes', `${TABLE}## Notes`), 23],
  ['details around the table', (text) => text.replace('| # |', '<details>\n\n| # |'), 19],
  ['spaces at the end of a row', (text) => text.replace(/(\| 1 \| one .*\|)\n/, '$1  \n'), 21],
  ['spaces at the end of a field', (text) => text.replace('seq: 2\n', 'seq: 2  \n'), 10],
  [
    'conflict markers',
    (text) => text.replace('seq: 2\n', '<<<<<<< ours\nseq: 2\n=======\nseq: 3\n>>>>>>> theirs\n'),
    10,
  ],
];

const NOTES = `## Notes\r\n\n- mine | with | pipes\t \n<details>\n${TABLE}<<<<<<< ours\n\n\n`;

/** The same edit, but for what belongs to people. */
const aboveNotes = (text: string, edit: (text: string) => string): string => {
  const at = text.indexOf('## Notes');
  const edited = edit(`${text.slice(0, at)}## Notes\n`);
  return `${edited.slice(0, edited.lastIndexOf('## Notes'))}${NOTES}`;
};

async function paused(): Promise<Stage> {
  const world = await startedGround({}, { until: 'one' });
  return world;
}

describe('STATUS.md as editors, people and merges leave it', () => {
  it('[E5, B8] in the tip: refused with the line (exit 7), and the history named where a good one is found; nothing is guessed', async () => {
    const world = await paused();
    const good = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    const found: unknown[] = [];
    for (const [what, edit] of EDITS) {
      const commit = await putOnTip(world, DEMO, STATUS, (text) => aboveNotes(text, edit));
      const { details } = await refusal(world.resume(), 'data/corrupt');
      expect(details).toMatchObject({ file: STATUS, commit });
      found.push([what, details.problems[0]?.line]);
      const { message, hint } = errorSentence('data/corrupt', details);
      expect(message).toContain(`${details.problems[0]?.line}`);
      expect(hint).toMatch(new RegExp(`restore.*cairn log ${DEMO}$`));
      // What the hint names is there to be looked at.
      expect((await world.api.log(DEMO)).map(({ seq }) => seq)).toEqual([1, 2, 2]);
      await world.repo.git('update-ref', `refs/heads/cairn/${DEMO}`, good);
    }
    expect(exitOfError('data/corrupt')).toBe(7);
    expect(found).toEqual(EDITS.map(([what, , line]) => [what, line]));
    expect(await world.agent.runs()).toEqual(['one 1']);
  });

  it('[E5] in the tip, from Notes down: read whatever it is, and kept byte for byte', async () => {
    const world = await paused();
    await putOnTip(world, DEMO, STATUS, (text) => aboveNotes(text, (page) => page));
    expect(await world.resume({ trust: true })).toMatchObject({ reason: 'completed' });
    expect(`${await atTip(world, STATUS)}\n`.endsWith(NOTES)).toBe(true);
    expect((await linkedTree(world).read(STATUS)).endsWith(NOTES)).toBe(true);
  });

  it('[E5, B8] in the working tree: rendered again, the edit kept in a rescue and told, and all from Notes down left as it is', async () => {
    const world = await paused();
    const tree = linkedTree(world);
    const page = aboveNotes(await tree.read(STATUS), (text) => text);
    for (const [at, [what, edit]] of EDITS.entries()) {
      const edited = aboveNotes(page, edit);
      await tree.write(STATUS, edited);
      expect(await world.resume({ until: 'one' })).toMatchObject({ reason: 'paused', seq: 2 });
      expect([what, await tree.read(STATUS)]).toEqual([what, page]);
      const ref = `refs/cairn/${DEMO}/rescue/${at + 1}`;
      expect(`${await world.repo.git('cat-file', 'blob', `${ref}:${STATUS}`)}\n`).toBe(edited);
      expect(world.told().at(-1)).toMatch(new RegExp(`STATUS\\.md.*rescue ${at + 1}`));
    }
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  });
});
