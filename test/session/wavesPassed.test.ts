import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';

/** Phases that end after another was published: what they did is merged with it. */

const sides = (over: object = {}): Flow => ({
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [], ...over },
    { id: 'join', needs: ['left', 'right'] },
  ],
});

const BEGUN =
  'touch "$PLAY/$CAIRN_PHASE"; while [ ! -e "$PLAY/left" ] || [ ! -e "$PLAY/right" ]; do sleep 0.02; done';
const AFTER_LEFT = onceSaid('left is done');

test('without checks it is merged in git alone; who takes its slot next finds all of it, and what was left there is kept', async () => {
  const s = await stage(sides(), { files: { 'app.txt': '1\n2\n3\n4\n5\n' } });
  await s.agent.part('left', `usual\n${BEGUN}\nsed -i 's/1/left/' app.txt`);
  await s.agent.part('right', `usual\n${BEGUN}\n${AFTER_LEFT}\nsed -i 's/5/right/' app.txt`);
  await s.agent.part('join', 'usual\ncp app.txt "$PLAY/joined"');
  expect((await s.start({ until: 'right' })).reason).toBe('paused');
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('left\n2\n3\n4\nright');
  expect(await s.api.rescues(DEMO)).toEqual([]);
  for (const at of ['demo', 'demo+2']) await s.repo.write(`../repo.worktrees/${at}/left-behind.txt`, at);
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.read('joined')).toBe('left\n2\n3\n4\nright\n');
  const rescues = await s.api.rescues(DEMO);
  expect(rescues.map(({ files }) => files)).toEqual([1]);
  expect(await s.violations()).toEqual([]);
});

test('an artifact that the merge makes of two is judged as it is then', async () => {
  const list = { path: '/list.json', schema: { type: 'object', required: ['b'] } };
  const s = await stage(sides({ artifacts: [list], retries: 1 }), {
    files: { 'list.json': '{\n"a": 1,\n\n\n\n"b": 1\n}\n' },
  });
  // By itself either is right; together they are no JSON.
  await s.agent.part('left', `usual\n${BEGUN}\nsed -i 's/"a": 1,/"a": 1/' list.json`);
  await s.agent.part('right-1', `${BEGUN}\n${AFTER_LEFT}\nsed -i 's/"b": 1/"b": 2/' list.json`);
  await s.agent.part('right-2', `sed -i 's/"a": 1/"a": 1,/' list.json`);
  await s.start();
  expect(await s.agent.prompt('right', 2)).toContain('list.json');
  expect(JSON.parse(await s.repo.git('show', 'cairn/demo:list.json'))).toEqual({ a: 1, b: 2 });
  expect(await s.violations()).toEqual([]);
});
