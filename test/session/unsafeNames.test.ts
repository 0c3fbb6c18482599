import { expect, it } from 'vitest';
import { filesAtTip, recordOf } from '../support/atTip.ts';
import { ground, workflow } from '../support/ground.ts';
import { DEMO } from '../support/session.ts';

const FLOW = workflow('phases: [{id: one, artifacts: [out.md]}]\n');

it('what an agent names as no tree may hold it is left out and told, and the rest is captured', async () => {
  const world = await ground({
    flow: FLOW,
    plays: async ({ tree, produce }) => {
      await produce('out.md');
      await tree.write('sound.txt', 'sound\n');
      // Files like any other here, and git's own folder where the session may go next.
      await tree.write('.g\u200cit/config', 'hooks\n');
      await tree.write('.\u200c./escaped.txt', 'out\n');
      await tree.link('docs', 'src');
      await tree.write('Docs/readme.md', 'text\n');
    },
  });
  expect(await world.start()).toMatchObject({ reason: 'completed' });
  expect((await filesAtTip(world)).filter((path) => !path.startsWith('.cairn/'))).toEqual([
    'README.md',
    'a.txt',
    'sound.txt',
  ]);
  expect((await recordOf(world)).notCaptured.map(({ path }) => path).toSorted()).toEqual(
    ['.g\u200cit/config', '.\u200c./escaped.txt', 'Docs/readme.md', 'docs'].toSorted(),
  );
  expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
});
