import { describe, expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { createApi } from '../../src/session/createApi.ts';
import type { MemoryRepository } from '../support/memoryRepository.ts';
import { DEMO } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';
import { GRAPH_ACTS } from './graphActs.ts';
import type { MemoryAct } from './memoryActs.ts';
import { acted, fileOf, isNamed, spread } from './memoryMachine.ts';

/** Rounds and restores move files of the working tree: where one died half way, a person may save what it was about to write over. */

/** Lets it die, and a person save each file of the working tree that is none of Cairn's; answers what of that is nowhere in the end. */
async function lostOf(of: MemoryAct, dieAt: number): Promise<readonly string[]> {
  const { memory } = await acted(of, dieAt);
  const { disk, root } = memory.repository;
  const next = createApi(memory.of('next'));
  const tree = await next.path(DEMO).catch(() => null);
  const saved = [...disk.keys()].filter(
    (path) =>
      tree !== null &&
      path.startsWith(`${tree}/`) &&
      !/\/\.(git|cairn)(\/|$)/.test(path) &&
      // In place an agent goes on with what its last attempt left, and writes over it.
      !(tree === root && path.startsWith(`${root}/src/`)),
  );
  for (const path of saved) disk.set(path, fileOf(`mine: ${path}\n`));
  try {
    await of.again(next);
  } catch (error) {
    // What was saved may have become a checkpoint that an undo does not take back.
    if (!CairnError.is(error, 'usage/not-possible')) throw error;
  }
  const texts = await allTexts(memory.repository);
  return saved.filter((path) => !texts.has(`mine: ${path}\n`));
}

/** What lies on the disk, and what any ref holds. */
async function allTexts({
  disk,
  store,
  commitEntry,
  list,
  readBlob,
}: MemoryRepository): Promise<ReadonlySet<string>> {
  const texts = new Set(
    [...disk.values()].flatMap((node) => (node.kind === 'file' ? [Buffer.from(node.bytes).toString()] : [])),
  );
  const [open, seen] = [[...store.values()], new Set<string>()];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(await commitEntry(at)).parents);
    for (const { blob } of await list(at, '')) {
      if (seen.has(blob)) continue;
      seen.add(blob);
      texts.add(Buffer.from(await readBlob(blob)).toString());
    }
  }
  return texts;
}

describe.each(Object.entries(GRAPH_ACTS))('%s, and a person who saves files after it died', (_name, act) => {
  for (const [most, options] of [
    [2, {}],
    [60, THOROUGH],
  ] as const)
    test(`loses none of them, wherever that was (${most} places)`, options, async () => {
      const places = (await acted(act, null)).passed.filter(isNamed);
      for (const [at, place] of spread(places, most))
        expect(await lostOf(act, at), `died at ${place}, place ${at}`).toEqual([]);
    });
});
