import { expect, test } from 'vitest';
import { createApi } from '../../src/session/createApi.ts';
import { DEMO } from '../support/session.ts';
import { GRAPH_ACTS } from './graphActs.ts';
import { acted, spread } from './memoryMachine.ts';
import { THOROUGH } from '../support/thorough.ts';

const UNDO = GRAPH_ACTS['an undo of one that set open work of two phases aside']!;

test('an undo that was cut off and is said again is finished, and not taken back', THOROUGH, async () => {
  const { passed } = await acted(UNDO, null);
  const named = (name: string): number => passed.findIndex(([, place]) => place === name);
  // Once its journal says that it has ended, what is said again is another undo.
  const places = passed.slice(named('restore/journaled') + 1, named('restore/journal-reset') - 1);
  expect(places.length).toBeGreaterThan(20);
  for (const [at, place] of spread(places, 25)) {
    const { memory } = await acted(UNDO, at);
    const api = createApi(memory.of('next'));
    await api.restore(DEMO, { undo: true }, { dryRun: false });
    const log = (await api.log(DEMO)).filter(({ kind }) => kind === 'restore');
    expect(log, `died at ${place}, place ${at}`).toHaveLength(2);
    const texts = [...memory.repository.disk].flatMap(([path, node]) =>
      /\/(left|right)\.txt$/.test(path) && node.kind === 'file' ? [Buffer.from(node.bytes).toString()] : [],
    );
    expect(texts, `died at ${place}, place ${at}`).toEqual(['edited\n', 'edited\n']);
  }
});
