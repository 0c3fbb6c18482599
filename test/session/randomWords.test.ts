import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitId, RefName } from '../../src/model/names/ids.ts';
import { createApi } from '../../src/session/createApi.ts';
import { DEMO } from '../support/session.ts';
import { runsOf } from '../support/seeds.ts';
import { anyTable, fileOf, type Table } from './graphs/anyTable.ts';
import { numbers } from './graphs/drawn.ts';
import { playPeople, type Came } from './graphs/playPeople.ts';

/** Everywhere where work may be: on a disk, in the tree, in what a checkpoint holds, in a rescue. */
async function filesOf({ memory: { repository }, memory }: Table): Promise<ReadonlySet<string>> {
  const found = new Set<string>([...repository.disk.keys()].map((path) => path.split('/').at(-1) ?? ''));
  const add = async (commit: CommitId): Promise<void> => {
    for (const { path } of await repository.list(commit, '')) found.add(path);
  };
  for (const [ref, commit] of repository.store) if (ref.includes('/demo')) await add(commit);
  for (const { commit } of await createApi(memory.of('looks')).log(DEMO))
    for (const parent of (await repository.commitEntry(commit)).parents.slice(1)) await add(parent);
  return found;
}

async function lossesOf(table: Table, { end, faults }: Came): Promise<readonly string[]> {
  const { repository } = table.memory;
  const api = createApi(table.memory.of('looks'));
  const tip = repository.store.get('refs/heads/cairn/demo' as RefName)!;
  const tree = (await repository.list(tip, '')).map(({ path }) => path as string);
  const files = await filesOf(table);
  const closed = (await api.log(DEMO)).filter(({ kind }) => kind === 'phase');
  const names = closed.map(({ phase, attempt }) => `${phase}/${attempt}`);
  const { phases } = await api.status(DEMO);
  const done = phases.filter(({ status }) => status === 'done');
  const queued = [...repository.store.keys()].filter((ref) => ref.includes('/queued/'));
  return [
    ...faults,
    ...(await api.verify(DEMO)).flatMap(({ violations }) => violations.map((each) => JSON.stringify(each))),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is published twice`),
    ...[...table.completed].filter((name) => !files.has(fileOf(name))).map((name) => `${name} is lost`),
    ...done
      .filter(({ id, round }) => !tree.some((path) => path.startsWith(`u-${id}-${round}-`)))
      .map(({ id, round }) => `${id} is done in round ${round}, and nothing of it is in the tree`),
    ...(end === 'completed' ? queued.map((ref) => `${ref} is left`) : []),
  ];
}

test('whatever people say at whatever moment, and whoever dies or is stopped: nothing is lost, left or published twice, and nothing is done that nobody did', async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), async (seed) => {
      const table = await anyTable(numbers(seed));
      const came = await playPeople(table);
      ends.add(came.end);
      expect(await lossesOf(table, came)).toEqual([]);
    }),
    { numRuns: runsOf(6, 120), endOnFailure: true, interruptAfterTimeLimit: 240_000 },
  );
  expect(ends).toContain('completed');
  expect(ends).not.toContain('hangs');
});
