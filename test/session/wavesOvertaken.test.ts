import { expect, test } from 'vitest';
import { createApi } from '../../src/session/createApi.ts';
import { busyClock } from '../support/busyClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld } from '../support/memoryWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { scriptedProcesses } from '../support/scriptedProcesses.ts';
import { DEMO, flowText, START, type Flow } from '../support/session.ts';

const FLOW: Flow = {
  schema: 2,
  parallel: 3,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [], checks: [{ run: 'check' }] },
    { id: 'asked', needs: [], approval: 'required' },
    { id: 'failing', needs: [] },
  ],
};

test('what publishes no work does not wait until the checks of another phase have run on the joint tree', async () => {
  const [leftDone, judging] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [asked, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const agents = scriptedAgents({
    async player({ env }) {
      const phase = env['CAIRN_PHASE'] ?? '';
      if (phase === 'right') await leftDone.promise;
      if (phase === 'asked' || phase === 'failing') await judging.promise;
      if (phase !== 'failing') handIn(memory, { env });
      const bytes = Buffer.from(phase);
      memory.repository.disk.set(`${env['CAIRN_REPO']}/${phase}.txt`, {
        kind: 'file',
        bytes,
        mode: '100644',
      });
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(FLOW) },
    { clock: busyClock(), agents },
  );
  let runs = 0;
  const processes = scriptedProcesses({
    async check() {
      runs += 1;
      // The second time it runs on what would be published, with the work of the left one.
      if (runs === 2) {
        judging.resolve();
        await Promise.all([asked.promise, failed.promise]);
      }
      return { exitCode: 0 };
    },
  });
  const api = createApi({
    ...memory.of('driver'),
    processes,
    onProgress(event) {
      if (event.type !== 'checkpoint') return;
      if (event.kind === 'phase' && event.phase === 'left') leftDone.resolve();
      if (event.kind === 'waiting') asked.resolve();
      if (event.kind === 'blocked') failed.resolve();
    },
  });
  await api.start(START, new AbortController().signal);
  const log = (await api.log(DEMO)).map(({ kind, phase }) => `${kind} ${phase}`);
  expect(log.slice(0, 2)).toEqual(['opened null', 'phase left']);
  expect(log.slice(2, 4).toSorted()).toEqual(['blocked failing', 'waiting asked']);
  expect(log.slice(4)).toEqual(['phase right']);
  // They changed nothing that its checks look at: these ran once on its own tree, and once on the joint one.
  expect(runs).toBe(2);
  expect((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
});
